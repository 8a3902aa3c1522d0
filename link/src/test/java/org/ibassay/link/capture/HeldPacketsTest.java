package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.packet.LinkType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packets whose comments are known only after they were received.
class HeldPacketsTest {
  private static final Label SENT = Label.of("T1", "3");
  private static final Judgement FIRST = new Judgement("4", List.of("a#1", "a#2"));
  private static final Judgement SECOND = new Judgement("R1", List.of("a#3"));

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
      for (int i = 0; i < 4; i++) {
        packet(writer, 60, i == 2 ? Label.NONE : SENT);
      }
      for (int time = 0; time < 2; time++) {
        writer.judged(1, SECOND);
        writer.judged(2, FIRST);
        writer.judged(2, SECOND);
        writer.judged(3, FIRST);
      }
      writer.judged(0, FIRST);
      writer.judged(5, FIRST);
    }
    assertThat(PcapNgFile.read(file()).packets.stream().map(PcapNgFile.Packet::comment))
        .containsExactly(
            "T1 step 3; judged at step R1: a#3",
            "T1 step 3; judged at step 4: a#1, a#2; step R1: a#3",
            "; judged at step 4: a#1, a#2",
            "T1 step 3");
  }

  /// Also if many packets were received since, and if comments make the held packets larger.
  @Test
  void everyPacketStandsThereOnceWithAllThatJudgedIt() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    List<String> comments = new ArrayList<>();
    List<Integer> lengths = new ArrayList<>();
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int i = 0; i < 5000; i++) {
        int length = random.nextInt(20) == 0 ? random.nextInt(60, 4200) : random.nextInt(60, 400);
        packet(writer, length, SENT);
        lengths.add(length);
        comments.add(SENT.toString());
        int back = random.nextInt(12);
        if (back < comments.size()) {
          int judged = i - back;
          List<String> ids = List.of("a".repeat(random.nextInt(300)));
          Judgement by = new Judgement(Integer.toString(i), ids);
          writer.judged(judged + 1, by);
          String before = comments.get(judged);
          boolean isFirst = before.equals(SENT.toString());
          String text = before + (isFirst ? "; judged at " : "; ") + by;
          comments.set(judged, text.substring(0, Math.min(1024, text.length())));
        }
      }
    }
    List<PcapNgFile.Packet> packets = PcapNgFile.read(file()).packets;
    assertThat(packets.stream().map(PcapNgFile.Packet::comment))
        .containsExactlyElementsOf(comments);
    for (int i = 0; i < packets.size(); i++) {
      PcapNgFile.Packet packet = packets.get(i);
      assertThat(packet.data().capacity()).isEqualTo(lengths.get(i));
      assertThat(packet.data().get(59)).isEqualTo(lengths.get(i).byteValue());
      assertThat(packet.flags()).isEqualTo(1);
      assertThat(packet.time()).isEqualTo(7);
    }
  }

  /// No one closes the capture of a tester that is killed.
  @Test
  void whatIsHeldIsInTheFileAllTheSame() throws Exception {
    int bytesSinceTheLastWrite = 70_000;
    try (PcapNgWriter writer = new PcapNgWriter(file())) {
      for (int i = 1; i <= 2000; i++) {
        packet(writer, 300, SENT);
        writer.judged(i, FIRST);
        if (i % 50 == 0) {
          assertThat(readable()).isBetween((long) i - bytesSinceTheLastWrite / 300, (long) i);
        }
      }
      assertThat(files()).containsExactly("trace.pcapng");
    }
    assertThat(readable()).isEqualTo(2000);
    assertThat(files()).containsExactly("trace.pcapng");
  }

  /// Returns the number of packets that the file has now, all complete.
  private long readable() throws Exception {
    try (CaptureReader reader = CaptureReader.open(file())) {
      long count = 0;
      while (reader.next()) {
        count++;
      }
      assertThat(reader.damages()).isEmpty();
      return count;
    }
  }

  /// After its limit, a capture has the first packets of each label, and the evidence of failures,
  /// with the frame numbers reported.
  @Test
  void atItsLimitOnlyWhatProvesSomethingIsKept() throws Exception {
    int limit = 300_000;
    int offered = 50_000;
    SplittableRandom random = new SplittableRandom(5);
    Map<Long, Integer> proofs = new HashMap<>();
    List<Label> labels =
        IntStream.range(0, 5).mapToObj(i -> Label.of("T1", Integer.toString(i))).toList();
    PcapNgWriter writer = new PcapNgWriter(file(), limit);
    try (writer) {
      for (int i = 0; i < offered; i++) {
        int length = 60 + i % 199;
        packet(writer, length, labels.get(i / 10_000));
        int proof = i + 1 - random.nextInt(300);
        if (i % 1000 < 20 && proof > 0) {
          proofs.put(writer.proof(proof), 60 + (proof - 1) % 199);
        }
      }
    }
    List<PcapNgFile.Packet> packets = PcapNgFile.read(file()).packets;
    proofs.forEach((number, length) -> {
      if (number > 0) {
        assertThat(packets.get(number.intValue() - 1).data().capacity()).isEqualTo(length);
      }
    });
    assertThat(proofs).hasSizeGreaterThan(100);
    assertThat(packets.stream().map(PcapNgFile.Packet::comment).distinct()).hasSize(5);
    CaptureSummary summary = writer.summary();
    assertThat(summary.packets()).isEqualTo(packets.size());
    assertThat(summary.leftOut()).isEqualTo(offered - packets.size());
    assertThat(summary.missing()).startsWith("trace.pcapng holds ");
    assertThat(summary.labels().of(packets.size())).hasToString("T1 step 4");
    assertThat(Files.size(file())).isBetween((long) limit, 10L * limit);
  }

  /// Each device has labels of its own.
  @Test
  void theStepsOfManyDevicesCountTogether() throws Exception {
    int limit = 300_000;
    PcapNgWriter writer = PcapNgWriter.ofMany(file(), limit);
    long proof;
    try (writer) {
      for (int device = 0; device < 1000; device++) {
        for (int step = 0; step < 5; step++) {
          Label label = Label.of("T1", Integer.toString(step));
          for (int i = 0; i < 10; i++) {
            packet(writer, 200, label);
          }
        }
      }
      proof = writer.proof(50_000);
    }
    CaptureSummary summary = writer.summary();
    assertThat(Files.size(file())).isBetween((long) limit, 2L * limit);
    assertThat(summary.packets() + summary.leftOut()).isEqualTo(50_000);
    assertThat(proof).isEqualTo(summary.packets());
    assertThat(summary.labels().of(1)).isEqualTo(Label.NONE);
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
