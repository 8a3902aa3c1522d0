package org.ibassay.suite;

import java.time.Duration;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;

/// The time of the link that a test runs on. Packets that come while it passes are kept.
final class LinkTime {
  /// What a person does not notice is not reported.
  private static final Duration NOTICED = Duration.ofSeconds(2);

  private final Steps steps;
  private volatile boolean isTaken;

  LinkTime(Steps steps) {
    this.steps = steps;
  }

  /// In nanoseconds.
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

  /// Says that time matters from now on.
  void take() {
    isTaken = true;
  }

  boolean isTaken() {
    return isTaken;
  }
}
