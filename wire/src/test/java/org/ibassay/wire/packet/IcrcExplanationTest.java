package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IcrcExplanationTest {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment frame = MemorySegment.ofArray(new byte[200]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final TransportPacket packet = new TransportPacket(frame);
  private int bytes;

  static List<Envelope> envelopes() {
    return SamplePackets.envelopes();
  }

  private IcrcExplanation read(Envelope envelope) {
    packet.read(envelope.framing().link(), 0, bytes);
    return IcrcExplanation.of(packet).orElseThrow();
  }

  private void write(Envelope envelope) {
    bytes = writer.begin(envelope, OpCode.RC_SEND_ONLY, 0).payload(20).end();
  }

  /// Says the same as the sum itself: no bit of what is masked counts, and every other bit does.
  @ParameterizedTest
  @MethodSource("envelopes")
  void namesWhatDoesNotCount(Envelope envelope) {
    write(envelope);
    IcrcExplanation right = read(envelope);
    int computed = packet.icrcComputed();
    assertThat(right.guesses()).isEmpty();
    for (int bit = right.from() * 8; bit < right.to() * 8; bit++) {
      flip(bit);
      packet.read(envelope.framing().link(), 0, bytes);
      if (packet.isWhole()
          && packet.icrcAt() == right.to()
          && packet.framing().equals(Optional.of(envelope.framing()))) {
        assertThat(packet.icrcComputed() == computed)
            .as("bit " + bit)
            .isEqualTo(masked(right, bit));
      }
      flip(bit);
    }
  }

  private void flip(int bit) {
    byte one = frame.get(JAVA_BYTE, bit / 8);
    frame.set(JAVA_BYTE, bit / 8, (byte) (one ^ (0x80 >> (bit & 7))));
  }

  private static boolean masked(IcrcExplanation icrc, int bit) {
    return icrc.masked().stream()
        .anyMatch(one -> {
          Field field = one.field();
          if (field == null) {
            return bit >= one.from() * 8 && bit < one.to() * 8;
          }
          int first = one.from() * 8 + (field.bitOffset() & 7);
          return bit >= first && bit < first + field.width();
        });
  }

  @Test
  void guessesWhatWasDoneInstead() {
    Envelope envelope = SamplePackets.IPV4.with(Header.IPV4, Ipv4.TYPE_OF_SERVICE, 0x02);
    write(envelope);
    int icrc = read(envelope).to();
    int right = packet.icrcFound();

    frame.set(INT, icrc, Integer.reverseBytes(right));
    assertThat(read(envelope).guesses())
        .containsExactly("it would be right if its bytes were turned round");
    frame.set(INT, icrc, 0);
    assertThat(read(envelope).guesses())
        .containsExactly("it is 0, as in a capture taken before the adapter filled it in");
    frame.set(INT, icrc, right ^ 1);
    assertThat(read(envelope).guesses())
        .containsExactly("one bit of it differs: it was damaged itself");
    frame.set(INT, icrc, right ^ 3);
    assertThat(read(envelope).guesses()).isEmpty();
    frame.set(INT, icrc, unmasked(icrc));
    assertThat(read(envelope).guesses())
        .containsExactly("it would be right if nothing counted as ones");
  }

  @Test
  void namesTheFieldThatWasForgotten() {
    write(SamplePackets.IPV4.with(Header.IPV4, Ipv4.TYPE_OF_SERVICE, 0xFF));
    int icrc = packet(SamplePackets.IPV4);
    int counted = packet.icrcComputed();
    Ipv4.TYPE_OF_SERVICE.set(frame, 14, 0x10);
    frame.set(INT, icrc, counted);
    assertThat(read(SamplePackets.IPV4).guesses()).isEmpty();
    frame.set(INT, icrc, forgetting(icrc));
    assertThat(read(SamplePackets.IPV4).guesses())
        .containsExactly("it would be right if IPv4 Type of Service (byte 15) counted as it is");
  }

  private int packet(Envelope envelope) {
    return read(envelope).to();
  }

  /// All as it should be but for the Type of Service.
  private int forgetting(int icrc) {
    byte[] covered = frame.asSlice(14, icrc - 14).toArray(JAVA_BYTE);
    covered[8] = -1;
    covered[10] = -1;
    covered[11] = -1;
    covered[26] = -1;
    covered[27] = -1;
    covered[32] = -1;
    return crc(covered);
  }

  private int unmasked(int icrc) {
    return crc(frame.asSlice(14, icrc - 14).toArray(JAVA_BYTE));
  }

  private static int crc(byte[] covered) {
    CRC32 crc = new CRC32();
    crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
    crc.update(covered);
    return Integer.reverseBytes((int) crc.getValue());
  }
}
