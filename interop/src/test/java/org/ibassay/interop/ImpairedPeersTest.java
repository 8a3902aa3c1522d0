package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Devices that others wrote, over links that are made to lose a packet in a hundred, and a patient
/// tester: no test fails that does not fail without (`*.verdicts`), and what passes without passes.
@Isolated("a guest is emulated, and slow beside others")
final class ImpairedPeersTest {
  private static final String BAD = "&loss=0.01&seed=7";

  /// More than are lost in a row.
  private static final String RETRIES = "12";

  @TempDir Path directory;

  @Test
  @RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
  void ibsim() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      String[] run = command("umad:ibsim0/1?path=0,1" + BAD, "C13_*", "C14_017_*");
      Processes.Outcome outcome = fabric.ibassay("Tester", run);
      compare("ibsim-hca", outcome);
    }
  }

  @Test
  @RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
  void softRoce() throws Exception {
    String dut = SoftRoceGuest.shared(Kernel.CURRENT).uri().text() + BAD;
    String[] run = command(dut, "C09_027_*", "C09_060_*", "R09_Access", "R09_Atomics");
    Processes.Outcome outcome = Processes.run(directory, Map.of(), Umad2Sim.command(run));
    compare("soft-roce-current", outcome);
  }

  private String[] command(String dut, String... selectors) {
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(Arrays.asList(selectors));
    arguments.addAll(List.of("--dut", dut, "--retries", RETRIES));
    arguments.addAll(List.of("--out", directory.resolve("results").toString()));
    return arguments.toArray(String[]::new);
  }

  private void compare(String peer, Processes.Outcome outcome) throws IOException {
    Path results = directory.resolve("results", "results.json");
    assertThat(results).as(outcome.err()).exists();
    List<String> without = Verdicts.expected(peer);
    List<String> others = new ArrayList<>();
    List<String> seen = new ArrayList<>();
    for (JsonNode test : JsonMapper.shared().readTree(results.toFile()).get("tests")) {
      String id = test.get("id").asString();
      String verdict = test.get("verdict").asString();
      seen.add("%s %s, %s ms".formatted(id, verdict, test.get("durationMillis").asString()));
      boolean passesWithout = without.contains(id + " pass");
      if (!without.contains(id + " fail")) {
        assertThat(verdict).as(outcome.out()).isNotEqualTo("fail");
      }
      if (passesWithout && !verdict.equals("pass")) {
        others.add(id + " " + verdict);
      }
    }
    Files.write(Path.of("target", "impaired-" + peer + ".txt"), seen);
    assertThat(others).as(outcome.out()).isEmpty();
  }
}
