package org.ibassay.link.capture;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.wire.packet.LinkType;

/// Sees every packet that a port sends or receives.
public interface Tap {
  /// Which way a packet went, seen from the tester.
  enum Direction {
    SENT,
    RECEIVED
  }

  /// Sees nothing.
  Tap NONE = (direction, mad, bytes, peerLid, qp, nanos, label) -> 0;

  /// Offers a bare MAD; headers are made up round it.
  ///
  /// @param mad its bytes; not kept after the call
  /// @param bytes how many of them were received
  /// @param peerLid the other side's LID: where it goes, or where it comes from; 0xFFFF for a
  ///   directed route, 0 if not known
  /// @param qp 0 or 1, the same at both sides
  /// @param nanos when, by the link's clock
  /// @param label what for
  /// @return the frame's number among those offered, from 1; 0 if it is not kept
  long mad(
      Direction direction,
      MemorySegment mad,
      int bytes,
      int peerLid,
      int qp,
      long nanos,
      Label label);

  /// Says that a packet was judged, by a check that passed or failed; any number of times.
  ///
  /// @param frame its number among those offered
  /// @param by step and assertions
  default void judged(long frame, Judgement by) {}

  /// Says that a packet proves a failure, so that it is kept where others are left out.
  ///
  /// @param frame its number among those offered; 0 for none
  /// @return its number in the capture; 0 if it is not in it
  default long proof(long frame) {
    return frame;
  }

  /// Offers a whole packet.
  ///
  /// @param link what it begins with
  /// @param packet its bytes; not kept after the call
  /// @param bytes how many of them there are
  /// @param nanos when, by the link's clock
  /// @param label what for
  /// @return the frame's number among those offered, from 1; 0 if it is not kept
  default long packet(
      Direction direction,
      LinkType link,
      MemorySegment packet,
      int bytes,
      long nanos,
      Label label) {
    return 0;
  }
}
