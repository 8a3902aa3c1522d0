package org.ibassay.suite;

import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.mad.GmpAttribute;

/// A CM message received from the DUT.
///
/// @param packet that carried it
/// @param message a copy
public record CmIn(PacketIn packet, CmMessage message) {
  static CmIn of(ReceivedPacket received) {
    return new CmIn(new PacketIn(received), CmMessage.read(GmpPort.mad(received)));
  }

  /// Returns its frame number in the capture.
  public long frame() {
    return packet.frame();
  }

  /// Returns the time of reception by the link's clock, in nanoseconds.
  public long nanos() {
    return packet.nanos();
  }

  /// Returns whether the message is of a kind.
  public boolean is(GmpAttribute kind) {
    return message.is(kind);
  }

  /// Returns the value of a field.
  public long get(Field field) {
    return message.get(field);
  }

  /// Returns the kind of the message and, for a REJ, the reason.
  @Override
  public String toString() {
    return is(ConnectReject.ATTRIBUTE)
        ? "%s, reason %d".formatted(message, get(ConnectReject.REASON))
        : message.toString();
  }
}
