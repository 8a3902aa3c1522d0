package org.ibassay.device.rc;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.ibassay.link.upper.SendRequest;

/// Decides which requests of a send queue wait for earlier READs and atomics (10.8.3.3).
final class Fences {
  private final RcSeams seams;

  Fences(RcSeams seams) {
    this.seams = seams;
  }

  /// @param sent incomplete requests, oldest first
  boolean holdBack(WaitingRequest next, Collection<OpenRequest> sent) {
    return next.isFenced()
        && sent.stream()
            .filter(OpenRequest::needsData)
            .anyMatch(work -> isFence(next.request(), work));
  }

  private boolean isFence(SendRequest next, OpenRequest before) {
    return seams.fence.part().waits(next, before.request(), before.answered());
  }

  /// Returns the requests that start before the first one of a queue, which only a deviation has.
  List<WaitingRequest> overtaking(
      Collection<WaitingRequest> waiting, Predicate<WaitingRequest> mayStart) {
    boolean overtakes =
        !waiting.isEmpty() && seams.overtakesFence.part().test(waiting.iterator().next().request());
    return overtakes
        ? waiting.stream().filter(one -> !one.isFenced() && mayStart.test(one)).toList()
        : List.of();
  }

  /// Returns the payload of a request.
  byte[] data(WaitingRequest next, byte[] now) {
    return next.isFenced() ? seams.fencedData.part().of(now, next.posted()) : now;
  }
}
