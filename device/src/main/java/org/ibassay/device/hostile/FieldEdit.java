package org.ibassay.device.hostile;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;

/// Computes a new value of a field.
@FunctionalInterface
interface FieldEdit {
  ValueLayout.OfInt INT = JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  long of(long value);

  /// Returns a copy of a transport packet with another value in a header's field, and a correct
  /// ICRC; the unchanged packet if it does not have that header.
  static byte[] edited(LinkType link, byte[] packet, Header header, Field field, FieldEdit edit) {
    byte[] bytes = packet.clone();
    MemorySegment in = MemorySegment.ofArray(bytes);
    TransportPacket reader = new TransportPacket(in);
    reader.read(link, 0, bytes.length);
    if (!reader.isTransport() || !reader.has(Header.BTH) || !reader.has(header)) {
      return bytes;
    }
    long at = reader.at(header);
    field.set(in, at, edit.of(field.get(in, at)));
    reader.read(link, 0, bytes.length);
    long icrc = reader.payloadAt() + reader.payloadBytes() + reader.padCount();
    if (reader.isWhole() && icrc + Integer.BYTES <= bytes.length) {
      in.set(INT, icrc, reader.icrcComputed());
    }
    return bytes;
  }
}
