package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The posted receives of a QP, or of several that share them, in the order in which they are used.
final class ReceiveQueue {
  private final List<PostedReceive> posted = new ArrayList<>();
  private final @Nullable WindowSeams sharing;
  private final int depth;
  private int limit;
  private int events;

  /// Of one QP.
  ReceiveQueue() {
    this(null, 0);
  }

  private ReceiveQueue(@Nullable WindowSeams sharing, int depth) {
    this.sharing = sharing;
    this.depth = depth;
  }

  /// Of several QPs.
  static ReceiveQueue shared(WindowSeams seams, int depth) {
    return new ReceiveQueue(seams, depth);
  }

  boolean isShared() {
    return sharing != null;
  }

  /// How many receives can be posted at a time, where several QPs share them.
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

  /// The next one to be used, left where it is.
  @Nullable PostedReceive next() {
    return posted.isEmpty() ? null : posted.get(first());
  }

  /// Takes the next one to be used.
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

  /// Asks for an event when fewer receives are posted.
  void setLimit(int receives) {
    limit = receives;
  }

  /// How many events were raised since this was last asked.
  int takeEvents() {
    int raised = events;
    events = 0;
    return raised;
  }
}
