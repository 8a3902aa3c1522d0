package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A stock kernel's Soft-RoCE whose host runs nothing of ours: Debian's `rping -c` asks the tester
/// for a connection, and again after each NAK that ends one.
@Isolated("it measures silence")
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class RpingTest {
  @TempDir private Path directory;

  @Test
  void aStockProgramsConnectionsAreTested() throws Exception {
    try (SoftRoceGuest guest = SoftRoceGuest.start(Kernel.CURRENT, "--rping", "7174")) {
      Path out = directory.resolve("results");
      List<String> run = new ArrayList<>(List.of("run", "R09_Msn", "R09_MessageLengths"));
      // ends connections, and needs new ones
      run.add("R09_LengthLimit");
      run.add("C09_060_05");
      run.addAll(List.of("--dut", guest.uri().text(), "--out", out.toString()));
      Processes.Outcome outcome =
          Processes.run(directory, Map.of(), CommandLine.of(run.toArray(String[]::new)));
      assertThat(out.resolve("results.json")).as(outcome.err()).exists();
      JsonNode counts =
          JsonMapper.shared().readTree(out.resolve("results.json").toFile()).get("counts");
      assertThat(counts.get("fail").asInt()).as(outcome.out()).isZero();
      assertThat(counts.get("pass").asInt()).as(outcome.out()).isGreaterThanOrEqualTo(2);
      assertThat(counts.get("notApplicable").asInt()).as(outcome.out()).isEqualTo(1);
    }
  }
}
