package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.ibassay.peers.Peers;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The tests of SMAs, through libibumad, on third-party devices: ibsim's switch and channel
/// adapter. They do not conform. The expected verdicts are in `ibsim-*.verdicts`, with other
/// evidence for each non-conformance; [IbsimNonConformancesTest] shows that.
@RequiresPeer({"ibsim", "smpquery", "smpdump", "ibroute", IbsimFabric.WRAPPER, "libibumad.so.3"})
@Order(4)
final class IbsimTest {
  private static final String DUT = "umad:ibsim0/1?path=0,1";

  @TempDir Path directory;

  @Test
  void switchIsJudgedAndPutBack() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch.net")) {
      List<String> before = stateOfSwitch(fabric);
      JsonNode results =
          run(
              fabric,
              "ibsim-switch",
              1,
              "C13_*",
              "C14_01*",
              "C14_024_0*",
              "C14_024_10_01",
              "C14_024_10_03",
              "C14_024_11",
              "C14_024_12",
              "C14_024_13_*",
              "C14_024_15",
              "R14_*");
      assertThat(stateOfSwitch(fabric)).isEqualTo(before);
      assertThat(strings(results.get("tests"), "notRestored"))
          .allSatisfy(left -> assertThat(left).contains("LID was 0x0000"));
    }
  }

  /// For blocks beyond the end of its linear forwarding table, ibsim overwrites other memory: its
  /// later behavior is undefined, and is not tested.
  @Test
  void linearTableIsJudgedOnASwitchOfItsOwn() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch.net")) {
      run(fabric, "ibsim-switch-lft", 1, "C14_024_10_02");
    }
  }

  @Test
  void channelAdapterIsJudgedAndPutBack() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      List<String> before = stateOfHca(fabric);
      JsonNode results =
          run(
              fabric,
              "ibsim-hca",
              1,
              "C13_*",
              "C14_015",
              "C14_016_*",
              "C14_017_*",
              "C14_024_02",
              "C14_024_03",
              "C14_024_05",
              "C14_024_06_CA_01",
              "C14_024_06_CA_02",
              "C14_024_06_CA_05",
              "C14_024_06_CA_06",
              "C14_024_08_*",
              "C14_024_09_CA",
              "C14_024_12",
              "C14_024_13_3",
              "C14_024_15",
              "R14_*");
      assertThat(stateOfHca(fabric)).isEqualTo(before);
      assertThat(strings(results.get("tests"), "notRestored"))
          .allSatisfy(left -> assertThat(left).contains("LID was 0x0000"));
    }
  }

  /// After a reserved PortPhysicalState, ibsim is unreachable; the test must report what it could
  /// not check.
  @Test
  void channelAdapterThatIsLostIsSaidToBe() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      JsonNode results = run(fabric, "ibsim-hca-illegal", 1, "C14_024_06_CA_03");
      assertThat(strings(results.get("tests"), "notRestored"))
          .anySatisfy(left -> assertThat(left).contains("no longer answers"));
      assertThat(fabric.run("Tester", "smpquery", "nodeinfo", "-D", "0,1").exit()).isNotZero();
    }
  }

  @Test
  void reportsWhatCannotBeOpened() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      assertThat(fabric.ibassay("Tester", "run", "--dut", "umad:ibsim0/2?path=0,1"))
          .satisfies(o -> assertThat(o.exit()).isEqualTo(3))
          .satisfies(o -> assertThat(o.out() + o.err()).contains("ibsim0/2", "ibsim0/1"));
      assertThat(fabric.ibassay("Tester", "run", "--dut", "umad:mlx5_0/1?path=0,1"))
          .satisfies(o -> assertThat(o.exit()).isEqualTo(3))
          .satisfies(o -> assertThat(o.out() + o.err()).contains("mlx5_0/1"));
      assertThat(fabric.ibassay("Tester", "run", "--dut", "umad:ibsim0/1?path=0,1,7"))
          .satisfies(o -> assertThat(o.exit()).isEqualTo(3))
          .satisfies(o -> assertThat(o.out() + o.err()).contains("unreachable"));
      assertThat(fabric.ibassay("Tester", "run", "--dut", "umad:ibsim0/1?path=1"))
          .satisfies(o -> assertThat(o.exit()).isEqualTo(2))
          .satisfies(o -> assertThat(o.err()).contains("path 1: expected 0, then"));
    }
  }

  private JsonNode run(IbsimFabric fabric, String name, int exit, String... selectors)
      throws Exception {
    return new Verdicts(fabric, directory, List.of()).compare(name, exit, DUT, selectors);
  }

  private static List<String> strings(JsonNode tests, String key) {
    TreeSet<String> all = new TreeSet<>();
    tests.forEach(test -> test.get(key).forEach(text -> all.add(text.asString())));
    return List.copyOf(all);
  }

  private static List<String> stateOfSwitch(IbsimFabric fabric) throws Exception {
    List<String> state = new ArrayList<>();
    dump(fabric, state, "smpquery", "nodeinfo", "-D", "0,1");
    dump(fabric, state, "smpquery", "switchinfo", "-D", "0,1");
    dump(fabric, state, "smpquery", "portinfo", "-D", "0,1", "0");
    dump(fabric, state, "smpquery", "portinfo", "-D", "0,1", "1");
    dump(fabric, state, "ibroute", "-M", "-a", "-D", "0,1");
    return state;
  }

  private static List<String> stateOfHca(IbsimFabric fabric) throws Exception {
    List<String> state = new ArrayList<>();
    dump(fabric, state, "smpquery", "nodeinfo", "-D", "0,1");
    dump(fabric, state, "smpquery", "-K", "portinfo", "-D", "0,1", "1");
    dump(fabric, state, "smpquery", "sl2vl", "-D", "0,1", "1");
    return state;
  }

  /// Records a stock program's output, without the LIDs that the results list as not restorable.
  private static void dump(IbsimFabric fabric, List<String> state, String... command)
      throws Exception {
    Processes.Outcome outcome = fabric.runAny("Tester", resolved(command));
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    outcome
        .out()
        .lines()
        .filter(line -> !line.startsWith("Lid:") && !line.startsWith("SMLid:"))
        .forEach(state::add);
  }

  private static List<String> resolved(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.set(0, Peers.ofThisMachine().find(command[0]).orElseThrow().toString());
    return all;
  }
}
