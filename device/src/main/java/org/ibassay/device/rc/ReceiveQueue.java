package org.ibassay.device.rc;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A QP's posted receives, in the order in which they are used.
final class ReceiveQueue {
  private final Deque<PostedReceive> posted = new ArrayDeque<>();

  void post(PostedReceive receive) {
    posted.add(receive);
  }

  boolean isEmpty() {
    return posted.isEmpty();
  }

  int size() {
    return posted.size();
  }

  /// The next one to be used, left where it is.
  @Nullable PostedReceive next() {
    return posted.peekFirst();
  }

  /// Takes the next one to be used.
  @Nullable PostedReceive take() {
    return posted.pollFirst();
  }
}
