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
/// @param opCode of a reliable connection
/// @param psn 24 bits
/// @param ackRequest whether it asks for an acknowledge
/// @param settings fields of its extended headers; what is not here is 0
/// @param payload without pad
public record Outgoing(
    OpCode opCode, int psn, boolean ackRequest, List<Setting> settings, MemorySegment payload) {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /// A field and its value.
  public record Setting(Header header, Field field, long value) {}

  /// Keeps a copy of the settings, and a view of the payload.
  public Outgoing {
    settings = List.copyOf(settings);
    payload = payload.asReadOnly();
  }

  static Outgoing request(OpCode opCode, int psn, boolean ackRequest) {
    return new Outgoing(opCode, psn, ackRequest, List.of(), NOTHING);
  }

  static Outgoing response(OpCode opCode, int psn) {
    return new Outgoing(opCode, psn, false, List.of(), NOTHING);
  }

  /// The same, of another operation; headers that it does not have are left out.
  public Outgoing withOpCode(OpCode other) {
    List<Setting> kept =
        settings.stream().filter(setting -> other.headers().contains(setting.header())).toList();
    return new Outgoing(other, psn, ackRequest, kept, payload);
  }

  /// The same, with another PSN.
  public Outgoing withPsn(int other) {
    return new Outgoing(opCode, other, ackRequest, settings, payload);
  }

  /// The same, with or without a wish for an acknowledge.
  public Outgoing withAckRequest(boolean asked) {
    return new Outgoing(opCode, psn, asked, settings, payload);
  }

  /// The same, with another payload.
  public Outgoing withPayload(byte[] other) {
    return new Outgoing(opCode, psn, ackRequest, settings, MemorySegment.ofArray(other));
  }

  /// The same, with another value in a field; unchanged when it has no such header.
  public Outgoing with(Header header, Field field, long value) {
    if (!opCode.headers().contains(header)) {
      return this;
    }
    List<Setting> changed = new ArrayList<>(settings);
    changed.removeIf(setting -> setting.field().equals(field));
    changed.add(new Setting(header, field, value));
    return new Outgoing(opCode, psn, ackRequest, changed, payload);
  }

  /// A field's value.
  public long get(Field field) {
    return settings.stream()
        .filter(setting -> setting.field().equals(field))
        .mapToLong(Setting::value)
        .findFirst()
        .orElse(0);
  }

  Outgoing withAeth(Syndrome syndrome, int msn) {
    return with(Header.AETH, Aeth.SYNDROME, syndrome.value()).with(Header.AETH, Aeth.MSN, msn);
  }

  /// Whether it is an acknowledge without data that refuses nothing: one that a later response may
  /// stand for.
  public boolean isPlainAck() {
    return opCode == OpCode.RC_ACK && Syndrome.of((int) get(Aeth.SYNDROME)) instanceof Syndrome.Ack;
  }
}
