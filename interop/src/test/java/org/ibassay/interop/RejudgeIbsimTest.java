package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Verdicts derived again from the trace of a run on ibsim, whose devices fail tests: several
/// requests are outstanding at a time there, and failures are confirmed by repeating the test.
// A second run of the longest tests on ibsim.
@Tag("full")
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
@Order(4)
final class RejudgeIbsimTest {
  private static final List<String> TESTS =
      List.of(
          "C13_*",
          "C14_015",
          "C14_016_*",
          "C14_017_*",
          "C14_024_02",
          "C14_024_03",
          "C14_024_05",
          "C14_024_08_*",
          "C14_024_11",
          "C14_024_12",
          "C14_024_15");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"ibsim-switch.net", "ibsim-hca.net"})
  void verdictsAreTheSame(String net) throws Exception {
    String out = directory.resolve("out").toString();
    try (IbsimFabric fabric = IbsimFabric.start(directory, net)) {
      List<String> arguments = new ArrayList<>(List.of("run", "--dut", "umad:ibsim0/1?path=0,1"));
      arguments.addAll(TESTS);
      arguments.addAll(List.of("--out", out));
      assertThat(fabric.ibassay("Tester", arguments.toArray(String[]::new)).exit()).isOne();
    }
    Processes.Outcome again = Umad2Sim.alone(directory, "rejudge", out);
    assertThat(again.exit()).as(again.out() + again.err()).isZero();
    assertThat(again.out()).contains(" agree, 0 differ").doesNotContain("not judged again");
  }
}
