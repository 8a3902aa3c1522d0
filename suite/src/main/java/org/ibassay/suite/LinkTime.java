package org.ibassay.suite;

import java.time.Duration;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;

/// The clock of the link that a test runs on. Packets received during a wait are kept.
final class LinkTime {
  /// Shorter waits are not shown as progress.
  private static final Duration NOTICED = Duration.ofSeconds(2);

  private final Steps steps;
  private volatile boolean isTaken;

  LinkTime(Steps steps) {
    this.steps = steps;
  }

  /// The present time in nanoseconds.
  long now() {
    MadPort port = steps.body().port;
    return port == null ? packetPort().clock().nanos() : port.clock().nanos();
  }

  void waitFor(Duration duration) throws TestException {
    waitUntil(now() + duration.toNanos());
  }

  void waitUntil(long moment) throws TestException {
    take();
    report(moment);
    MadPort port = steps.body().port;
    try {
      if (port == null) {
        packetPort().waitUntil(moment);
      } else {
        port.waitUntil(moment);
      }
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private void report(long moment) {
    Duration left = Duration.ofNanos(moment - now());
    if (left.compareTo(NOTICED) >= 0 && !isSimulated() && !steps.isIteration()) {
      steps.context().progress().waiting(left);
    }
  }

  private boolean isSimulated() {
    MadPort port = steps.body().port;
    return port == null ? packetPort().isSimulated() : port.isSimulated();
  }

  private PacketPort packetPort() {
    return steps.context().dut().packetPort().orElseThrow();
  }

  /// Records that the verdict depends on time from now on.
  void take() {
    isTaken = true;
  }

  boolean isTaken() {
    return isTaken;
  }
}
