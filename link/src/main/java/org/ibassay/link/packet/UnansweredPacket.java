package org.ibassay.link.packet;

import org.ibassay.link.Unanswered;

/// The first packet of the transport to a DUT since it was heard last.
///
/// @param purpose what it was sent for
/// @param number which packet for that purpose it was, from 1, since the port began to
///   [watch][PacketWatch#begin]
/// @param what OpCode and PSN
/// @param frame its number in the capture
/// @param sentAt by the link's clock
/// @param occurrence 1 where it is the one that is watched, else 0
public record UnansweredPacket(
    String purpose, long number, String what, long frame, long sentAt, long occurrence)
    implements Unanswered {
  /// PSNs and QPNs differ from run to run.
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
