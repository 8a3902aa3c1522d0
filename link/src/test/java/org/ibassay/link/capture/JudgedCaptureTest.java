package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.packet.LinkType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is known of packets only after they were written.
class JudgedCaptureTest {
  private static final Label SENT = Label.of("T1 step 3");
  private static final Label FIRST = Label.of("step 4: a#1, a#2");
  private static final Label SECOND = Label.of("step R1: a#3");

  @TempDir Path directory = Path.of("");

  private Path file() {
    return directory.resolve("trace.pcapng");
  }

  private static void packet(PcapNgWriter writer, int bytes, Label label) {
    byte[] packet = new byte[bytes];
    Arrays.fill(packet, (byte) bytes);
    writer.packet(
        Direction.RECEIVED, LinkType.ETHERNET, MemorySegment.ofArray(packet), bytes, 7, label);
  }

  @Test
  void aCommentNamesByWhatItsPacketWasJudged() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int i = 0; i < 3000; i++) {
        packet(writer, 60 + i % 5, i == 2 ? Label.NONE : SENT);
      }
      for (int time = 0; time < 2; time++) {
        writer.judged(1, SECOND);
        writer.judged(2, FIRST);
        writer.judged(2, SECOND);
        writer.judged(3, FIRST);
      }
      writer.judged(0, FIRST);
      writer.judged(3001, FIRST);
    }
    List<PcapNgFile.Packet> packets = PcapNgFile.read(file()).packets;
    assertThat(packets).hasSize(3000);
    assertThat(packets.subList(0, 4).stream().map(PcapNgFile.Packet::comment))
        .containsExactly(
            "T1 step 3; judged at step R1: a#3",
            "T1 step 3; judged at step 4: a#1, a#2; step R1: a#3",
            "; judged at step 4: a#1, a#2",
            "T1 step 3");
    for (int i = 0; i < packets.size(); i++) {
      PcapNgFile.Packet packet = packets.get(i);
      assertThat(packet.data().capacity()).isEqualTo(60 + i % 5);
      assertThat(packet.data().get(59)).isEqualTo((byte) (60 + i % 5));
      assertThat(packet.flags()).isEqualTo(1);
      assertThat(packet.time()).isEqualTo(7);
    }
    assertThat(files()).containsExactly("trace.pcapng");
  }

  @Test
  void aCommentThatWouldBeTooLongIsCut() throws Exception {
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      packet(writer, 60, Label.of("a".repeat(2000)));
      writer.judged(1, FIRST);
    }
    assertThat(PcapNgFile.read(file()).packets.getFirst().comment()).isEqualTo("a".repeat(1024));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }
}
