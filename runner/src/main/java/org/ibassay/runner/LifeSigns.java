package org.ibassay.runner;

import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.Unanswered;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.UnansweredRequest;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.PacketWatch.Extent;
import org.ibassay.link.packet.UnansweredPacket;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;

/// Observes through a tester port whether a DUT responds.
sealed interface LifeSigns {
  /// Returns the first request or packet sent since the DUT's last answer; null for none.
  @Nullable Unanswered unanswered();

  /// Whether the DUT responds to one request with a long timeout.
  boolean answers() throws LinkException, InterruptedException;

  /// Starts to watch for a request or packet.
  ///
  /// @param which what may be sent
  void watch(Unanswered watched, Extent which);

  /// Whether something was withheld since the last [#watch].
  boolean hasHeldBack();

  /// Waits until a time of the link's clock.
  void waitUntil(long moment) throws LinkException, InterruptedException;

  /// Observes responses to management datagrams.
  record OfAgent(MadPort port) implements LifeSigns {
    private static final String PURPOSE = "whether the DUT answers";
    private static final long PATIENCE_NANOS = 1_000_000_000;

    @Override
    public @Nullable Unanswered unanswered() {
      return port.unanswered();
    }

    @Override
    public boolean answers() throws LinkException, InterruptedException {
      long patience = Math.max(PATIENCE_NANOS, port.timing().timeoutNanos());
      Timing once = new Timing(patience, 0);
      return new Smps(port, PURPOSE, once).get(Attribute.NODE_INFO, 0, 0) != null;
    }

    @Override
    public void watch(Unanswered watched, Extent which) {
      port.watch(
          (UnansweredRequest) watched,
          which == Extent.ALL ? Long.MAX_VALUE : watched.occurrence() - 1);
    }

    @Override
    public boolean hasHeldBack() {
      return port.hasHeldBack();
    }

    @Override
    public void waitUntil(long moment) throws LinkException, InterruptedException {
      port.waitUntil(moment);
    }
  }

  /// Observes transport packets and the agent that drives the DUT.
  record OfTransport(Dut dut, PacketPort port) implements LifeSigns {
    @Override
    public @Nullable Unanswered unanswered() {
      return port.watch().unanswered();
    }

    @Override
    public boolean answers() throws LinkException, InterruptedException {
      return dut.isUp();
    }

    @Override
    public void watch(Unanswered watched, Extent which) {
      port.watch().begin((UnansweredPacket) watched, which);
    }

    @Override
    public boolean hasHeldBack() {
      return port.watch().hasHeldBack();
    }

    @Override
    public void waitUntil(long moment) throws LinkException, InterruptedException {
      port.waitUntil(moment);
    }
  }
}
