package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadStatus;

/// Notice (14.2.5.1): the oldest event of a queue, which a Get does not remove, and the number of
/// events (13.4.8). Only with IsNoticeSupported; Set is not supported here.
final class NoticeLog implements AttributeHandler {
  private static final int EMPTY = 0x7F;
  private static final int MOST = 32;

  private final boolean isSupported;
  private final Deque<MemorySegment> events = new ArrayDeque<>();

  NoticeLog(boolean isSupported) {
    this.isSupported = isSupported;
  }

  /// Adds an event; it is lost if the queue is full.
  void add(MemorySegment notice) {
    if (isSupported && events.size() < MOST) {
      events.add(notice);
    }
  }

  @Override
  public int get(Transaction t) {
    if (!isSupported) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    t.clearAnswer();
    if (events.isEmpty()) {
      t.answer(Notice.IS_GENERIC, 1);
      t.answer(Notice.TYPE, EMPTY);
    } else {
      t.answer(events.getFirst());
      t.answer(Notice.NOTICE_COUNT, events.size());
    }
    return MadStatus.OK;
  }

  @Override
  public int set(Transaction t) {
    return MadStatus.BAD_METHOD_ATTRIBUTE;
  }
}
