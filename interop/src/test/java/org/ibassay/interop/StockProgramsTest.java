package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A stock kernel's Soft-RoCE on a host without an agent, but with programs of Debian's
/// `rdmacm-utils`: `rping -c` connects to the tester, and the tester to `ucmatose` and `rping -s`.
/// A connection that a NAK has ended is established again.
@Tag("quiet") // it measures silence
@Order(2)
@RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
final class StockProgramsTest {
  @TempDir private Path directory;

  @Test
  void connectionsOfRpingAreTested() throws Exception {
    try (SoftRoceGuest guest = SoftRoceGuest.start(Kernel.CURRENT, "--rping", "7174")) {
      // R09_LengthLimit ends connections, and needs new ones.
      Run run =
          run(guest.uri().text(), "R09_Msn", "R09_MessageLengths", "R09_LengthLimit", "C09_060_05");
      assertThat(run.count("fail")).as(run.outcome.out()).isZero();
      assertThat(run.count("pass")).as(run.outcome.out()).isGreaterThanOrEqualTo(2);
      assertThat(run.count("notApplicable")).as(run.outcome.out()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionToUcmatoseIsTestedWithSends() throws Exception {
    try (SoftRoceGuest guest = SoftRoceGuest.start(Kernel.CURRENT, "--server", "ucmatose")) {
      String uri = guest.uri().text();
      for (int i = 0; i < 2; i++) {
        Run run = run(uri, "R09_MessageLengths", "R09_Duplicates", "R09_Access");
        assertThat(run.count("pass")).as(run.outcome.out()).isEqualTo(2);
        assertThat(run.count("notApplicable")).as(run.outcome.out()).isEqualTo(1);
      }
      Run elsewhere = run(uri.replace("cm=7472", "cm=7999"), "R09_MessageLengths");
      assertThat(elsewhere.outcome.exit()).isEqualTo(3);
      assertThat(elsewhere.outcome.err())
          .contains(
              "cannot connect to port 7999 (cm=) of the DUT's host within 10 s: REQ is rejected"
                  + " with reason 8 (invalid Service ID): no server listens there");
    }
  }

  @Test
  void requestsOfRpingAreTested() throws Exception {
    try (SoftRoceGuest guest = SoftRoceGuest.start(Kernel.CURRENT, "--server", "rping")) {
      String uri = guest.uri().text();
      Run run = run(uri, "C09_130_01", "C09_142_01", "R09_ReadRetry", "R09_SentPackets", "R09_Msn");
      assertThat(run.count("pass")).as(run.outcome.out()).isEqualTo(4);
      assertThat(run.count("notApplicable")).as(run.outcome.out()).isEqualTo(1);
      // As with an agent: an ACK completes a READ of one packet without its data.
      Run wrong = run(uri, "R09_WrongResponse");
      assertThat(wrong.outcome.out())
          .contains("ia-r09-wrong-response#01: 1 of the 13 checks of step 4 failed")
          .contains("READ of one packet, an ACK");
      Run elsewhere = run(uri.replace("cm=7472", "cm=7471"), "R09_ReadRetry");
      assertThat(elsewhere.outcome.exit()).isEqualTo(3);
      assertThat(elsewhere.outcome.err())
          .contains("the server at port 7471 (cm=) of the DUT's host is not rping");
    }
  }

  private record Run(Processes.Outcome outcome, JsonNode counts) {
    int count(String verdict) {
      return counts.get(verdict).asInt();
    }
  }

  private Run run(String uri, String... tests) throws Exception {
    Path out = directory.resolve("results");
    List<String> arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(tests));
    arguments.addAll(List.of("--dut", uri, "--out", out.toString()));
    Processes.Outcome outcome =
        Processes.run(directory, Map.of(), CommandLine.of(arguments.toArray(String[]::new)));
    assertThat(out.resolve("results.json")).as(outcome.err()).exists();
    return new Run(
        outcome, JsonMapper.shared().readTree(out.resolve("results.json").toFile()).get("counts"));
  }
}
