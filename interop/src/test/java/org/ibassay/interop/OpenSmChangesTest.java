package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A fabric that changes while OpenSM manages it: S14_Ports and S14_Routes judge the result.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "opensm"})
@Order(8)
final class OpenSmChangesTest {
  /// The LID that the manager assigns to itself.
  private static final int MASTER = 1;

  @TempDir Path directory;

  /// Asserts that the fabric is configured as its master should have done.
  private void assertWell(IbsimFabric fabric) throws Exception {
    Path out = directory.resolve("results");
    Processes.Outcome outcome =
        fabric.ibassay(
            "Tester",
            "run",
            "S14_Ports",
            "S14_Routes",
            "--dut",
            "umad:ibsim0/1?lid=" + MASTER,
            "--timeout",
            "2000",
            "--out",
            out.toString());
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
  }

  /// A node is removed, returned, and connected elsewhere; the switches report that by trap 128.
  @Test
  @Timeout(240)
  void nodesComeAndGo() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.startWithConsole(directory, "opensm-switches.net");
        OpenSm manager =
            OpenSm.start(
                fabric.programs(),
                Files.createDirectory(directory.resolve("only")),
                ManagedFabric.MANAGER,
                "sm_priority 3\n",
                OpenSm.UP)) {
      assertWell(fabric);
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
        assertWell(fabric);
      }
    }
  }
}
