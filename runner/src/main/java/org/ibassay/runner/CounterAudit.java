package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.pm.PortCounters;
import org.jspecify.annotations.Nullable;

/// Compares the counters of the DUT's ports with what the tester sent and received during a test. A
/// difference is a note, not a failed check: outside of simulation others may use the link, packets
/// may be lost, and a device need not count packets on VL15.
final class CounterAudit {
  private static final Label LABEL = Label.of("ibassay: counters of the DUT");

  private static final List<Field> ERRORS =
      List.of(
          PortCounters.SYMBOL_ERROR_COUNTER,
          PortCounters.LINK_ERROR_RECOVERY_COUNTER,
          PortCounters.LINK_DOWNED_COUNTER,
          PortCounters.PORT_RCV_ERRORS,
          PortCounters.PORT_RCV_REMOTE_PHYSICAL_ERRORS,
          PortCounters.PORT_RCV_SWITCH_RELAY_ERRORS,
          PortCounters.PORT_XMIT_DISCARDS,
          PortCounters.PORT_XMIT_CONSTRAINT_ERRORS,
          PortCounters.PORT_RCV_CONSTRAINT_ERRORS,
          PortCounters.LOCAL_LINK_INTEGRITY_ERRORS,
          PortCounters.EXCESSIVE_BUFFER_OVERRUN_ERRORS,
          PortCounters.VL15_DROPPED);

  /// A port of the DUT before the test.
  ///
  /// @param through the tester's port on its link
  /// @param lid LID of its agent
  /// @param counters the MAD with its counters
  /// @param sent number of MADs that the tester had sent to others by then
  /// @param received number of MADs that the tester had received from others by then
  private record Look(
      MadPort through, int lid, int port, MemorySegment counters, long sent, long received) {}

  private final List<Look> before = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private CounterAudit() {}

  /// Reads the counters of all ports that are cabled to the tester.
  static CounterAudit begin(Dut dut) {
    CounterAudit audit = new CounterAudit();
    for (MadPort through : dut.madPorts()) {
      audit.safely(() -> audit.look(through));
    }
    return audit;
  }

  private void look(MadPort through) throws LinkException, InterruptedException {
    MemorySegment node = ask(through, MadPacketSpec.subnGet(Attribute.NODE_INFO), through.route());
    MemorySegment info = ask(through, MadPacketSpec.subnGet(Attribute.PORT_INFO), through.route());
    MemorySegment own = ask(through, MadPacketSpec.subnGet(Attribute.PORT_INFO), Route.SELF);
    if (node == null || info == null || own == null) {
      notes.add("counters not audited: the DUT's ports could not be read");
      return;
    }
    int lid = (int) PortInfo.LID.get(info, Smp.DATA);
    int port = (int) NodeInfo.LOCAL_PORT_NUM.get(node, Smp.DATA);
    MemorySegment counters =
        lid == 0 || PortInfo.LID.get(own, Smp.DATA) == 0 ? null : read(through, lid, port);
    if (counters == null) {
      notes.add("counters of port %d not audited: they could not be read".formatted(port));
    } else {
      before.add(new Look(through, lid, port, counters, sent(through), received(through)));
    }
  }

  /// Reads the counters again.
  ///
  /// @return the differences from what the tester sent and received, one sentence each
  List<String> end() {
    for (Look look : before) {
      safely(() -> compare(look));
    }
    return List.copyOf(notes);
  }

  private void compare(Look look) throws LinkException, InterruptedException {
    MemorySegment now = read(look.through, look.lid, look.port);
    if (now == null) {
      notes.add("counters of port %d were not read after the test".formatted(look.port));
      return;
    }
    // The first reading counted its own request, but not its response.
    long sent = sent(look.through) - look.sent;
    long received = received(look.through) - look.received;
    compare(look, now, PortCounters.PORT_RCV_PKTS, sent, "sent");
    compare(look, now, PortCounters.PORT_XMIT_PKTS, received, "received");
    for (Field error : ERRORS) {
      long grown = error.get(now, Smp.DATA) - error.get(look.counters, Smp.DATA);
      if (grown > 0) {
        notes.add("%s of port %d grew by %d".formatted(error.name(), look.port, grown));
      }
    }
  }

  private void compare(Look look, MemorySegment now, Field field, long packets, String done) {
    long from = field.get(look.counters, Smp.DATA);
    long to = field.get(now, Smp.DATA);
    boolean isExclusive = look.through.isSimulated() && look.through.isLossless();
    boolean isSilent = from == 0 && to == 0; // the counter is optional
    boolean isAtEnd = to == field.max();
    if (!isSilent && !isAtEnd && (to - from < packets || (isExclusive && to - from != packets))) {
      notes.add(
          "%s of port %d went from %d to %d while the tester %s %d MADs"
              .formatted(field.name(), look.port, from, to, done, packets));
    }
  }

  private static long sent(MadPort through) {
    return through.counters().sent() - through.toSelf();
  }

  private static long received(MadPort through) {
    return through.counters().received() - through.toSelf();
  }

  private @Nullable MemorySegment read(MadPort through, int lid, int port)
      throws LinkException, InterruptedException {
    MadPacketSpec get =
        MadPacketSpec.performance(Method.GET, PortCounters.ATTRIBUTE.id())
            .setData(PortCounters.PORT_SELECT, port);
    return ask(through, get, new Route.Lid(lid));
  }

  /// @return the response; null if there was none with code 0
  private static @Nullable MemorySegment ask(MadPort through, MadPacketSpec request, Route to)
      throws LinkException, InterruptedException {
    Exchange exchange = through.start(request.bytes(), to, through.timing(), LABEL);
    try {
      through.await(exchange);
      boolean isUseful =
          exchange.state() == Exchange.State.ANSWERED
              && MadStatus.CODE.get(exchange.response(), 0) == MadStatus.OK;
      return isUseful
          ? MemorySegment.ofArray(exchange.response().toArray(ValueLayout.JAVA_BYTE))
          : null;
    } finally {
      through.release(exchange);
    }
  }

  private interface LinkAction {
    void run() throws LinkException, InterruptedException;
  }

  /// A counter that cannot be read causes a note and affects no verdict.
  private void safely(LinkAction action) {
    try {
      action.run();
    } catch (LinkException e) {
      notes.add("counters not audited: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
