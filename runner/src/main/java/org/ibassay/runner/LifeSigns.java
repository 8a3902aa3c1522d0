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

/// A port of the tester's on which a DUT shows whether it lives.
sealed interface LifeSigns {
  /// Returns the first request or packet sent since the DUT's last answer; null for none.
  @Nullable Unanswered unanswered();

  /// Whether the DUT answers, asked once with patience.
  boolean answers() throws LinkException, InterruptedException;

  /// Watches for a request or packet from now on.
  ///
  /// @param which may be sent
  void watch(Unanswered watched, Extent which);

  /// Whether something was kept from being sent since the last [#watch].
  boolean hasHeldBack();

  /// Waits until a moment by the link's clock.
  void waitUntil(long moment) throws LinkException, InterruptedException;

  /// By management datagrams.
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

  /// By packets of the transport, and by what drives the DUT from above.
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
