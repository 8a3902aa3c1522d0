package org.ibassay.suite;

import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.Field;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.mad.GmpAttribute;

/// A message of communication management received from the DUT.
///
/// @param packet that brought it
/// @param message a copy
public record CmIn(PacketIn packet, CmMessage message) {
  static CmIn of(ReceivedPacket received) {
    return new CmIn(new PacketIn(received), CmMessage.read(GmpPort.mad(received)));
  }

  /// Its number in the capture.
  public long frame() {
    return packet.frame();
  }

  /// When it was received, by the link's clock, in nanoseconds.
  public long nanos() {
    return packet.nanos();
  }

  /// Whether it is of that kind.
  public boolean is(GmpAttribute kind) {
    return message.is(kind);
  }

  /// A field of the message.
  public long get(Field field) {
    return message.get(field);
  }

  /// Its kind, of a REJ with the reason.
  @Override
  public String toString() {
    return is(ConnectReject.ATTRIBUTE)
        ? "%s, reason %d".formatted(message, get(ConnectReject.REASON))
        : message.toString();
  }
}
