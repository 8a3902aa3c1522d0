package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OpenSM's subnet administration, through the umad driver on ibsim, and `saquery` beside it.
///
/// ibsim's wrapper has no RMPP and hands over the first 224 bytes of a MAD, so answers are short.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", "saquery"})
class OpenSmTest {
  @TempDir private static Path directory;
  private static IbsimFabric fabric;
  private static OpenSm opensm;

  @BeforeAll
  static void start() throws Exception {
    fabric = IbsimFabric.start(directory, "ibsim-hca.net");
    opensm = OpenSm.start(fabric, directory, "Dut");
  }

  @AfterAll
  static void stop() {
    opensm.close();
    fabric.close();
  }

  private static List<String> probe(String what) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    command.addAll(List.of(SaProbe.class.getName(), "ibsim0/1", what));
    Processes.Outcome outcome = fabric.runAny("Tester", command);
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  /// The two records of a fabric of two ports: to the tester itself, and to the manager.
  @Test
  void pathsAreThoseThatSaqueryPrints() throws Exception {
    List<String> said = probe("paths");

    assertThat(said.getFirst()).isEqualTo("ANSWERED, OK, 184 bytes, 0 missing, by the stack");
    assertThat(said.subList(1, said.size()))
        .containsExactlyInAnyOrder(
            "0000000000100001 -> 0000000000100001, 2 -> 2, P_Key 0xffff, " + values("2", "2"),
            "0000000000100001 -> 0000000000100003, 2 -> 1, P_Key 0xffff, " + values("2", "1"));
  }

  /// MTU, rate and lifetime of a path, from `saquery`, without their selectors.
  private static String values(String slid, String dlid) throws Exception {
    String out = fabric.run("Tester", "saquery", "PR", "--slid", slid, "--dlid", dlid).out();
    return "mtu %d, rate %d, life %d"
        .formatted(value(out, "mtu"), value(out, "rate"), value(out, "pkt_life"));
  }

  private static int value(String out, String name) {
    Matcher matcher = Pattern.compile(name + "\\.+0x([0-9A-F]+)").matcher(out);
    assertThat(matcher.find()).as(out).isTrue();
    return Integer.parseInt(matcher.group(1), 16) & 0x3F;
  }

  @Test
  void linksAreThoseThatSaqueryPrints() throws Exception {
    assertThat(probe("links"))
        .containsExactlyInAnyOrder(
            "ANSWERED, OK, 72 bytes, 0 missing, by the stack", "2/1 -> 1/1", "1/1 -> 2/1");
    assertThat(fabric.run("Tester", "saquery", "LR").out().replaceAll("\\s", ""))
        .contains("FromLID....................2FromPort...................1")
        .contains("ToPort.....................1ToLID......................1");
  }

  @Test
  void nodeIsFoundByItsLid() throws Exception {
    assertThat(probe("node"))
        .containsExactly(
            "ANSWERED, OK, 168 bytes, 0 missing, by the stack",
            "LID 2, port GUID 0000000000100001");
  }

  /// A ServiceRecord has 176 bytes, of which the wrapper delivers 168: that is told, and what it
  /// carries has room in them.
  @Test
  void serviceIsSetAskedForAndDeleted() throws Exception {
    String cut = "ANSWERED, OK, 224 bytes, 8 missing, by the stack";

    assertThat(probe("services"))
        .containsExactly(
            cut,
            "SubnAdmSet: ibassay",
            cut,
            "SubnAdmGet: ibassay",
            cut,
            "SubnAdmDelete: ibassay",
            "ANSWERED, ERR_NO_RECORDS, 224 bytes, 32 missing, by the stack",
            "SubnAdmGet: ");
  }
}
