package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;

/// The sending side of one transfer: takes acknowledgments, returns segments.
///
/// The first segment is sent alone; the receiver's acknowledgments open the window. After a
/// timeout, all segments from the first unacknowledged one to the end of the window are resent.
public final class RmppSender extends RmppTransfer {
  private final MemorySegment message;
  private final int count;
  private int sent;
  private long acknowledged;
  private long windowLast = 1;

  /// @param message header, 56 bytes, complete with TransactionID and method, followed by the data;
  ///   not copied
  /// @param now by the link's clock, in nanoseconds; in all methods
  public RmppSender(MemorySegment message, RmppLimits limits, long now) {
    super(limits, message, now);
    this.message = message;
    this.count = RmppSegments.count(message.byteSize() - RmppSegments.HEADER);
  }

  /// Returns the first segment.
  public List<MemorySegment> start() {
    return upToWindow();
  }

  @Override
  List<MemorySegment> segment(MemorySegment mad, long now) {
    return List.of();
  }

  @Override
  List<MemorySegment> again() {
    sent = (int) acknowledged;
    return upToWindow();
  }

  @Override
  List<MemorySegment> acknowledgement(MemorySegment mad, long now) {
    if (!isRunning()) {
      return List.of();
    }
    long number = RmppHeader.SEGMENT_NUMBER.get(mad, 0);
    long newLast = RmppHeader.NEW_WINDOW_LAST.get(mad, 0);
    if (RmppHeader.STATUS.get(mad, 0) != RmppStatus.NORMAL) {
      return abort(
          RmppStatus.ILLEGAL_STATUS, "an ACK has RMPPStatus " + RmppHeader.STATUS.get(mad, 0));
    }
    if (newLast < number) {
      return abort(
          RmppStatus.NEW_WINDOW_LAST_TOO_SMALL,
          "an ACK of segment " + number + " has NewWindowLast " + newLast);
    }
    if (number > Math.min(windowLast, count)) {
      return abort(
          RmppStatus.SEGMENT_NUMBER_TOO_BIG,
          "segment " + number + " was acknowledged and never sent");
    }
    if (number <= acknowledged && newLast <= windowLast) {
      // An old or repeated acknowledgment. Resending for it would multiply duplicates.
      return List.of();
    }
    if (number > acknowledged) {
      acknowledged = number;
      forgetSilences();
    }
    waitFrom(now);
    windowLast = Math.max(windowLast, newLast);
    sent = Math.max(sent, (int) acknowledged);
    if (acknowledged == count) {
      complete();
      return List.of();
    }
    return upToWindow();
  }

  private List<MemorySegment> upToWindow() {
    List<MemorySegment> segments = new ArrayList<>();
    while (sent < Math.min(count, windowLast)) {
      segments.add(RmppSegments.data(message, ++sent));
    }
    return segments;
  }

  @Override
  String progress() {
    return acknowledged + " of " + count + " segments acknowledged";
  }
}
