package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.RunEvent;
import org.ibassay.runner.RunResult;
import org.junit.jupiter.api.Test;

class RunFilesTest {
  private final RunFiles files = new RunFiles();

  @Test
  void nothingIsIncompleteWhereAllIsWritten() {
    files.write(Path.of("results.json"), _ -> {});
    assertThat(files.trouble()).isNull();
  }

  @Test
  void whatIsIncompleteIsNamedAndTheRestIsWritten() {
    List<Path> written = new ArrayList<>();
    files.write(Path.of("out", "results.json"), _ -> fill("No space left on device"));
    files.write(Path.of("out", "junit.xml"), written::add);
    files.write(
        Path.of("out", "report.html"), _ -> fill("a.b.XException: No space left on device"));
    assertThat(files.trouble())
        .isEqualTo("incomplete: results.json, report.html: No space left on device");
    assertThat(written).containsExactly(Path.of("out", "junit.xml"));
  }

  private static void fill(String message) throws IOException {
    throw new IOException(message);
  }

  @Test
  void theEndOfARunIsReportedWhenItIsReleased() {
    List<RunEvent> seen = new ArrayList<>();
    HeldReport held = new HeldReport(seen::add);
    RunEvent round = new RunEvent.RoundStarted(1, 2);
    RunEvent end =
        new RunEvent.RunEnded(
            new RunResult(List.of(), Instant.EPOCH, Duration.ZERO, List.of(), List.of(), false));
    held.on(round);
    held.on(end);
    assertThat(seen).containsExactly(round);
    held.release();
    held.release();
    assertThat(seen).containsExactly(round, end);
  }
}
