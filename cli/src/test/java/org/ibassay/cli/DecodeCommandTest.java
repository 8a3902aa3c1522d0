package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `ibassay decode` from end to end, in this process.
class DecodeCommandTest {
  private static final Label LABEL = Label.of("T1 step 3");

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int decode(Path file, String... options) {
    String[] arguments =
        Stream.concat(Stream.of("decode", file.toString()), Arrays.stream(options))
            .toArray(String[]::new);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }

  /// Returns a capture with seven ACKs.
  private Path capture() throws IOException {
    Path file = directory.resolve("c.pcapng");
    MemorySegment frame = MemorySegment.ofArray(new byte[64]);
    PacketWriter packets = new PacketWriter(frame);
    try (PcapNgWriter capture = new PcapNgWriter(file)) {
      for (int psn = 1; psn <= 7; psn++) {
        packets.begin(Envelope.local(1, 2), OpCode.RC_ACK, 0).set(Header.BTH, Bth.PSN, psn);
        packets.set(Header.AETH, Aeth.SYNDROME, 0x1F).set(Header.AETH, Aeth.MSN, 1);
        capture.packet(Direction.SENT, LinkType.INFINIBAND, frame, packets.end(), psn, LABEL);
      }
    }
    return file;
  }

  @Test
  void allThatIsReadIsAPass() throws IOException {
    assertThat(decode(capture())).isZero();
    assertThat(out.toString().lines()).hasSize(7);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aTreeIsMuchLonger() throws IOException {
    assertThat(decode(capture(), "-V", "--filter", "BTH.PSN == 4")).isZero();
    assertThat(out.toString())
        .startsWith("Packet 4: ")
        .contains("  AETH\n    Syndrome: 0x1f\n    MSN: 1\n    Meaning: ACK\n");
  }

  @Test
  void helpIsThereAndFitsTheScreen() throws IOException {
    assertThat(decode(capture(), "--help")).isZero();
    assertThat(out.toString()).contains("-V, --tree", "-h, --help", "Finding.ICRC.\n");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void damagedIsThreeAfterWhatCouldBeRead() throws IOException {
    byte[] whole = Files.readAllBytes(capture());
    Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, whole.length - 10));
    assertThat(decode(cut, "--json")).isEqualTo(3);
    assertThat(out.toString().lines()).hasSize(6);
    assertThat(err.toString())
        .contains("cut is damaged:\n  at byte ", "the file ends after 98 bytes of a block")
        .contains("expected 108 bytes\n  Read as far as possible: 6 packets.\n");
  }

  @Test
  void packedIsReadLikeAnyOther() throws IOException {
    byte[] whole = Files.readAllBytes(capture());
    Path file = directory.resolve("c.pcapng.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(whole);
    }
    assertThat(decode(capture(), "--json")).isZero();
    String expected = out.toString();
    out.getBuffer().setLength(0);
    assertThat(decode(file, "--json")).isZero();
    assertThat(out).hasToString(expected);
    byte[] half = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(half, half.length - 60));
    assertThat(decode(file)).isEqualTo(3);
    assertThat(err.toString())
        .contains(
            "c.pcapng.gz is damaged:\n", "reading ended: Unexpected end of ZLIB input stream");
  }

  /// Each packet from a pipe is displayed before the next one is awaited.
  @Test
  void standardInputIsShownAsItComes() throws IOException {
    byte[] whole = Files.readAllBytes(capture());
    List<Long> linesBefore = new ArrayList<>();
    InputStream before = System.in;
    try {
      System.setIn(
          new FilterInputStream(new ByteArrayInputStream(whole)) {
            @Override
            public int read(byte[] to, int at, int length) throws IOException {
              linesBefore.add(out.toString().lines().count());
              return super.read(to, at, Math.min(length, 100));
            }
          });
      assertThat(decode(Path.of("-"))).isZero();
      assertThat(linesBefore).isSorted().contains(0L, 1L, 3L, 5L, 7L);
      System.setIn(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 10)));
      assertThat(decode(Path.of("-"))).isEqualTo(3);
      assertThat(err.toString()).contains("- is damaged:\n");
    } finally {
      System.setIn(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--filter BTH.PSM==5 | no such field or header \"BTH.PSM\"; did you mean: BTH.PSN",
        "-V --json | -V and --json are mutually exclusive",
        "--jsn | no such option \"--jsn\"; did you mean: --json",
      })
  void wrongUseIsTwo(String options, String message) throws IOException {
    assertThat(decode(capture(), options.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void whatIsNoCaptureIsTwo() throws IOException {
    assertThat(decode(directory.resolve("none"))).isEqualTo(2);
    assertThat(decode(directory)).isEqualTo(2);
    assertThat(decode(Files.createFile(directory.resolve("empty")))).isEqualTo(2);
    assertThat(decode(Files.writeString(directory.resolve("text"), "no packets"))).isEqualTo(2);
    assertThat(err.toString())
        .contains("none: no such file", "is a directory", "and it is empty")
        .contains("text is not a capture: expected pcap or pcapng");
    assertThat(out.toString()).isEmpty();
  }
}
