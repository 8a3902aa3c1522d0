package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The packets of a failure are those that it concerns, whatever was sent between them.
class EvidenceTest {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "\"expected\" : \"(?<expected>.*)\",\\s+\"actual\" : .*\\s+\"packet\" : (?<packet>\\w+),"
              + "\\s+\"request\" : (?<request>\\w+)");

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "rc.atomic-not-stored, C09_027_12",
    "rc.msn-not-counted, C09_027_*",
    "rc.msn-not-counted, R09_ResponseOrder",
    "rc.ack-syndrome-reserved, C09_060_01_01",
    "rc.request-psn-not-rising, R09_ReadRetry"
  })
  void aRequestIsTheOneThatWasAnswered(String deviation, String test) throws IOException {
    StringWriter err = new StringWriter();
    int exit =
        Main.run(
            new String[] {
              "run",
              test,
              "--quiet",
              "--dut",
              "sim:ca?deviation=" + deviation,
              "--out",
              directory.resolve("out").toString()
            },
            new PrintWriter(new StringWriter()),
            new PrintWriter(err));
    assertThat(exit).as("%s", err).isOne();
    Map<String, TransportPacket> packets = packets();
    String results = Files.readString(directory.resolve("out/results.json"));
    List<MatchResult> examples = EXAMPLE.matcher(results).results().toList();
    assertThat(examples).isNotEmpty();
    for (MatchResult example : examples) {
      String text = example.group();
      TransportPacket packet = packets.get(example.group("packet"));
      TransportPacket request = packets.get(example.group("request"));
      assertThat(example.group("expected")).doesNotContain(" -");
      if (packet != null && operation(packet).isResponse()) {
        assertThat(request).as("%s", text).isNotNull();
        answers(packet, Objects.requireNonNull(request), text);
      } else if (packet != null) {
        assertThat(request).as("%s", text).isNull();
      }
    }
  }

  private static void answers(TransportPacket packet, TransportPacket request, String text) {
    assertThat(operation(request).isResponse()).as("%s", text).isFalse();
    if (!isNakOfGap(packet)) { // which names the PSN expected
      assertThat(Psn.isBefore(psn(packet), psn(request))).as("%s", text).isFalse();
    }
    if (operation(packet) == Operation.ATOMIC_ACK) {
      assertThat(operation(request).isAtomic()).as("%s", text).isTrue();
      assertThat(psn(request)).as("%s", text).isEqualTo(psn(packet));
    }
  }

  private static boolean isNakOfGap(TransportPacket packet) {
    return packet.has(Header.AETH)
        && Syndrome.of((int) packet.get(Header.AETH, Aeth.SYNDROME))
            instanceof Syndrome.Nak(int code)
        && code == Syndrome.Nak.PSN_SEQUENCE_ERROR;
  }

  private static Operation operation(TransportPacket packet) {
    return packet.opCode().orElseThrow().operation();
  }

  private static int psn(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.PSN);
  }

  /// Returns the packets by their numbers.
  private Map<String, TransportPacket> packets() throws IOException {
    Map<String, TransportPacket> packets = new HashMap<>();
    try (CaptureReader reader = CaptureReader.open(directory.resolve("out/trace.pcapng"))) {
      while (reader.next()) {
        byte[] bytes = reader.packet().toArray(ValueLayout.JAVA_BYTE);
        TransportPacket packet = new TransportPacket(MemorySegment.ofArray(bytes));
        packet.read(LinkType.ETHERNET, 0, bytes.length);
        packets.put(Long.toString(reader.frame()), packet);
      }
    }
    return packets;
  }
}
