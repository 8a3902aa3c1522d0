package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The capture of a run of every test on every simulated device, as tshark reads it.
@RequiresPeer("tshark")
final class RunCaptureTest {
  /// What the runner sends on its own account.
  private static final String RUNNER = "ibassay: ";

  @TempDir private Path directory;

  @Test
  void everyFrameIsWholeAndSaysWhatItIsFor() throws Exception {
    Path out = directory.resolve("out");
    assertThat(Umad2Sim.alone(directory, "run", "--out", out.toString()).exit()).isZero();

    Map<String, Long> frames = frames(out.resolve("trace.pcapng"));
    assertThat(frames.values().stream().mapToLong(Long::longValue).sum()).isGreaterThan(100_000);
    Set<String> purposes = purposes();
    assertThat(frames.keySet())
        .allMatch(frame -> frame.startsWith(RUNNER) || purposes.contains(frame));
    Set<String> tests =
        frames.keySet().stream()
            .filter(frame -> !frame.startsWith(RUNNER))
            .map(frame -> frame.substring(0, frame.indexOf(' ')))
            .collect(Collectors.toSet());
    assertThat(tests).isEqualTo(Pages.all().stream().map(Page::id).collect(Collectors.toSet()));
  }

  /// How many frames have that comment; of one that tshark finds malformed, that is said behind it.
  /// Guesses about what a payload holds are not asked for: the tests send patterns.
  private static Map<String, Long> frames(Path trace) throws Exception {
    String text =
        Tshark.run(
            "tshark",
            "-n",
            "-r",
            trace.toString(),
            "--disable-protocol",
            "rpcordma",
            "-T",
            "fields",
            "-E",
            "separator=|",
            "-e",
            "frame.comment",
            "-e",
            "_ws.malformed");
    return text.lines()
        .map(line -> line.endsWith("|") ? line.substring(0, line.length() - 1) : line)
        .collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()));
  }

  /// Test, step and the step's assertions, for every step that there is.
  private static Set<String> purposes() {
    Set<String> purposes = new HashSet<>();
    for (Page page : Pages.all()) {
      Stream.of(page.initialization(), page.procedure(), page.always())
          .flatMap(steps -> steps.stream())
          .map(step -> purpose(page, step))
          .forEach(purposes::add);
    }
    return purposes;
  }

  private static String purpose(Page page, Page.Step step) {
    String ids = step.assertions().isEmpty() ? "" : ": " + String.join(", ", step.assertions());
    return page.id() + " step " + step.id() + ids;
  }
}
