package org.ibassay.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// The ports of the DUT that are cabled to the tester, each reached through its own tester port.
final class CabledPorts {
  private final MadExchange mads;
  private List<Integer> numbers = List.of();
  private @Nullable String notReady;

  CabledPorts(MadExchange mads) {
    this.mads = mads;
  }

  /// [#read(int, Duration)] with the run's usual timeout.
  @Nullable String read(int least) throws TestException {
    return read(least, Duration.ofNanos(mads.steps().port().timing().timeoutNanos()));
  }

  /// Reads `PortInfo:PortState` at both ends of every cable.
  ///
  /// @param least the lowest PortState that is accepted
  /// @param patience how long to wait for a response of the DUT
  /// @return why a port is not ready, or null if all are
  @Nullable String read(int least, Duration patience) throws TestException {
    notReady = null;
    List<Integer> reached = new ArrayList<>();
    Steps steps = mads.steps();
    Place place = steps.body().place;
    for (MadPort through : steps.context().dut().madPorts()) {
      steps.through(
          through,
          place,
          () -> {
            long nanos = patience.toNanos();
            reached.add(
                ask(
                    request -> mads.send(request, timing -> timing.withTimeout(nanos)),
                    "the DUT",
                    least));
            ask(request -> mads.send(request, Route.SELF), "the tester", least);
          });
    }
    numbers = List.copyOf(reached);
    return notReady;
  }

  private interface Ask {
    void send(MadPacketSpec request) throws TestException;
  }

  /// Reads one end's port state.
  ///
  /// @return the port's number
  private int ask(Ask whom, String end, int least) throws TestException {
    whom.send(MadPacketSpec.subnGet(Attribute.NODE_INFO));
    int number = (int) mads.receiveOk().data(NodeInfo.LOCAL_PORT_NUM);
    whom.send(MadPacketSpec.subnGet(Attribute.PORT_INFO).attributeModifier(number));
    MadPacketSpec portInfo = mads.receive();
    if (portInfo.status() != MadStatus.OK) {
      return number; // the procedure may be about that refusal
    }
    long state = portInfo.data(PortInfo.PORT_STATE);
    if (state < least || state > PortState.ACTIVE) {
      notReady =
          "PortState of port %d of %s is %d: expected %s"
              .formatted(
                  number,
                  end,
                  state,
                  least == PortState.ACTIVE
                      ? "Active (4)"
                      : "Initialize (2), Armed (3) or Active (4)");
    }
    return number;
  }

  /// Whether one of these ports has that number.
  boolean has(int number) {
    return numbers.contains(number);
  }

  /// The number of ports.
  int count() {
    return numbers.size();
  }

  /// Runs an iteration for each port. An unmet [need][Steps#needs] ends the iteration of that port
  /// only.
  void repeat(Iteration iteration) throws TestException {
    Steps steps = mads.steps();
    Place place = steps.body().place;
    List<MadPort> through = steps.context().dut().madPorts();
    for (int i = 0; i < numbers.size(); i++) {
      int number = numbers.get(i);
      steps.through(
          through.get(i), place.at("port", number), () -> steps.part(() -> iteration.run(number)));
    }
  }
}
