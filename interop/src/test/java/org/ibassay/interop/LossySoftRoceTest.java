package org.ibassay.interop;

import java.nio.file.Path;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Soft-RoCE over a [BadLink].
@Isolated("a guest is emulated, and slow beside others")
final class BadLinkSoftRoceTest {
  @TempDir Path directory;

  @Test
  @RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
  void nothingElseFails() throws Exception {
    String dut = SoftRoceGuest.shared(Kernel.CURRENT).uri().text();
    String[] run =
        BadLink.run(dut, directory, "C09_027_*", "C09_060_*", "R09_Access", "R09_Atomics");
    Processes.Outcome outcome = Processes.run(directory, Map.of(), Umad2Sim.command(run));
    BadLink.compare("soft-roce-current", directory, outcome);
  }
}
