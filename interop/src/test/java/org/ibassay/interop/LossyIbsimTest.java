package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// ibsim over a link that loses packets.
// Minutes, and a run on a simulated lossy link shows nearly as much.
@Tag("full")
final class LossyIbsimTest {
  @TempDir Path directory;

  @Test
  @RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
  void whatPassesPassesOnALossyLinkToo() throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      String[] arguments =
          LossyLinkRun.arguments("umad:ibsim0/1?path=0,1", directory, "C13_*", "C14_017_*");
      Processes.Outcome outcome = fabric.ibassay("Tester", arguments);
      assertThat(directory.resolve("results", "results.json")).as(outcome.err()).exists();
      LossyLinkRun run = LossyLinkRun.of("ibsim-hca", directory);
      assertThat(run.newFailures()).as(outcome.out()).isEmpty();
      assertThat(run.noLongerPass()).as(outcome.out()).isEmpty();
    }
  }
}
