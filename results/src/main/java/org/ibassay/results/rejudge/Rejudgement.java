package org.ibassay.results.rejudge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.results.rejudge.Rejudged.Left;
import org.ibassay.results.rejudge.RunRecording.RecordedDut;
import org.ibassay.results.rejudge.RunRecording.Section;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.suite.Page;
import org.ibassay.suite.TesterKind;
import org.jspecify.annotations.Nullable;

/// Repeats the judgement of a run from its trace: runs the same tests against the recorded packets.
///
/// A test can be rejudged if it only exchanges management datagrams: the trace does not contain
/// what an upper tester reports. Each test starts at its own part of the trace, so that a test that
/// diverges does not affect others.
public final class Rejudgement {
  private static final String TRACE = "trace.pcapng";
  private static final int MOST_DAMAGES = 3;

  private final Path directory;
  private final Suite suite;
  private final Results results;
  private final RunRecording recording;
  private final Map<String, Page> pages;
  private final List<Left> left = new ArrayList<>();

  /// The index of each target's device in the results.
  private final List<Integer> indices = new ArrayList<>();

  private final List<ReplayTarget> replays = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();

  /// @param directory directory of the run
  /// @param suite suite that judges
  /// @throws UsageException if the directory is not that of a run that can be rejudged
  public Rejudgement(Path directory, Suite suite) throws UsageException {
    this.directory = directory;
    this.suite = suite;
    if (!Files.isDirectory(directory)) {
      throw new UsageException(directory + ": no such directory; expected the --out of a run");
    }
    this.results = Results.read(directory);
    if (Files.exists(OutputDirectory.lines(directory))) {
      throw new UsageException(
          "%s: is of a run over a fabric, which keeps no %s; expected the directory of a run, a lab or"
                  .formatted(directory, RunRecording.NAME)
              + " a merge of these. A run of one node, with the --dut that the report prints, can be"
              + " judged again");
    }
    if (!Files.exists(directory.resolve(RunRecording.NAME))) {
      throw new UsageException(
          "%s: lacks %s; expected the directory of a run of this version or later"
              .formatted(directory, RunRecording.NAME));
    }
    this.recording = RunRecording.read(directory);
    if (recording.duts().size() != results.duts().size()) {
      throw new UsageException(
          "%s: %s has %d devices, results.json %d; expected files of one run"
              .formatted(
                  directory, RunRecording.NAME, recording.duts().size(), results.duts().size()));
    }
    this.pages = suite.pages().stream().collect(Collectors.toMap(Page::id, page -> page));
  }

  /// The recorded results.
  public Results results() {
    return results;
  }

  /// Rejudges the run.
  ///
  /// @param tap receives every packet again
  /// @throws IOException if the trace is missing or damaged; says how
  public Rejudged judge(Tap tap) throws IOException, UsageException {
    Path file = directory.resolve(TRACE);
    List<String> damages = RecordedTrace.damages(file, recording.packets());
    if (!damages.isEmpty()) {
      String some = damages.stream().limit(MOST_DAMAGES).collect(Collectors.joining("; "));
      throw new IOException(file + ": is damaged: " + some);
    }
    try (RecordedTrace trace = new RecordedTrace(file)) {
      ReplayTime time = new ReplayTime(started());
      for (int dut = 0; dut < results.duts().size(); dut++) {
        prepare(dut, trace, time);
      }
      Run run =
          new Run(
              recording.settings().plan(targets),
              suite,
              time,
              new Interruption(),
              new Journals(directory.resolve("no-journal"), _ -> false, ""),
              List.of());
      RunResult again = run.execute(tap);
      return compared(again);
    }
  }

  private Instant started() throws UsageException {
    try {
      return Instant.parse(results.started());
    } catch (DateTimeException e) {
      throw new UsageException(
          "%s: \"started\" is %s; expected a time".formatted(directory, results.started()));
    }
  }

  private void prepare(int dut, RecordedTrace trace, ReplayTime time) throws UsageException {
    RecordedDut recorded = recording.duts().get(dut);
    List<Results.Test> tests = results.tests().stream().filter(t -> t.dut() == dut).toList();
    String obstacle = obstacle(dut, recorded);
    ReplayTarget replay =
        new ReplayTarget(uri(recorded), recorded, trace, time, recording.settings().window());
    List<Page> wanted = new ArrayList<>();
    for (Results.Test test : tests) {
      String why = obstacle == null ? obstacle(dut, test) : obstacle;
      if (why == null) {
        wanted.add(pages.get(test.id()));
        for (Section round : recording.rounds(dut, test.id())) {
          replay.add(name(test.id(), round.round()), round.frames());
        }
      } else {
        left.add(new Left(recorded.uri(), test.id(), why));
      }
    }
    if (!wanted.isEmpty()) {
      indices.add(dut);
      replays.add(replay);
      targets.add(new Target(replay, wanted));
    }
  }

  /// The name of a round of a test, as used for [org.ibassay.link.dut.Dut#begin].
  private static String name(String test, int round) {
    return test + ", round " + round;
  }

  private DutUri uri(RecordedDut recorded) throws UsageException {
    try {
      return DutUri.parse(recorded.uri());
    } catch (DutUriException e) {
      throw new UsageException(directory.resolve(RunRecording.NAME) + ": " + e.getMessage());
    }
  }

  private @Nullable String obstacle(int dut, RecordedDut recorded) {
    String trouble = results.duts().get(dut).trouble();
    if (trouble != null) {
      return "the device was not tested: " + trouble;
    }
    if (recorded.ports().isEmpty()) {
      return "needs what the upper tester reported, which the trace does not hold";
    }
    return recorded.identification().isWhole()
        ? null
        : "the trace lacks packets of the device's identification";
  }

  private @Nullable String obstacle(int dut, Results.Test test) {
    Page page = pages.get(test.id());
    if (page == null) {
      return "this suite has no such test";
    }
    boolean isForKind =
        page.dut().stream()
            .anyMatch(kind ->
                kind.name().toLowerCase(Locale.ROOT).equals(results.duts().get(dut).kind()));
    if (isForKind && suite.maker().apply(page).testerKind() != TesterKind.MAD) {
      return "needs what the upper tester reported, which the trace does not hold";
    }
    List<Section> rounds = recording.rounds(dut, test.id());
    if (rounds.isEmpty()) {
      return "it was not run: " + test.reason();
    }
    if (rounds.size() != recording.settings().rounds()) {
      return "the run ended after %d of %d rounds"
          .formatted(rounds.size(), recording.settings().rounds());
    }
    return rounds.stream().allMatch(round -> round.frames().isWhole())
        ? null
        : "the trace lacks packets of it (--trace-limit)";
  }

  private Rejudged compared(RunResult again) {
    Map<String, Results.Test> before = new HashMap<>();
    results.tests().forEach(test -> before.put(test.dut() + " " + test.id(), test));
    VerdictComparison comparison = new VerdictComparison();
    again
        .tests()
        .forEach(test -> {
          ReplayTarget replay = replays.get(test.dut());
          String uri = replay.uri().text();
          String divergence = divergence(replay, test.page().id());
          int index = indices.get(test.dut());
          Results.Test was = before.get(index + " " + test.page().id());
          if (divergence == null && was != null) {
            comparison.add(uri, was, test);
          } else if (was == null || !comparison.addFailures(uri, was, test)) {
            left.add(new Left(uri, test.page().id(), String.valueOf(divergence)));
          }
        });
    return new Rejudged(again, comparison.agreeing(), comparison.differences(), left);
  }

  private @Nullable String divergence(ReplayTarget replay, String test) {
    String identification = replay.divergence("");
    if (identification != null) {
      return "the device cannot be identified again: " + identification;
    }
    for (int round = 1; round <= recording.settings().rounds(); round++) {
      String divergence = replay.divergence(name(test, round));
      if (divergence != null) {
        return "packets diverge: " + divergence;
      }
    }
    return null;
  }
}
