package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// For responses of ibsim's performance management, `ibassay decode` shows the same values and
/// names as `perfquery`.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "opensm", "perfquery"})
final class PerfqueryTest {
  private static final Seed SEED = Seed.ofRun();

  /// Names that libibmad abbreviates.
  private static final Map<String, String> LONGER =
      Map.of("PortMalformedPktErrors", "PortMalformedPacketErrors");

  /// libibmad shows VL15Dropped here (see PortCounters).
  private static final Set<String> SLIPS = Set.of("QP1Dropped");

  /// Counters that ibsim's console can set.
  private static final Map<String, List<String>> SET =
      Map.of(
          "PortCounters",
          List.of(
              "SymbolErrorCounter",
              "LinkErrorRecoveryCounter",
              "LinkDownedCounter",
              "PortRcvErrors",
              "PortRcvRemotePhysicalErrors",
              "PortRcvSwitchRelayErrors",
              "PortXmitDiscards",
              "PortXmitConstraintErrors",
              "PortRcvConstraintErrors",
              "LocalLinkIntegrityErrors",
              "ExcessiveBufferOverrunErrors",
              "VL15Dropped",
              "PortXmitWait"),
          "PortCountersExtended",
          List.of("PortUnicastXmitPkts", "PortMultiCastRcvPkts"),
          "PortRcvErrorDetails",
          List.of("PortLocalPhysicalErrors", "PortMalformedPacketErrors", "PortLoopingErrors"),
          "PortXmitDiscardDetails",
          List.of("PortInactiveDiscards", "PortSwHOQLifetimeLimitDiscards"),
          "PortOpRcvCounters",
          List.of("PortOpRcvPkts", "PortOpRcvData"),
          "PortFlowCtlCounters",
          List.of("PortXmitFlowPkts", "PortRcvFlowPkts"));

  @TempDir private static Path directory;
  private static IbsimFabric fabric;
  private static OpenSm opensm;

  @BeforeAll
  static void start() throws Exception {
    fabric = IbsimFabric.startWithConsole(directory, "ibsim-lonely.net");
    opensm = OpenSm.start(fabric, directory, "Dut");
    Random random = SEED.random();
    for (var attribute : SET.entrySet()) {
      for (String field : attribute.getValue()) {
        fabric.tell(
            "PerformanceSet \"Tester\"[1] %s.%s=%d"
                .formatted(attribute.getKey(), field, 1 + random.nextInt(15)));
      }
    }
  }

  @AfterAll
  static void stop() {
    if (opensm != null) {
      opensm.close();
    }
    if (fabric != null) {
      fabric.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-v, PortCounters",
    "-x, PortCountersExtended",
    "-E, PortRcvErrorDetails",
    "-D, PortXmitDiscardDetails",
    "--oprcvcounters, PortOpRcvCounters",
    "--flowctlcounters, PortFlowCtlCounters",
    "--vloppackets, PortVLOpPackets",
    "--vlopdata, PortVLOpData",
    "--vlxmitflowctlerrors, PortVLXmitFlowCtlUpdateErrors",
    "--vlxmitcounters, PortVLXmitWaitCounters",
  })
  void readsTheSame(String option, String attribute) throws Exception {
    Processes.Outcome outcome = fabric.run("Tester", "perfquery", option, "-d", "-d");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    Map<String, Long> theirs = printed(outcome.out());

    Map<String, Long> ours = new TreeMap<>();
    for (String line : decoded(answers(outcome.err()))) {
      flatten(JsonMapper.shared().readTree(line).path(attribute), ours);
    }

    assertThat(theirs).as(outcome.out()).isNotEmpty();
    assertThat(ours).as(SEED.toString()).containsAllEntriesOf(theirs);
  }

  private static Map<String, Long> printed(String text) {
    Map<String, Long> values = new TreeMap<>();
    text.lines()
        .filter(line -> line.matches("\\w+:\\.+\\w+"))
        .map(line -> line.split(":\\.+"))
        .filter(parts -> !SLIPS.contains(parts[0]))
        .forEach(
            parts -> values.put(LONGER.getOrDefault(parts[0], parts[0]), Long.decode(parts[1])));
    return values;
  }

  /// Returns the MADs received, as perfquery dumps them.
  private static List<byte[]> answers(String dump) {
    List<byte[]> mads = new ArrayList<>();
    for (String part : dump.split("(?m)^rcv buf$", -1)) {
      StringBuilder digits = new StringBuilder();
      part.strip().lines().takeWhile(line -> line.matches("[0-9a-f ]+")).forEach(digits::append);
      if (!digits.isEmpty()) {
        mads.add(HexFormat.of().parseHex(digits.toString().replace(" ", "")));
      }
    }
    return mads;
  }

  private static List<String> decoded(List<byte[]> mads) throws IOException {
    Path file = directory.resolve("answers.pcapng");
    try (PcapNgWriter writer = new PcapNgWriter(file)) {
      for (byte[] mad : mads) {
        assertThat(mad).hasSize(Smp.BYTES_OF_MAD);
        writer.mad(Direction.RECEIVED, MemorySegment.ofArray(mad), mad.length, 1, 1, 0, Label.NONE);
      }
    }
    return Files.readAllLines(DecodeCorpus.decoded(file, directory.resolve("answers.json")));
  }

  /// Collects fields by name; those of a repeated field with a number.
  private static void flatten(JsonNode attribute, Map<String, Long> values) {
    attribute
        .properties()
        .forEach(field -> {
          JsonNode value = field.getValue();
          for (int i = 0; i < value.size(); i++) {
            values.put(field.getKey() + i, Long.decode(value.get(i).asString()));
          }
          if (value.isEmpty()) {
            values.put(field.getKey(), Long.decode(value.asString()));
          }
        });
  }
}
