package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Round trips from a C loop over libibumad to a served device, alternating with ibsim's, because
/// both depend on the processors to which the system assigns the processes. Every response must be
/// received; the times are printed, not judged, because times on a busy machine prove nothing. The
/// first rounds warm up the server.
// Prints figures; judges little.
@Tag("quiet")
@Tag("full")
@Isolated("it prints what a MAD costs")
@RequiresPeer({"ibsim", "cc", "libibumad.so.3", Umad2Sim.LIBRARY})
class SimRateTest {
  private static final String COUNT = "5000";
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 11;

  @TempDir Path directory;

  @Test
  void everyAnswerComes() throws Exception {
    Path program = CProgram.compile(directory, "umad_loop", "-libumad");
    try (SimProcess served = SimProcess.startOptimized(directory, "sim:ca");
        IbsimFabric ibsim = IbsimFabric.start(directory, "ibsim-hca.net")) {
      for (String window : List.of("1", "16")) {
        List<String> command = List.of(program.toString(), COUNT, window);
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
          double our = micros(served.programs(), command);
          double their = micros(ibsim.programs(), command);
          if (round >= 0) {
            ours[round] = our;
            theirs[round] = their;
          }
        }
        Arrays.sort(ours);
        Arrays.sort(theirs);
        System.out.printf(
            "%s outstanding: ibassay %.1f us, at best %.1f; ibsim %.1f us, at best %.1f;"
                + " ratio %.2f (medians of %d)%n",
            window,
            ours[ROUNDS / 2],
            ours[0],
            theirs[ROUNDS / 2],
            theirs[0],
            ours[ROUNDS / 2] / theirs[ROUNDS / 2],
            ROUNDS);
      }
    }
  }

  /// Returns the time of a round trip. The program fails if a request is not answered correctly.
  private static double micros(Umad2Sim programs, List<String> command) throws Exception {
    Processes.Outcome outcome = programs.runAny(SimProcess.HOST, command);
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    return Double.parseDouble(outcome.out().strip()) / 1e3;
  }
}
