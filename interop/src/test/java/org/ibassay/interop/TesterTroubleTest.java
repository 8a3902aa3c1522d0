package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Trouble on the tester's side during a run is not the DUT's fault.
@RequiresPeer({"ibsim", IbsimFabric.WRAPPER, "libibumad.so.3"})
final class TesterTroubleTest {
  private static final long LIMIT_SECONDS = 120;

  /// It passes on ibsim's switch, and takes a few packets: so many rounds of it are still pending
  /// when the trouble begins.
  private static final String[] RUN = {
    "run", "C13_013", "--repeat", "10000", "--timeout", "20", "--retries", "1"
  };

  @TempDir Path directory;

  private interface Trouble {
    void befall(IbsimFabric fabric) throws IOException;
  }

  @Test
  void aPortThatGoesDownIsAnError() throws Exception {
    JsonNode test = after(fabric -> fabric.tell("Unlink \"Tester\"[1]"), true);
    assertThat(test.get("verdict").asString()).isEqualTo("error");
    assertThat(test.get("reason").asString()).contains("the tester's own port is down");
  }

  @Test
  void aStackThatIsGoneIsAnError() throws Exception {
    JsonNode test = after(IbsimFabric::kill, false);
    assertThat(test.get("verdict").asString()).isEqualTo("error");
    assertThat(test.get("reason").asString()).contains("ibsim0/1 does not send");
  }

  /// libumad2sim waits for its server without limit when a process ends.
  @Test
  void aServerThatHangsIsAnErrorAndTheRunCanBeInterrupted() throws Exception {
    JsonNode test = after(IbsimFabric::hang, true);
    assertThat(test.get("verdict").asString()).isEqualTo("error");
    assertThat(test.get("reason").asString()).contains("no longer answers");
  }

  /// @return the results of the test
  private JsonNode after(Trouble trouble, boolean isEnded) throws Exception {
    try (IbsimFabric fabric = IbsimFabric.startWithConsole(directory, "ibsim-switch.net")) {
      Path output = directory.resolve("output.txt");
      Process run = fabric.startIbassay(output, "Tester", arguments());
      try {
        await(run, output, "round 3 of");
        trouble.befall(fabric);
        if (isEnded) {
          await(run, output, "ERROR");
          run.destroy();
        }
        assertThat(run.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(head(output)).isIn(3, 130);
      } finally {
        run.destroyForcibly();
      }
    }
    Path results = directory.resolve("results").resolve("results.json");
    return JsonMapper.shared().readTree(results.toFile()).get("tests").get(0);
  }

  private String[] arguments() {
    String[] all = Arrays.copyOf(RUN, RUN.length + 4);
    all[RUN.length] = "--dut";
    all[RUN.length + 1] = "umad:ibsim0/1?path=0,1";
    all[RUN.length + 2] = "--out";
    all[RUN.length + 3] = directory.resolve("results").toString();
    return all;
  }

  private static void await(Process run, Path output, String text) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!Files.readString(output).contains(text)) {
      assertThat(run.isAlive() && System.nanoTime() < end).as(() -> head(output)).isTrue();
    }
  }

  private static String head(Path output) {
    try (var lines = Files.lines(output)) {
      return String.join("\n", lines.limit(20).toList());
    } catch (IOException e) {
      return "no output";
    }
  }
}
