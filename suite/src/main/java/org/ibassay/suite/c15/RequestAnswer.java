package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Steps;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// The acknowledgments and the response required for a segmented request for paths: checks of the
/// present step.
///
/// @param ports ports between which the paths lead
record RequestAnswer(Steps steps, List<Gid> ports) {
  private static final int UNIT = 8;
  private static final int SA_HEADER = SaHeader.DATA - RmppHeader.DATA;
  private static final int FULL = Smp.BYTES_OF_MAD - RmppHeader.DATA;

  /// Verifies that the first segment is acknowledged, and the window opened.
  void verifyFirstAck(RequestTransfer transfer) {
    List<SegmentSpec> acks = transfer.acks();
    SegmentSpec ack = acks.isEmpty() ? null : acks.getFirst();
    boolean isRight =
        ack != null
            && ack.number() == 1
            && ack.header(RmppHeader.NEW_WINDOW_LAST) >= 2
            && isWell(ack);
    transfer.verify(
        ack,
        isRight,
        "an ACK of segment 1 with RMPPVersion 1, Active, RMPPStatus 0, NewWindowLast 2 or more",
        ack == null
            ? "none"
            : "%s, RMPPVersion %d, RMPPFlags %d, RMPPStatus %d, NewWindowLast %d"
                .formatted(
                    ack,
                    ack.header(RmppHeader.RMPP_VERSION),
                    ack.header(RmppHeader.FLAGS),
                    ack.header(RmppHeader.STATUS),
                    ack.header(RmppHeader.NEW_WINDOW_LAST)));
  }

  private static boolean isWell(SegmentSpec mad) {
    return mad.header(RmppHeader.RMPP_VERSION) == RmppHeader.VERSION
        && mad.header(RmppHeader.ACTIVE) == 1
        && mad.header(RmppHeader.STATUS) == 0;
  }

  /// Verifies that every segment is acknowledged, within a window that never shrinks.
  void verifyWindows(RequestTransfer transfer) {
    long window = 1;
    for (SegmentSpec ack : transfer.acks()) {
      long last = ack.header(RmppHeader.NEW_WINDOW_LAST);
      transfer.verify(
          ack,
          isWell(ack) && last >= ack.number() && last >= window,
          "NewWindowLast %d or more in a well-formed %s"
              .formatted(Math.max(window, ack.number()), ack),
          "NewWindowLast " + last);
      window = Math.max(window, last);
    }
    transfer.verifyNotEnded();
    transfer.verify(
        null,
        transfer.acknowledged() == transfer.count(),
        "an ACK of segment " + transfer.count(),
        "an ACK of segment %d as the last".formatted(transfer.acknowledged()));
  }

  /// Notes whether the response began before the direction turned.
  void noteTurn(RequestTransfer transfer) {
    SegmentSpec first = transfer.segment(1);
    if (first != null) {
      steps.reading(first.frame(), Reading.RMPP_TURN, "at-once");
    } else if (transfer.acknowledged() == transfer.count()) {
      steps.reading(0, Reading.RMPP_TURN, "awaited");
    }
  }

  /// Notes whether a wrong segment has ended the transfer.
  void noteWrong(RequestTransfer transfer) {
    SegmentSpec end = transfer.end();
    steps.reading(
        end == null ? 0 : end.frame(),
        Reading.RMPP_WRONG_SEGMENT,
        end == null ? "ignored" : "abort");
  }

  /// Verifies that the request was answered by one complete transfer of paths.
  void verifyWhole(RequestTransfer transfer) {
    transfer.verifyNotEnded();
    SegmentSpec first = transfer.segment(1);
    if (first == null) {
      transfer.verify(null, false, "a segmented response", "none");
      return;
    }
    long status = first.header(MadHeader.STATUS);
    transfer.verify(first, status == 0, "Status 0", "Status 0x%04X".formatted(status));
    boolean isRight =
        first.header(MadHeader.METHOD) == SaMethod.GET_MULTI_RESP
            && first.header(MadHeader.ATTRIBUTE_ID) == PathRecord.ATTRIBUTE.id()
            && first.header(RmppHeader.FIRST) == 1;
    transfer.verify(
        first, isRight, "GetMultiResp of PathRecord with RMPPFlags.First", first.toString());
    if (status == 0) {
      verifyPaths(transfer, first);
    }
  }

  private void verifyPaths(RequestTransfer transfer, SegmentSpec first) {
    List<Byte> data = new ArrayList<>();
    boolean isOver = false;
    for (int number = 1; !isOver; number++) {
      SegmentSpec segment = transfer.segment(number);
      if (segment == null) {
        transfer.verify(null, false, "segment " + number, "none");
        return;
      }
      isOver = segment.isLast();
      long length = isOver ? segment.header(RmppHeader.PAYLOAD_LENGTH) : FULL;
      for (int i = SA_HEADER; i < Math.min(length, FULL); i++) {
        data.add(segment.mad().get(ValueLayout.JAVA_BYTE, RmppHeader.DATA + i));
      }
    }
    byte[] bytes = new byte[data.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = data.get(i);
    }
    MemorySegment table = MemorySegment.ofArray(bytes);
    long distance = first.header(SaHeader.ATTRIBUTE_OFFSET) * UNIT;
    boolean hasRecords = distance >= PathRecord.ATTRIBUTE.layout().bytes() && bytes.length > 0;
    transfer.verify(
        first,
        hasRecords && bytes.length % distance == 0,
        "whole PathRecords",
        "%d bytes, AttributeOffset %d".formatted(bytes.length, distance / UNIT));
    for (long at = 0; hasRecords && at + distance <= bytes.length; at += distance) {
      Gid from = Gid.get(PathRecord.SGID, table, at);
      Gid to = Gid.get(PathRecord.DGID, table, at);
      transfer.verify(
          first,
          ports.contains(from) && ports.contains(to),
          "a path between ports that were named",
          "from %s to %s".formatted(from, to));
    }
  }
}
