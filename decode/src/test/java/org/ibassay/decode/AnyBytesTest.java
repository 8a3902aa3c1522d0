package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ibassay.link.capture.CaptureReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Any bytes in a capture are written in every format without an exception.
class AnyBytesTest {
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());
  private static final int ROUNDS = 500;

  @TempDir Path directory = Path.of("");

  @Test
  void everyStyleTakesThem() throws Exception {
    byte[] whole = Files.readAllBytes(Captured.write(directory.resolve("c.pcapng")));
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = whole.clone();
      for (int n = random.nextInt(8); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      read(bytes);
    }
  }

  /// Packets of any bytes and any length, of each link type.
  @Test
  void alsoFromTheFirstByteOn() throws Exception {
    byte[] whole = Files.readAllBytes(Captured.write(directory.resolve("c.pcapng")));
    List<byte[]> packets = packets(whole);
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] packet = packets.get(random.nextInt(packets.size())).clone();
      for (int n = random.nextInt(4); n > 0; n--) {
        packet[random.nextInt(Math.min(90, packet.length))] = (byte) random.nextInt();
      }
      int[] links = {1, 197, 247, 147};
      byte[] cut = Arrays.copyOf(packet, random.nextInt(packet.length + 1));
      ByteBuffer file = ByteBuffer.allocate(40 + cut.length).order(ByteOrder.BIG_ENDIAN);
      file.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(65535);
      file.putInt(links[random.nextInt(links.length)]);
      file.putInt(1).putInt(2).putInt(cut.length).putInt(packet.length).put(cut);
      read(file.array());
    }
  }

  private static List<byte[]> packets(byte[] file) {
    List<byte[]> packets = new ArrayList<>();
    CaptureReader capture = CaptureReader.of(MemorySegment.ofArray(file));
    while (capture.next()) {
      packets.add(capture.packet().toArray(JAVA_BYTE));
    }
    assertThat(packets).hasSize(7);
    return packets;
  }

  private static void read(byte[] bytes) {
    for (Decoder.Style style : Decoder.Style.values()) {
      CaptureReader capture = CaptureReader.of(MemorySegment.ofArray(bytes));
      try {
        new Decoder(style, Filter.ALL, new Out(OutputStream.nullOutputStream())).decode(capture);
      } catch (RuntimeException e) {
        throw new AssertionError(
            style + " at packet " + capture.frame() + ", -Dibassay.seed=" + SEED, e);
      }
    }
  }
}
