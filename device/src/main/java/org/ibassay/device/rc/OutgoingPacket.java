package org.ibassay.device.rc;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome;

/// A packet that an adapter is about to send.
///
/// @param psn 24 bits
/// @param ackRequest the AckReq bit
/// @param settings fields of its extended headers, 0 unless given here, and fields of other headers
///   that differ from the usual value
/// @param payload without pad
public record OutgoingPacket(
    OpCode opCode, int psn, boolean ackRequest, List<Setting> settings, MemorySegment payload) {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /// A field and its value.
  public record Setting(Header header, Field field, long value) {}

  /// Copies the settings, and creates a view of the payload.
  public OutgoingPacket {
    settings = List.copyOf(settings);
    payload = payload.asReadOnly();
  }

  static OutgoingPacket request(OpCode opCode, int psn, boolean ackRequest) {
    return new OutgoingPacket(opCode, psn, ackRequest, List.of(), NOTHING);
  }

  static OutgoingPacket response(OpCode opCode, int psn) {
    return new OutgoingPacket(opCode, psn, false, List.of(), NOTHING);
  }

  /// Returns a copy with another OpCode; headers that it does not have are removed.
  public OutgoingPacket withOpCode(OpCode other) {
    List<Setting> kept =
        settings.stream()
            .filter(setting ->
                setting.header().compareTo(Header.BTH) <= 0
                    || other.headers().contains(setting.header()))
            .toList();
    return new OutgoingPacket(other, psn, ackRequest, kept, payload);
  }

  /// Returns a copy with another PSN.
  public OutgoingPacket withPsn(int other) {
    return new OutgoingPacket(opCode, other, ackRequest, settings, payload);
  }

  /// Returns a copy with another AckReq bit.
  public OutgoingPacket withAckRequest(boolean asked) {
    return new OutgoingPacket(opCode, psn, asked, settings, payload);
  }

  /// Returns a copy with another payload.
  public OutgoingPacket withPayload(byte[] other) {
    return new OutgoingPacket(opCode, psn, ackRequest, settings, MemorySegment.ofArray(other));
  }

  /// Returns a copy with another value of a field; unchanged if it does not have this header.
  /// Headers before the extended ones are assumed to exist.
  public OutgoingPacket with(Header header, Field field, long value) {
    if (header.compareTo(Header.BTH) > 0 && !opCode.headers().contains(header)) {
      return this;
    }
    List<Setting> changed = new ArrayList<>(settings);
    changed.removeIf(setting -> setting.field().equals(field));
    changed.add(new Setting(header, field, value));
    return new OutgoingPacket(opCode, psn, ackRequest, changed, payload);
  }

  /// A field's value.
  public long get(Field field) {
    return settings.stream()
        .filter(setting -> setting.field().equals(field))
        .mapToLong(Setting::value)
        .findFirst()
        .orElse(0);
  }

  OutgoingPacket withAeth(Syndrome syndrome, int msn) {
    return with(Header.AETH, Aeth.SYNDROME, syndrome.value()).with(Header.AETH, Aeth.MSN, msn);
  }

  /// Whether it is a positive acknowledgment without data, which a later response may replace.
  public boolean isPlainAck() {
    return opCode == OpCode.RC_ACK && Syndrome.of((int) get(Aeth.SYNDROME)) instanceof Syndrome.Ack;
  }
}
