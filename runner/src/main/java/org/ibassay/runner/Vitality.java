package org.ibassay.runner;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.UnansweredRequest;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// Whether a DUT answers management datagrams, and what it was asked when it stopped.
final class Vitality {
  private static final String PURPOSE = "whether the DUT answers";

  /// More than a link loses in a row that carries anything.
  private static final int MOST_LOST = 12;

  private static final long PATIENCE_NANOS = 1_000_000_000;

  /// The request after which a DUT answered nothing any more.
  ///
  /// @param port index of the tester port that it went through
  record LastRequest(int port, UnansweredRequest request) {
    boolean isLike(LastRequest other) {
      return port == other.port && request.isLike(other.request);
    }

    /// Whether the DUT may well be alive after it: the request has an M_Key, or gives the DUT one,
    /// or takes its link down.
    boolean mayCutOff() {
      MemorySegment mad = request.mad();
      return Smp.M_KEY.get(mad, 0) != 0
          || (isSetOfPortInfo(mad)
              && (PortInfo.M_KEY.get(mad, Smp.DATA) != 0
                  || PortInfo.M_KEY_PROTECT_BITS.get(mad, Smp.DATA) != 0
                  || PortInfo.PORT_STATE.get(mad, Smp.DATA) == PortState.DOWN
                  || PortInfo.PORT_PHYSICAL_STATE.get(mad, Smp.DATA) != 0));
    }

    private static boolean isSetOfPortInfo(MemorySegment mad) {
      return MadHeader.METHOD.get(mad, 0) == Method.SET
          && MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.PORT_INFO.id();
    }

    @Override
    public String toString() {
      return request + (request.frame() == 0 ? "" : " (packet %d)".formatted(request.frame()));
    }
  }

  private final Dut dut;

  Vitality(Dut dut) {
    this.dut = dut;
  }

  /// The first request since the DUT answered last; null where there is none.
  @Nullable LastRequest lastRequest() {
    List<MadPort> ports = dut.madPorts();
    return IntStream.range(0, ports.size())
        .mapToObj(i -> of(i, ports.get(i).unanswered()))
        .flatMap(List::stream)
        .min(Comparator.comparingLong(last -> last.request.sentAt()))
        .orElse(null);
  }

  private static List<LastRequest> of(int port, @Nullable UnansweredRequest request) {
    return request == null ? List.of() : List.of(new LastRequest(port, request));
  }

  /// Whether the DUT answers nothing, asked again and again with patience.
  boolean isGone() throws LinkException, InterruptedException {
    for (int i = 0; i <= MOST_LOST; i++) {
      for (MadPort port : dut.madPorts()) {
        if (answers(port)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Waits until the DUT answers.
  ///
  /// @throws NotBackException when it does not within that time
  void await(Duration most) throws LinkException, NotBackException, InterruptedException {
    MadPort port = dut.madPorts().getFirst();
    long end = port.clock().nanos() + most.toNanos();
    while (!answers(port)) {
      if (port.clock().nanos() > end) {
        throw new NotBackException("did not answer within %d s".formatted(most.toSeconds()));
      }
    }
  }

  private static boolean answers(MadPort port) throws LinkException, InterruptedException {
    long patience = Math.max(PATIENCE_NANOS, port.timing().timeoutNanos());
    Timing once = new Timing(patience, 0);
    return new Smps(port, PURPOSE, once).get(Attribute.NODE_INFO, 0, 0) != null;
  }
}
