package org.ibassay.runner;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.Unanswered;
import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// Determines whether a DUT responds, and what it was sent when it stopped.
final class Vitality {
  /// More packets than a working link loses in a row.
  private static final int MOST_LOST = 12;

  /// The first request or packet sent since a DUT's last response.
  ///
  /// @param on where it was sent
  record LastRequest(LifeSigns on, Unanswered request) {
    boolean isLike(LastRequest other) {
      return on.equals(other.on) && request.isLike(other.request);
    }

    boolean isAkin(LastRequest other) {
      return on.equals(other.on) && request.isAkin(other.request);
    }

    @Override
    public String toString() {
      return request + (request.frame() == 0 ? "" : " (packet %d)".formatted(request.frame()));
    }
  }

  private final Clock clock;
  private final List<LifeSigns> ofAgent;
  private final List<LifeSigns> ofTransport;

  Vitality(Dut dut) {
    clock = dut.clock();
    ofAgent =
        dut.madPorts().stream().map(LifeSigns.OfAgent::new).map(LifeSigns.class::cast).toList();
    ofTransport =
        dut.packetPort().stream()
            .map(port -> new LifeSigns.OfTransport(dut, port))
            .map(LifeSigns.class::cast)
            .toList();
  }

  /// Returns the first request or packet sent since the DUT's last response; null for none.
  @Nullable LastRequest lastRequest() {
    return Stream.of(ofAgent, ofTransport)
        .flatMap(List::stream)
        .flatMap(Vitality::last)
        .min(Comparator.comparingLong(last -> last.request.sentAt()))
        .orElse(null);
  }

  private static Stream<LastRequest> last(LifeSigns on) {
    Unanswered request = on.unanswered();
    return request == null ? Stream.empty() : Stream.of(new LastRequest(on, request));
  }

  /// Whether the DUT no longer answers what it was sent last, even if it is repeated with long
  /// timeouts.
  boolean isGone(LastRequest last) throws LinkException, InterruptedException {
    List<LifeSigns> ofItsKind = ofAgent.contains(last.on) ? ofAgent : ofTransport;
    for (int i = 0; i <= MOST_LOST; i++) {
      for (LifeSigns signs : ofItsKind) {
        if (signs.answers()) {
          return false;
        }
      }
    }
    return true;
  }

  /// Waits until the DUT responds.
  ///
  /// @throws NotBackException if it does not respond within that time
  void await(Duration most) throws LinkException, NotBackException, InterruptedException {
    long end = clock.nanos() + most.toNanos();
    for (LifeSigns signs :
        Stream.of(ofAgent, ofTransport).flatMap(s -> s.stream().limit(1)).toList()) {
      while (!signs.answers()) {
        if (clock.nanos() > end) {
          throw new NotBackException("did not answer within %d s".formatted(most.toSeconds()));
        }
      }
    }
  }
}
