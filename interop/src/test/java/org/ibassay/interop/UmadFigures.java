package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Prints the time for each MAD, in Java and in C. Not run with the tests, because times do not
/// prove anything there; `-Dtest=UmadFigures` runs it.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3", "cc"})
final class UmadFigures {
  @TempDir Path directory;

  @Test
  void print() throws Exception {
    Path program = CProgram.compile(directory, "umad_loop", "-libumad");
    try (IbsimFabric fabric = IbsimFabric.start(directory, "ibsim-hca.net")) {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "--class-path",
              System.getProperty("java.class.path"),
              UmadLoop.class.getName(),
              "umad:ibsim0/1?path=0,1",
              program.toString());
      Processes.Outcome outcome = fabric.runAny("Tester", command);
      assertThat(outcome.exit()).as(outcome.err()).isZero();
      System.out.print(outcome.out());
    }
  }
}
