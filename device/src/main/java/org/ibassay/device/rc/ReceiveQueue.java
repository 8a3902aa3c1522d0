package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The posted receives of a QP, or of several QPs that share them, in the order of use.
final class ReceiveQueue {
  private final List<PostedReceive> posted = new ArrayList<>();
  private final @Nullable WindowSeams sharing;
  private final int depth;
  private int limit;
  private int events;

  /// A queue of one QP.
  ReceiveQueue() {
    this(null, 0);
  }

  private ReceiveQueue(@Nullable WindowSeams sharing, int depth) {
    this.sharing = sharing;
    this.depth = depth;
  }

  /// Returns a queue shared by several QPs.
  static ReceiveQueue shared(WindowSeams seams, int depth) {
    return new ReceiveQueue(seams, depth);
  }

  boolean isShared() {
    return sharing != null;
  }

  /// Depth of a shared queue.
  int depth() {
    return depth;
  }

  void post(PostedReceive receive) {
    posted.add(receive);
  }

  boolean isEmpty() {
    return posted.isEmpty();
  }

  int size() {
    return posted.size();
  }

  private int first() {
    return sharing == null ? 0 : sharing.nextShared.part().applyAsInt(posted.size());
  }

  /// Returns the next receive without removing it.
  @Nullable PostedReceive next() {
    return posted.isEmpty() ? null : posted.get(first());
  }

  /// Removes and returns the next receive.
  @Nullable PostedReceive take() {
    if (posted.isEmpty()) {
      return null;
    }
    PostedReceive taken = posted.remove(first());
    if (sharing != null && limit > 0 && sharing.belowLimit.part().isBelow(posted.size(), limit)) {
      limit = 0;
      events = sharing.limitEvents.part().applyAsInt(events + 1);
    }
    return taken;
  }

  /// Requests an event for when fewer receives than the limit are posted.
  void setLimit(int receives) {
    limit = receives;
  }

  /// Returns the number of events since the last call.
  int takeEvents() {
    int raised = events;
    events = 0;
    return raised;
  }
}
