package org.ibassay.link.packet;

import org.ibassay.link.Unanswered;

/// The first transport packet sent to a DUT since it was last heard.
///
/// @param purpose what it was sent for
/// @param number its number among the packets for that purpose, from 1, since [PacketWatch#begin]
/// @param what OpCode and PSN
/// @param frame its frame number in the capture
/// @param sentAt by the link's clock, in nanoseconds
/// @param occurrence 1 if it is the watched packet, else 0
public record UnansweredPacket(
    String purpose, long number, String what, long frame, long sentAt, long occurrence)
    implements Unanswered {
  /// Compares neither PSN nor QP number: they differ from run to run.
  @Override
  public boolean isLike(Unanswered other) {
    return other instanceof UnansweredPacket packet
        && packet.purpose.equals(purpose)
        && packet.number == number;
  }

  @Override
  public boolean isAkin(Unanswered other) {
    return other instanceof UnansweredPacket packet && packet.purpose.equals(purpose);
  }

  @Override
  public boolean mayCutOff() {
    return false;
  }

  @Override
  public String toString() {
    return "packet %d of %s (%s)".formatted(number, purpose, what);
  }
}
