package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.link.dut.DutUri;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of unreliable datagrams, of unreliable connections, of communication management, and
/// of frames, over IPv4 and IPv6, on Linux Soft-RoCE of stock kernels. The expected verdicts are in
/// `soft-roce-FAMILY-*.verdicts`, with evidence.
@ResourceLock(SoftRoceGuest.ONE_TESTER)
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
@Order(1)
final class SoftRoceDatagramsTest {
  /// Without F09_EndsInBth, which crashes a guest.
  private static final List<String> FRAMES =
      List.of("F09_DroppedFrames", "F09_Runts", "F09_SentFrames", "F09_TakenFrames");

  /// Tests of each service, to check that it works over another path.
  private static final List<String> SERVICES =
      List.of(
          "C09_060_05",
          "M12_Reply",
          "R09_Access",
          "R09_Duplicates",
          "R09_HeaderChecks",
          "R09_IcrcFields",
          "R09_PsnGap",
          "R09_ReadData",
          "R09_SentPackets",
          "R09_WriteData",
          "U09_Delivery",
          "W09_Delivery");

  /// Tests of messages of several packets, and of datagrams.
  private static final List<String> MESSAGES =
      List.of("R09_ReadData", "R09_SentPackets", "R09_WriteData", "U09_Delivery", "W09_Delivery");

  /// Without those that wait long for messages that a guest never completes.
  private static final List<String> UNRELIABLE =
      List.of(
          "W09_Access",
          "W09_Delivery",
          "W09_Gather",
          "W09_Immediate",
          "W09_NoReceive",
          "W09_SentAndAnswered",
          "W09_SentMessages",
          "W09_SentNotices",
          "W09_SolicitedEvent",
          "W09_TwoConnections",
          "W09_Write");

  @TempDir Path directory;

  static Stream<Kernel> kernels() {
    return Kernel.tested();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void verdictsAreThoseExpected(Kernel kernel) throws Exception {
    compare(
        "soft-roce-datagrams-", List.of("U09_*"), kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void unreliableConnections(Kernel kernel) throws Exception {
    List<String> tests = Kernel.areAllTested() ? List.of("W09_*") : UNRELIABLE;
    compare("soft-roce-unreliable-", tests, kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void framesOverIpv4(Kernel kernel) throws Exception {
    compare("soft-roce-frames-", FRAMES, kernel, SoftRoceGuest.shared(kernel).uri(), 0);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void framesOverIpv6(Kernel kernel) throws Exception {
    compare("soft-roce-frames6-", FRAMES, kernel, SoftRoceGuest.shared(kernel).uri6(), 0);
  }

  /// Its `ib_cm` and `rdma_cm` respond, and a server accepts all connections.
  @ParameterizedTest
  @MethodSource("kernels")
  void communicationManagement(Kernel kernel) throws Exception {
    compare("soft-roce-cm-", List.of("M12_*"), kernel, SoftRoceGuest.shared(kernel).uri(), 1);
  }

  private void compare(String names, List<String> tests, Kernel kernel, DutUri uri, int exit)
      throws Exception {
    String name = names + kernel.name().toLowerCase(Locale.ROOT);
    Path out = directory.resolve("results");
    Processes.Outcome outcome = run(tests, uri, out);
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    List<String> expected =
        tests.getFirst().endsWith("*") ? Verdicts.expected(name) : Verdicts.expected(name, tests);
    Verdicts.check(name, Verdicts.lines(results), expected, outcome.out());
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(exit);
  }

  private Processes.Outcome run(List<String> tests, DutUri uri, Path out) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(tests);
    arguments.addAll(List.of("--dut", uri.text(), "--out", out.toString()));
    Processes.Outcome outcome =
        Processes.run(directory, Map.of(), CommandLine.of(arguments.toArray(String[]::new)));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    return outcome;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void otherPaths(Kernel kernel) throws Exception {
    assumeTrue(Kernel.areAllTested(), "repeats over IPv6 and in a VLAN what passes over IPv4");
    SoftRoceGuest guest = SoftRoceGuest.shared(kernel);
    allPass(SERVICES, guest.uri6());
    compare("soft-roce-cm-", List.of("M12_ReadyToUse", "M12_Request"), kernel, guest.uri6(), 1);
    allPass(SERVICES, guest.uriInVlan());
    allPass(FRAMES, guest.uriInVlan());
    allPass(SERVICES, guest.uri6InVlan());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void otherPathMtus(Kernel kernel) throws Exception {
    assumeTrue(Kernel.areAllTested(), "repeats with smaller path MTUs what passes with 4096");
    for (int mtu : new int[] {256, 512, 1024, 2048}) {
      allPass(MESSAGES, SoftRoceGuest.shared(kernel).uriWithMtu(mtu));
    }
  }

  private void allPass(List<String> tests, DutUri uri) throws Exception {
    Path out = directory.resolve("results");
    Processes.Outcome outcome = run(tests, uri, out);
    JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
    assertThat(results.get("counts").get("pass").asInt()).as(outcome.out()).isEqualTo(tests.size());
  }

  /// Linux crashes in rxe's `__rxe_put` when a datagram shorter than a BTH is received over IPv6
  /// (6.1.192 and 6.12.117). It is restarted, and serves the next test.
  @ParameterizedTest
  @MethodSource("kernels")
  void linuxIsFoundToDieOfADatagramThatEndsWithinTheBth(Kernel kernel) throws Exception {
    assumeTrue(Kernel.areAllTested(), "takes a guest of its own: in .ci/run full");
    try (SoftRoceGuest own = SoftRoceGuest.start(kernel)) {
      Path out = directory.resolve("results");
      Processes.Outcome outcome = run(List.of("F09_EndsInBth", "F09_Runts"), own.uri6(), out);
      JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
      assertThat(Verdicts.lines(results))
          .as(outcome.out())
          .contains("F09_EndsInBth fail", "F09_Runts pass")
          .anyMatch(line -> line.startsWith("  ia-alive#01 fail"));
      assertThat(results.get("tests").get(0).toString())
          .contains("responses after packet 1 of F09_EndsInBth step 2 (a frame of 62 bytes");
      assertThat(outcome.exit()).isEqualTo(1);
    }
  }

  /// 6.1.192 also crashes by this bug when it receives an untagged datagram to an address of its
  /// VLAN.
  @Test
  void linuxIsFoundToDieOfADatagramWithoutTagOverIpv6() throws Exception {
    assumeTrue(Kernel.areAllTested(), "takes a guest of its own: in .ci/run full");
    try (SoftRoceGuest own = SoftRoceGuest.start(Kernel.CURRENT)) {
      Path out = directory.resolve("results");
      Processes.Outcome outcome = run(List.of("F09_DroppedFrames"), own.uri6InVlan(), out);
      JsonNode results = JsonMapper.shared().readTree(out.resolve("results.json").toFile());
      assertThat(Verdicts.lines(results))
          .as(outcome.out())
          .contains("F09_DroppedFrames fail")
          .anyMatch(line -> line.startsWith("  ia-alive#01 fail"));
      assertThat(results.get("tests").get(0).toString())
          .contains("responses after packet 2 of F09_DroppedFrames step 3");
      assertThat(outcome.exit()).isEqualTo(1);
    }
  }
}
