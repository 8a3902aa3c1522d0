package org.ibassay.interop;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tests of performance management on ibsim's channel adapter and switch, and of the LIDs of
/// the channel adapter, in a subnet configured by OpenSM. The expected verdicts are in
/// `ibsim-counters-*.verdicts`, with evidence.
@RequiresPeer({"ibsim", "opensm", IbsimFabric.WRAPPER, "libibumad.so.3"})
final class IbsimCountersTest {
  private static final String DUT = "umad:ibsim0/1?path=0,1";

  @TempDir Path directory;

  @Test
  void channelAdapterIsJudged() throws Exception {
    judge("ibsim-lonely.net", "Dut", "ibsim-counters-hca", "P16_*", "R14_LidRange");
  }

  @Test
  void switchIsJudged() throws Exception {
    judge("ibsim-managed-switch.net", "Manager", "ibsim-counters-switch", "P16_*");
  }

  private void judge(String net, String manager, String verdicts, String... tests)
      throws Exception {
    try (IbsimFabric fabric = IbsimFabric.start(directory, net);
        OpenSm _ = OpenSm.start(fabric, directory, manager)) {
      new Verdicts(fabric, directory, List.of("--own-fabric")).compare(verdicts, 1, DUT, tests);
    }
  }
}
