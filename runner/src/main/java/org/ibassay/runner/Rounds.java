package org.ibassay.runner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Ranges;
import org.jspecify.annotations.Nullable;

/// The rounds of one test on one DUT, as many as `--repeat` requests. The combined result is the
/// worst; differences are kept, and nothing is averaged.
record Rounds(List<TestResult> results) {

  /// Combines all rounds into one result.
  TestResult together() {
    TestResult first = results.getFirst();
    if (results.size() == 1) {
      return first;
    }
    CheckLog log = new CheckLog();
    results.forEach(round -> log.addAll(round.log()));
    return TestResult.of(first.page(), first.dut(), judgement(), log)
        .took(results.stream().map(TestResult::duration).reduce(Duration.ZERO, Duration::plus))
        .packets(results.stream().map(TestResult::packets).reduce(Packets.NONE, Packets::plus))
        .notes(notes())
        .notRestored(each(TestResult::notRestored))
        .trouble(firstTrouble())
        .rounds(results.stream().map(TestResult::verdict).toList())
        .build();
  }

  private @Nullable Throwable firstTrouble() {
    return results.stream()
        .map(TestResult::trouble)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Judgement judgement() {
    TestResult worst = worst(results, TestResult::verdict);
    Set<String> ids = new LinkedHashSet<>();
    results.forEach(r -> r.judgement().assertions().forEach(a -> ids.add(a.id())));
    return new Judgement(
        worst.verdict(),
        Verdict.worst(results.stream().map(r -> r.judgement().besideFailures())),
        worst.reason(),
        ids.stream().map(this::assertion).toList());
  }

  private AssertionResult assertion(String id) {
    List<AssertionResult> all = results.stream().map(round -> round.assertion(id)).toList();
    AssertionResult worst = worst(all, AssertionResult::verdict);
    return new AssertionResult(
        id,
        worst.verdict(),
        worst.reason(),
        all.stream().mapToLong(AssertionResult::checks).sum(),
        all.stream().mapToLong(AssertionResult::failures).sum(),
        all.stream().flatMap(a -> a.examples().stream()).limit(CheckLog.EXAMPLES).toList(),
        worst.known(),
        all.stream().map(AssertionResult::verdict).toList());
  }

  /// Returns the first one with the worst verdict.
  private static <T> T worst(List<T> all, Function<T, Verdict> verdict) {
    return all.stream().min(Comparator.comparing(verdict)).orElseThrow();
  }

  /// Returns the notes, each with its rounds unless it was noted in all.
  private List<String> notes() {
    Map<String, Ranges> rounds = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      for (String note : results.get(i).notes()) {
        rounds.computeIfAbsent(note, n -> new Ranges()).add(i + 1);
      }
    }
    List<String> notes = new ArrayList<>();
    rounds.forEach((note, in) -> {
      String which = (in.size() == 1 ? "round " : "rounds ") + in + ": ";
      notes.add(in.size() == results.size() ? note : which + note);
    });
    return notes;
  }

  private <T> List<T> each(Function<TestResult, List<T>> part) {
    return results.stream().map(part).flatMap(List::stream).distinct().toList();
  }
}
