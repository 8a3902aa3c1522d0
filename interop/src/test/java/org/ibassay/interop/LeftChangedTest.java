package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Devices that a run has left changed, or is changing: which runs are refused, and when the
/// devices can be restored.
@RequiresPeer({"ibsim", "smpquery", Umad2Sim.LIBRARY, "libibumad.so.3"})
final class LeftChangedTest {
  private static final String HOST = "Tester";
  private static final String DUT = "umad:ibsim0/1?path=0,1";

  @TempDir Path directory;

  @Test
  void aSecondRunIsRejectedAndLearnsWhetherTheFirstIsAlive() throws Exception {
    try (SimProcess fabric = SimProcess.start(directory, "sim:ca?lid=5")) {
      Process first =
          fabric
              .programs()
              .start(
                  directory.resolve("run.txt"),
                  HOST,
                  "run",
                  "C14_017_01",
                  "--dut",
                  DUT,
                  "--param",
                  "LEASE_PERIOD=9");
      awaitOpen(first);
      Processes.Outcome meanwhile =
          ibassay(fabric, "run", "C13_013", "--dut", DUT, "--safe", "--out", "other");
      assertThat(meanwhile.exit()).isEqualTo(3);
      assertThat(meanwhile.err())
          .contains("another run is using it (process " + first.pid() + ", since ")
          .doesNotContain("ibassay restore");
      Processes.Outcome early = ibassay(fabric, "restore");
      assertThat(early.exit()).isEqualTo(3);
      assertThat(early.err()).contains("another run is using it (process " + first.pid());
      first.destroyForcibly().waitFor();

      Processes.Outcome next = ibassay(fabric, "run", "C14_017_01", "--dut", DUT);
      assertThat(next.exit()).isEqualTo(3);
      assertThat(next.err())
          .contains("did not restore what C14_017_01 changed")
          .contains("first: ibassay restore 0x02001ba500010000");
      Processes.Outcome restored = ibassay(fabric, "restore", "0x02001ba500010000");
      assertThat(restored.exit()).as(restored.err()).isZero();
      assertThat(restored.out()).contains("M_Key is 0x0000000000000000 again");
      assertThat(ibassay(fabric, "run", "C13_013", "--dut", DUT).exit()).isZero();
    }
  }

  /// After a reserved PortPhysicalState, ibsim's link is down for good, except by its console.
  @Test
  void aDeviceThatWasLostIsPutBackWhenItsLinkIsUpAgain() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.startWithConsole(directory, "ibsim-hca.net")) {
      List<String> before = portInfo(fabric);
      Processes.Outcome run = fabric.ibassay(HOST, "run", "C14_024_06_CA_03", "--dut", DUT);
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.out().replaceAll("\\s+", " "))
          .containsPattern("\"ibassay restore 0x[0-9a-f]{16}\" restores it");
      Processes.Outcome next = fabric.ibassay(HOST, "run", "C13_013", "--dut", DUT);
      assertThat(next.exit()).isEqualTo(3);
      assertThat(next.err()).contains("did not restore what C14_024_06_CA_03 changed");
      Processes.Outcome lost = fabric.ibassay(HOST, "restore");
      assertThat(lost.exit()).isEqualTo(3);
      assertThat(lost.err())
          .startsWith("ibassay: not restored, and the journal is kept: 0x")
          .endsWith(" does not answer at " + DUT + "\n");
      fabric.tell("Unlink \"Dut\"[1]");
      fabric.tell("Relink \"Dut\"[1]");
      Processes.Outcome restored = fabric.ibassay(HOST, "restore");
      assertThat(restored.exit()).as("%s%s", restored.out(), restored.err()).isZero();
      assertThat(restored.out()).contains("LID was 0x0000, is 0x0001 (a Set may not carry 0)");
      assertThat(portInfo(fabric)).isEqualTo(before);
    }
  }

  /// Returns PortInfo without its LIDs.
  private static List<String> portInfo(IbsimFabric fabric) throws Exception {
    Processes.Outcome outcome = fabric.run(HOST, "smpquery", "portinfo", "-D", "0,1", "1");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    List<String> lines = new ArrayList<>(outcome.out().lines().toList());
    lines.removeIf(line -> line.startsWith("Lid:") || line.startsWith("SMLid:"));
    return lines;
  }

  private static Processes.Outcome ibassay(SimProcess fabric, String... arguments)
      throws Exception {
    return fabric.programs().ibassay(HOST, arguments);
  }

  /// Waits until the test's records are on disk.
  private void awaitOpen(Process run) throws IOException, InterruptedException {
    Path journal = directory.resolve("ibassay/0x02001ba500010000/journal");
    while (!Files.isRegularFile(journal) || !Files.readString(journal).contains(" end\n")) {
      if (run.waitFor(5, TimeUnit.MILLISECONDS)) {
        throw new IOException("the run ended before it changed anything");
      }
    }
  }
}
