package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Prints the time for each MAD of the tests with the most MADs, on ibsim's switch with 36 ports,
/// sixteen outstanding, compared with a plain C loop over libibumad. The two alternate, because
/// both depend on the processors to which the system assigns the processes. Each test is a separate
/// run, started like the launcher does, including the capture; without the start of the virtual
/// machine, the snapshot and restoring. Not run with the tests, because times do not prove anything
/// there; `-Dtest=LongTestFigures` runs it.
@RequiresPeer({"ibsim", Umad2Sim.LIBRARY, "libibumad.so.3", "cc"})
final class LongTestFigures {
  private static final int ROUNDS = 7;
  private static final String WINDOW = "16";

  /// Without C14_024_10_02, by which ibsim damages itself.
  private static final List<String> TESTS =
      List.of("C14_024_12", "C14_024_06_SW_02", "C14_024_08_03");

  @TempDir Path directory;

  @Test
  void print() throws Exception {
    Path program = CProgram.compile(directory, "umad_loop", "-libumad");
    double[] c = new double[ROUNDS];
    double[][] each = new double[TESTS.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch-36.net")) {
        c[round] = loop(fabric, program);
        for (int test = 0; test < TESTS.size(); test++) {
          each[test][round] = microsEach(fabric, TESTS.get(test));
        }
      }
    }
    System.out.printf("C loop: %s us a MAD%n", Arrays.toString(rounded(c)));
    for (int test = 0; test < TESTS.size(); test++) {
      double[] ratio = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        ratio[round] = each[test][round] / c[round];
      }
      System.out.printf(
          "%s: %s us a MAD, median %.1f; of C: median %.2f%n",
          TESTS.get(test), Arrays.toString(rounded(each[test])), median(each[test]), median(ratio));
    }
  }

  /// Microseconds for each MAD, for as many MADs as the longest test has.
  private static double loop(IbsimFabric fabric, Path program) throws Exception {
    Processes.Outcome loop = fabric.runAny("Tester", List.of(program.toString(), "57000", WINDOW));
    assertThat(loop.exit()).as(loop.err()).isZero();
    return Double.parseDouble(loop.out().strip()) / 1e3;
  }

  private double microsEach(IbsimFabric fabric, String name) throws Exception {
    Path out = directory.resolve("out");
    Processes.Outcome outcome =
        fabric.ibassay(
            "Tester",
            "run",
            name,
            "--dut=umad:ibsim0/1?path=0,1",
            "--window=" + WINDOW,
            "--quiet",
            "--out=" + out);
    assertThat(outcome.exit()).as(outcome.err()).isIn(0, 1);
    JsonNode test =
        new ObjectMapper().readTree(out.resolve("results.json").toFile()).get("tests").get(0);
    long sent = test.get("packets").get("sent").asLong();
    assertThat(sent).isGreaterThan(5_000);
    return test.get("durationMillis").asDouble() * 1e3 / sent;
  }

  private static double[] rounded(double[] values) {
    return Arrays.stream(values).map(value -> Math.round(value * 10) / 10.0).toArray();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
