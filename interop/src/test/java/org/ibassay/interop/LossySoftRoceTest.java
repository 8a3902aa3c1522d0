package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.ibassay.interop.SoftRoceGuest.Kernel;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Soft-RoCE over a link that loses packets.
// Minutes, as for [LossyIbsimTest].
@Tag("full")
@Tag("quiet") // a guest is emulated, and slow beside others
@ResourceLock(SoftRoceGuest.ONE_TESTER)
final class LossySoftRoceTest {
  @TempDir Path directory;

  @Test
  @RequiresPeer({SoftRoceGuest.APT, SoftRoceGuest.COMPILER})
  void whatPassesPassesOnALossyLinkToo() throws Exception {
    String dut = SoftRoceGuest.shared(Kernel.CURRENT).uri().text();
    String[] arguments =
        LossyLinkRun.arguments(
            dut, directory, "C09_027_*", "C09_060_*", "R09_Access", "R09_Atomics");
    Processes.Outcome outcome = Processes.run(directory, Map.of(), CommandLine.of(arguments));
    assertThat(directory.resolve("results", "results.json")).as(outcome.err()).exists();
    LossyLinkRun run = LossyLinkRun.of("soft-roce-current", directory);
    assertThat(run.newFailures()).as(outcome.out()).isEmpty();
    assertThat(run.noLongerPass()).as(outcome.out()).isEmpty();
  }
}
