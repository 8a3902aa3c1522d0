package org.ibassay.device.rc;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A QP's posted receives, in the order in which they are used.
final class ReceiveQueue {
  private final Deque<Receive> posted = new ArrayDeque<>();

  void post(Receive receive) {
    posted.add(receive);
  }

  boolean isEmpty() {
    return posted.isEmpty();
  }

  int size() {
    return posted.size();
  }

  /// The next one to be used, left where it is.
  @Nullable Receive next() {
    return posted.peekFirst();
  }

  /// Takes the next one to be used.
  @Nullable Receive take() {
    return posted.pollFirst();
  }
}
