package org.ibassay.link.capture;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.wire.packet.LinkType;

/// Receives every packet that a port sends or receives.
public interface Tap {
  /// The direction of a packet, seen from the tester.
  enum Direction {
    SENT,
    RECEIVED
  }

  /// Ignores all packets.
  Tap NONE = (direction, mad, bytes, peerLid, qp, nanos, label) -> 0;

  /// Offers a bare MAD; its headers are reconstructed.
  ///
  /// @param mad its bytes; not kept after the call
  /// @param bytes number of bytes received
  /// @param peerLid LID of the other side, destination or source; 0xFFFF for a directed route, 0 if
  ///   unknown
  /// @param qp 0 or 1, the same on both sides
  /// @param nanos time by the link's clock
  /// @param label purpose of the packet
  /// @return the frame's number among those offered, from 1; 0 if it is not kept
  long mad(
      Direction direction,
      MemorySegment mad,
      int bytes,
      int peerLid,
      int qp,
      long nanos,
      Label label);

  /// Reports that a packet was judged, by a check that passed or failed; may be repeated.
  ///
  /// @param frame its number among those offered
  /// @param by step and assertions
  default void judged(long frame, Judgement by) {}

  /// Reports that a packet proves a failure, so that it is kept even if others are left out.
  ///
  /// @param frame its number among those offered; 0 for none
  /// @return its number in the capture; 0 if it is not in it
  default long proof(long frame) {
    return frame;
  }

  /// Offers a whole packet.
  ///
  /// @param link type of its first header
  /// @param packet its bytes; not kept after the call
  /// @param bytes number of bytes
  /// @param nanos time by the link's clock
  /// @param label purpose of the packet
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
