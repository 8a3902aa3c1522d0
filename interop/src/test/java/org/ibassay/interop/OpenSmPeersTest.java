package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two OpenSMs on one fabric, which take it over from each other, and a fabric that changes under
/// one. Who is its master is asked by `sminfo`; what each makes of it is judged by S14_Ports and
/// S14_Routes.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm", "sminfo"})
@Order(8)
final class OpenSmPeersTest {
  /// A standby polls every half second, and takes over after three polls without an answer.
  private static final String POLLING = "sminfo_polling_timeout 500\npolling_retry_number 3\n";

  /// Two LIDs that a manager of this fabric gives out: to the node that it is at first, and to the
  /// other one.
  private static final int FIRST = 1;

  private static final int SECOND = 4;

  /// What takes longer has not happened: half of what the test may take in all.
  private static final long WAIT_SECONDS = 30;

  @TempDir Path directory;

  private static String state(IbsimFabric fabric, int lid) throws Exception {
    Processes.Outcome outcome = fabric.run("Tester", "sminfo", Integer.toString(lid));
    return outcome.out().replaceAll("(?s).*SMINFO_(\\w+).*", "$1");
  }

  private static void awaitState(IbsimFabric fabric, int lid, String expected) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    String seen = state(fabric, lid);
    while (!seen.equals(expected) && System.nanoTime() < end) {
      Thread.sleep(100);
      seen = state(fabric, lid);
    }
    assertThat(seen).as("SMInfo at LID %d", lid).isEqualTo(expected);
  }

  /// The fabric as a master leaves it, with its LID in every port.
  private void assertWell(IbsimFabric fabric, int lid) throws Exception {
    Path out = directory.resolve("results");
    Processes.Outcome outcome =
        fabric.ibassay(
            "Tester",
            "run",
            "S14_Ports",
            "S14_Routes",
            "--dut",
            "umad:ibsim0/1?lid=" + lid,
            "--timeout",
            "2000",
            "--out",
            out.toString());
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
  }

  private OpenSm start(IbsimFabric fabric, String name, String host, int priority, String ready)
      throws Exception {
    return OpenSm.start(
        fabric.programs(),
        Files.createDirectory(directory.resolve(name)),
        host,
        "sm_priority %d\n".formatted(priority) + POLLING,
        ready);
  }

  /// A lower one stands by; it takes over when the master has ended, and hands over to a higher
  /// one. The specification has the times: a standby polls, and takes over after some polls without
  /// an answer (14.4.1); here that is 1.5 s.
  @Test
  @Timeout(60)
  void oneTakesOverFromTheOther() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "opensm-switches.net")) {
      OpenSm low = null;
      try (OpenSm first = start(fabric, "first", ManagedFabric.MANAGER, 3, OpenSm.UP)) {
        low = start(fabric, "low", "Other", 1, OpenSm.STANDBY);
        assertThat(state(fabric, FIRST)).isEqualTo("MASTER");
        assertThat(state(fabric, SECOND)).isEqualTo("STANDBY");
        assertWell(fabric, FIRST);
        assertThat(first.end()).doesNotContain("Entering STANDBY");

        awaitState(fabric, SECOND, "MASTER");
        low.awaitUp(1);
        assertWell(fabric, SECOND);

        try (OpenSm high = start(fabric, "high", ManagedFabric.MANAGER, 14, OpenSm.UP)) {
          awaitState(fabric, SECOND, "STANDBY");
          assertThat(state(fabric, FIRST)).isEqualTo("MASTER");
          assertWell(fabric, FIRST);
          assertThat(high.end()).doesNotContain("Entering STANDBY");
        }
        awaitState(fabric, SECOND, "MASTER");
        low.awaitUp(2);
        assertWell(fabric, SECOND);
      } finally {
        if (low != null) {
          low.close();
        }
      }
    }
  }

  /// Of two with the same priority it is the one with the lower GUID, whichever came first.
  @Test
  @Timeout(60)
  void theLowerGuidIsTheMaster() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "opensm-switches.net");
        OpenSm higherGuid = start(fabric, "higher", "Other", 5, OpenSm.UP);
        OpenSm lowerGuid = start(fabric, "lower", ManagedFabric.MANAGER, 5, OpenSm.UP)) {
      assertThat(higherGuid.log()).contains("Entering STANDBY state");
      assertThat(lowerGuid.log()).doesNotContain("Entering STANDBY state");
    }
  }

  /// A node goes, comes back, and comes back elsewhere; the switches report that by trap 128.
  @Test
  @Timeout(60)
  void nodesComeAndGo() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.startWithConsole(directory, "opensm-switches.net");
        OpenSm manager = start(fabric, "only", ManagedFabric.MANAGER, 3, OpenSm.UP)) {
      assertWell(fabric, FIRST);
      for (String change :
          new String[] {
            "Unlink \"Plain\"[1]",
            "Relink \"Plain\"[1]",
            "Unlink \"Other\"[1]",
            "Link \"Other\"[1] \"Near\"[3]"
          }) {
        int before = manager.sweeps();
        fabric.tell(change);
        manager.awaitUp(before + 1);
        assertWell(fabric, FIRST);
      }
    }
  }
}
