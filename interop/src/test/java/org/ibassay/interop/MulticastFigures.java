package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Prints what a MAD of C14_024_12 costs on ibsim, one and sixteen outstanding, beside a plain C
/// loop over libibumad. The three take turns, as each depends on where the system puts the
/// processes. ibassay is started as its launcher starts it, capture included; its own start, the
/// snapshot and putting back are left out. Not run with the tests, as time proves nothing there;
/// `-Dtest=MulticastFigures` runs it.
@RequiresPeer({"ibsim", Umad2Sim.LIBRARY, "libibumad.so.3", "cc"})
final class MulticastFigures {
  private static final int ROUNDS = 7;
  private static final String C_LOOP = "10000";

  @TempDir Path directory;

  @Test
  void print() throws Exception {
    Path program = CProgram.compile(directory, "umad_loop", "-libumad");
    Path cache = aotCache();
    double[] c = new double[ROUNDS];
    double[] one = new double[ROUNDS];
    double[] sixteen = new double[ROUNDS];
    double[] ratio = new double[ROUNDS];
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-switch.net")) {
      for (int round = 0; round < ROUNDS; round++) {
        Processes.Outcome loop = fabric.runAny("Tester", List.of(program.toString(), C_LOOP, "1"));
        assertThat(loop.exit()).as(loop.err()).isZero();
        c[round] = Double.parseDouble(loop.out().strip()) / 1e3;
        one[round] = microsEach(fabric, cache, 1);
        sixteen[round] = microsEach(fabric, cache, 16);
        ratio[round] = sixteen[round] / one[round];
        System.out.printf(
            "C loop %.1f us; window 1 %.1f us; window 16 %.1f us; ratio %.2f%n",
            c[round], one[round], sixteen[round], ratio[round]);
      }
    }
    System.out.printf(
        "medians: C loop %.1f us; window 1 %.1f us, %.2f of C; window 16 %.1f us;"
            + " ratio %.2f, from %.2f to %.2f%n",
        median(c),
        median(one),
        median(one) / median(c),
        median(sixteen),
        median(ratio),
        ratio[0],
        ratio[ROUNDS - 1]);
  }

  /// As the launcher makes it after a build.
  private Path aotCache() throws Exception {
    Path cache = directory.resolve("ibassay.aot");
    List<String> command =
        new ArrayList<>(
            Umad2Sim.command("run", "--quiet", "--out", directory.resolve("training").toString()));
    command.add(1, "-XX:AOTCacheOutput=" + cache);
    Processes.Outcome outcome = Processes.run(directory, Map.of(), command);
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return cache;
  }

  private double microsEach(IbsimFabric fabric, Path cache, int window) throws Exception {
    Path out = directory.resolve("out");
    List<String> command =
        new ArrayList<>(
            Umad2Sim.command(
                "run",
                "C14_024_12",
                "--dut=umad:ibsim0/1?path=0,1",
                "--window=" + window,
                "--quiet",
                "--out=" + out));
    command.add(1, "-XX:AOTCache=" + cache);
    Processes.Outcome outcome = fabric.runAny("Tester", command);
    assertThat(outcome.exit()).as(outcome.err()).isIn(0, 1);
    JsonNode test =
        new ObjectMapper().readTree(out.resolve("results.json").toFile()).get("tests").get(0);
    long sent = test.get("packets").get("sent").asLong();
    assertThat(sent).isGreaterThan(50_000);
    return test.get("durationMillis").asDouble() * 1e3 / sent;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
