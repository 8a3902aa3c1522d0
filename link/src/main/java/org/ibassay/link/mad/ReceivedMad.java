package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.link.rmpp.RmppSegments;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The MAD that a link received last; valid until the next [#receive].
final class ReceivedMad {
  private final MadLink link;
  private final Tap tap;
  private final MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  ReceivedMad(MadLink link, Tap tap) {
    this.link = link;
    this.tap = tap;
  }

  /// Waits for a MAD, at most until a given time.
  MadLink.Arrival receive(long until) throws LinkException {
    MadLink.Arrival arrival = link.receive(mad, until);
    if (arrival == MadLink.Arrival.MAD && bytes() < Smp.BYTES_OF_MAD) {
      mad.asSlice(bytes()).fill((byte) 0);
    }
    return arrival;
  }

  /// Its 256 bytes; if fewer were received, the rest is 0.
  MemorySegment mad() {
    return mad;
  }

  /// The number of bytes received.
  int bytes() {
    return link.receivedBytes();
  }

  /// The tester's part of the TransactionID.
  long transactionId() {
    return MadHeader.TRANSACTION_ID.get(mad, 0) & link.transactionBits();
  }

  /// Whether it is part of a response that the stack below does not reassemble.
  boolean isSegment() {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION
        && bytes() >= RmppHeader.DATA
        && RmppHeader.ACTIVE.get(mad, 0) == 1
        && link.whole() == null;
  }

  /// Returns the defect of its length; null for none.
  @Nullable Misfit misfit(long frame) {
    boolean fits = bytes() == Smp.BYTES_OF_MAD || !link.reportsLength();
    return fits ? null : Misfit.of(mad, bytes(), frame);
  }

  /// Captures it as a MAD from the source LID that the link reports.
  long capture(long now, Label label) {
    boolean directed = MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE;
    return capture(now, label, directed ? Smp.PERMISSIVE_LID : link.sourceLid() & 0xFFFF);
  }

  /// Captures it.
  ///
  /// @return its frame number in the capture
  long capture(long now, Label label, int peerLid) {
    int qp = Addressing.destQp((int) MadHeader.MGMT_CLASS.get(mad, 0));
    MemorySegment whole = qp == Gmp.QP ? link.whole() : null;
    if (whole == null) {
      int length = link.reportsLength() ? bytes() : Math.min(bytes(), Smp.BYTES_OF_MAD);
      return tap.mad(Direction.RECEIVED, mad, length, peerLid, qp, now, label);
    }
    long frame = 0;
    for (MemorySegment segment : segments(whole)) {
      frame = tap.mad(Direction.RECEIVED, segment, Smp.BYTES_OF_MAD, peerLid, qp, now, label);
    }
    return frame;
  }

  /// Splits a message that the stack below has reassembled into segments as they must have been
  /// received: with the header of the first one.
  private List<MemorySegment> segments(MemorySegment whole) {
    if (whole.byteSize() <= Smp.BYTES_OF_MAD) {
      return List.of(mad);
    }
    List<MemorySegment> segments = new ArrayList<>(RmppSegments.of(whole));
    segments.set(0, mad);
    return segments;
  }
}
