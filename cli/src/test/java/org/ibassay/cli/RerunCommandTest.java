package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The command in a report repeats a test under the conditions in which it ran among others: on a
/// link that loses packets at random, it loses the same ones.
@Tag("trial")
class RerunCommandTest {
  private static final Pattern AGAIN = Pattern.compile("Run again: ibassay (run (\\w+) .*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final int ERF_HEADER_BYTES = 16;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:ca?loss=0.03&seed=4&deviation=rc.msn-not-counted",
        "sim:ca?cabled=1&loss=0.1&reorder=0.1&delay=20&seed=7&deviation=lease.never-starts",
        "sim:switch?cabled=1&loss=0.02&duplicate=0.1&seed=5&deviation=lease.never-starts"
      })
  void meetsTheSamePackets(String uri) throws IOException {
    Path all = directory.resolve("all");
    String said = run(all, "run", "C13*", "C14_017*", "C09_027_0*", "R09_Msn", "--dut", uri);
    List<List<String>> commands = new ArrayList<>();
    Matcher again = AGAIN.matcher(said.replaceAll(" \\\\\\s+", " "));
    while (again.find()) {
      commands.add(words(again.group(1)));
    }
    assertThat(commands).as(said).isNotEmpty();
    for (List<String> command : commands) {
      String test = command.get(1);
      Path alone = directory.resolve(test);
      run(alone, command.toArray(String[]::new));
      assertThat(packets(alone, test)).as(test).isNotEmpty().isEqualTo(packets(all, test));
    }
  }

  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  private static String run(Path out, String... command) {
    String[] all = Arrays.copyOf(command, command.length + 2);
    all[command.length] = "--out";
    all[command.length + 1] = out.toString();
    StringWriter said = new StringWriter();
    Main.run(all, new PrintWriter(said), new PrintWriter(new StringWriter()));
    return said.toString();
  }

  /// The packets of a test, and their times since its first one.
  private static List<String> packets(Path out, String test) throws IOException {
    List<String> packets = new ArrayList<>();
    long start = 0;
    try (CaptureReader reader = CaptureReader.open(out.resolve("trace.pcapng"))) {
      while (reader.next()) {
        String comment = reader.comment();
        if (comment != null && comment.startsWith(test + " ")) {
          start = packets.isEmpty() ? reader.nanos() : start;
          String judged = comment.substring(test.length());
          packets.add(reader.nanos() - start + " ns: " + said(reader) + judged);
        }
      }
    }
    return packets;
  }

  /// Removes what depends on earlier tests: TransactionIDs, QP numbers, keys, and a LID that no Set
  /// removes.
  private static String said(CaptureReader reader) {
    MemorySegment bytes = MemorySegment.ofArray(reader.packet().toArray(ValueLayout.JAVA_BYTE));
    boolean isErf = reader.linkType() == CaptureReader.ERF;
    TransportPacket packet = new TransportPacket(isErf ? bytes.asSlice(ERF_HEADER_BYTES) : bytes);
    int length = (int) bytes.byteSize() - (isErf ? ERF_HEADER_BYTES : 0);
    packet.read(isErf ? LinkType.INFINIBAND : LinkType.ETHERNET, 0, length);
    if (packet.is(OpCode.UD_SEND_ONLY)) {
      return Stream.of(MadHeader.METHOD, MadHeader.ATTRIBUTE_ID, MadHeader.ATTRIBUTE_MODIFIER)
          .map(field -> "%s %#x".formatted(field.name(), field.get(packet.payload(), 0)))
          .collect(Collectors.joining(", "));
    }
    return "%s PSN %d, %d bytes"
        .formatted(packet.opCode(), packet.get(Header.BTH, Bth.PSN), packet.payloadBytes());
  }
}
