package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibassay.link.Label;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Icrc;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.packet.Vcrc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcapNgWriterTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("trace.pcapng");
  }

  private static MemorySegment smp(int mgmtClass) {
    byte[] bytes = new byte[256];
    new SplittableRandom(7).nextBytes(bytes);
    MemorySegment mad = MemorySegment.ofArray(bytes);
    MadHeader.MGMT_CLASS.set(mad, 0, mgmtClass);
    return mad;
  }

  private static byte[] bytes(ByteBuffer data, int from, int length) {
    byte[] out = new byte[length];
    data.get(from, out);
    return out;
  }

  @Test
  void emptyCaptureIsAFile() throws Exception {
    new PcapNgWriter(file()).close();
    PcapNgFile read = PcapNgFile.read(file());
    assertThat(read.linkTypes).containsExactly(197);
    assertThat(read.resolution).isEqualTo(9);
    assertThat(read.packets).isEmpty();
  }

  @Test
  void packetHasItsHeaders() throws Exception {
    MemorySegment mad = smp(0x81);
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      long time = 1_700_000_000_123_456_789L;
      assertThat(writer.mad(Direction.SENT, mad, 256, 0xFFFF, 0, time, Label.of("step 3")))
          .isEqualTo(1);
      assertThat(writer.mad(Direction.RECEIVED, mad, 256, 0xFFFF, 0, 5, Label.NONE)).isEqualTo(2);
    }
    PcapNgFile read = PcapNgFile.read(file());
    assertThat(read.packets).hasSize(2);
    PcapNgFile.Packet sent = read.packets.getFirst();
    assertThat(sent.time()).isEqualTo(1_700_000_000_123_456_789L);
    assertThat(sent.flags()).isEqualTo(2);
    assertThat(sent.comment()).isEqualTo("step 3");
    assertThat(read.packets.get(1).time()).isEqualTo(5);
    assertThat(read.packets.get(1).flags()).isEqualTo(1);
    assertThat(read.packets.get(1).comment()).isEmpty();

    ByteBuffer data = sent.data();
    assertThat(data.capacity()).isEqualTo(16 + 8 + 12 + 8 + 256 + 4 + 2);
    assertThat(data.get(8)).as("ERF type").isEqualTo((byte) 21);
    assertThat(data.getShort(10)).as("record length").isEqualTo((short) data.capacity());
    assertThat(data.getShort(14)).as("wire length").isEqualTo((short) 290);
    assertThat(Long.reverseBytes(data.getLong(0)) >>> 32).isEqualTo(1_700_000_000L);
    assertThat(bytes(data, 16, 28))
        .as("LRH on VL 15 to the permissive LID, BTH of a UD send to QP0, DETH from QP0")
        .containsExactly(
            0xF0, 0x02, 0xFF, 0xFF, 0x00, 72, 0xFF, 0xFF, //
            0x64, 0x00, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, //
            0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(MemorySegment.ofArray(bytes(data, 44, 256)).mismatch(mad)).isEqualTo(-1);
    MemorySegment packet = MemorySegment.ofArray(bytes(data, 16, 290));
    assertThat(data.getInt(300)).isEqualTo(Icrc.of(packet, 0, 284));
    assertThat(data.getShort(304)).isEqualTo((short) Vcrc.of(packet, 0, 288));
  }

  @Test
  void lidsStandOnTheirSides() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      writer.mad(Direction.SENT, smp(1), 256, 0x1234, 0, 0, Label.NONE);
      writer.mad(Direction.RECEIVED, smp(1), 256, 0x1234, 0, 0, Label.NONE);
      writer.mad(Direction.SENT, smp(3), 256, 0x1234, 1, 0, Label.NONE);
    }
    PcapNgFile read = PcapNgFile.read(file());
    assertThat(bytes(read.packets.get(0).data(), 16, 8))
        .containsExactly(0xF0, 0x02, 0x12, 0x34, 0, 72, 0, 0);
    assertThat(bytes(read.packets.get(1).data(), 16, 8))
        .containsExactly(0xF0, 0x02, 0, 0, 0, 72, 0x12, 0x34);
    assertThat(bytes(read.packets.get(2).data(), 16, 28))
        .as("QP1 on VL 0 with its Q_Key")
        .containsExactly(
            0x00, 0x02, 0x12, 0x34, 0, 72, 0, 0, //
            0x64, 0x00, 0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, //
            0x80, 0x01, 0, 0, 0, 0, 0, 1);
  }

  @Test
  void shortMadIsPaddedToAWord() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int length = 0; length <= 256; length++) {
        writer.mad(Direction.RECEIVED, smp(0x81), length, 0xFFFF, 0, length, Label.NONE);
      }
    }
    PcapNgFile read = PcapNgFile.read(file());
    for (int length = 0; length <= 256; length++) {
      int padded = (length + 3) & ~3;
      ByteBuffer data = read.packets.get(length).data();
      assertThat(data.capacity()).isEqualTo(16 + 28 + padded + 6);
      assertThat(data.getShort(20) & 0x7FF).isEqualTo((28 + padded + 4) / 4);
      assertThat((data.get(25) >>> 4) & 3).isEqualTo(padded - length);
    }
  }

  /// Only 256 of the 257 bytes are available: the rest is truncated, but the length is reported.
  @Test
  void aLongMadIsTruncatedAndShowsItsLength() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      writer.mad(Direction.RECEIVED, smp(0x81), 257, 0xFFFF, 0, 5, Label.NONE);
    }
    try (CaptureReader read = CaptureReader.open(file())) {
      assertThat(read.next()).isTrue();
      assertThat(read.captured()).isEqualTo(16 + 28 + 256);
      assertThat(read.original()).isEqualTo(16 + 28 + 260 + 6);
      TransportPacket packet = new TransportPacket(read.packet());
      assertThat(packet.read(LinkType.INFINIBAND, 16, read.captured() - 16)).isFalse();
      assertThat(packet.padCount()).isEqualTo(3);
      assertThat(packet.findings()).extracting(Finding::kind).containsExactly(Finding.Kind.CUT_OFF);
    }
  }

  @Test
  void manyPacketsWithCommentsOfEveryLength() throws Exception {
    int count = 3000;
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int i = 0; i < count; i++) {
        Label label = Label.of("é".repeat(i % 700));
        assertThat(writer.mad(Direction.SENT, smp(0x81), 256, 0xFFFF, 0, i, label))
            .isEqualTo(i + 1);
      }
    }
    PcapNgFile read = PcapNgFile.read(file());
    assertThat(read.packets).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(read.packets.get(i).time()).isEqualTo(i);
      assertThat(read.packets.get(i).comment()).isEqualTo("é".repeat(Math.min(i % 700, 512)));
    }
  }

  @Test
  void longTextIsNotCutInsideACharacter() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      writer.mad(Direction.SENT, smp(1), 256, 0, 0, 0, Label.of("x" + "é".repeat(600)));
    }
    assertThat(PcapNgFile.read(file()).packets.getFirst().comment())
        .isEqualTo("x" + "é".repeat(511));
  }

  @Test
  void interruptedThreadStillCaptures() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      Thread.currentThread().interrupt();
      for (int i = 0; i < 1000; i++) {
        writer.mad(Direction.SENT, smp(1), 256, 0, 0, 0, Label.NONE);
      }
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(PcapNgFile.read(file()).packets).hasSize(1000);
  }

  @Test
  void fileThatCannotBeMadeIsNamed() {
    Path nowhere = directory.resolve("none/trace.pcapng");
    assertThatThrownBy(() -> new PcapNgWriter(nowhere).close())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot write the capture " + nowhere);
  }

  @Test
  void aFullDiskIsReportedOnceAtTheEnd() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full));
    PcapNgWriter writer = new PcapNgWriter(full);
    long last = 1;
    for (int i = 0; i < 1000; i++) {
      last = writer.mad(Direction.SENT, smp(1), 256, 0, 0, 0, Label.NONE);
    }
    assertThat(last).as("not kept").isZero();
    assertThatThrownBy(writer::close)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the capture /dev/full ends after packet 0: ");
    assertThatCode(writer::close).doesNotThrowAnyException();
    assertThat(writer.mad(Direction.SENT, smp(1), 256, 0, 0, 0, Label.NONE)).isZero();
  }

  @Test
  void wholePacketsStandAsTheyAreBesideMads() throws Exception {
    byte[] bytes = new byte[1500];
    new SplittableRandom(8).nextBytes(bytes);
    MemorySegment packet = MemorySegment.ofArray(bytes);
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      Label label = Label.of("step 7");
      assertThat(writer.packet(Direction.SENT, LinkType.ETHERNET, packet, 1400, 77, label))
          .isEqualTo(1);
      assertThat(writer.mad(Direction.SENT, smp(1), 256, 1, 0, 78, Label.NONE)).isEqualTo(2);
      assertThat(writer.packet(Direction.RECEIVED, LinkType.INFINIBAND, packet, 99, 79, label))
          .isEqualTo(3);
    }
    PcapNgFile read = PcapNgFile.read(file());
    assertThat(read.linkTypes).containsExactly(1, 197);
    PcapNgFile.Packet ethernet = read.packets.getFirst();
    assertThat(ethernet.linkType()).isEqualTo(1);
    assertThat(ethernet.time()).isEqualTo(77);
    assertThat(ethernet.flags()).isEqualTo(2);
    assertThat(ethernet.comment()).isEqualTo("step 7");
    assertThat(bytes(ethernet.data(), 0, ethernet.data().capacity()))
        .isEqualTo(Arrays.copyOf(bytes, 1400));
    PcapNgFile.Packet infiniband = read.packets.getLast();
    assertThat(infiniband.linkType()).isEqualTo(197);
    assertThat(infiniband.flags()).isEqualTo(1);
    assertThat(infiniband.data().getShort(14)).as("wire length").isEqualTo((short) 99);
    assertThat(bytes(infiniband.data(), 16, 99)).isEqualTo(Arrays.copyOf(bytes, 99));
  }

  @Test
  void aVeryLongPacketIsCut() throws Exception {
    MemorySegment packet = MemorySegment.ofArray(new byte[65535]);
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int i = 0; i < 5; i++) {
        writer.packet(Direction.SENT, LinkType.ETHERNET, packet, 65535, 0, Label.NONE);
      }
    }
    assertThat(PcapNgFile.read(file()).packets)
        .hasSize(5)
        .allSatisfy(cut -> {
          assertThat(cut.data().capacity()).isEqualTo(16384);
          assertThat(cut.original()).isEqualTo(65535);
        });
  }
}
