package org.ibassay.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ibassay.suite.Page;

/// The part of a device that the tests of a run covered: a pass says no more than that.
///
/// @param applied number of tests that applied
/// @param tests number of tests
/// @param reasons why the others did not apply, each with its tests; most frequent reason first
/// @param chapters chapters of the specification, with the assertions of their tests
public record DutCoverage(
    long applied, long tests, Map<String, List<String>> reasons, Map<Integer, Chapter> chapters) {
  private static final Pattern CHAPTER = Pattern.compile("\\.c(\\d+)\\.");

  /// The assertions of a chapter's tests.
  ///
  /// @param checked number of assertions that passed or failed
  public record Chapter(long checked, long assertions) {
    @Override
    public String toString() {
      return checked + " of " + assertions;
    }
  }

  /// Returns the coverage of one device of a run.
  ///
  /// @param dut index into [RunResult#duts]
  public static DutCoverage of(RunResult run, int dut) {
    List<TestResult> tests = run.tests().stream().filter(test -> test.dut() == dut).toList();
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (TestResult test : tests) {
      if (!isApplied(test)) {
        byReason
            .computeIfAbsent(String.valueOf(test.reason()), _ -> new ArrayList<>())
            .add(test.page().id());
      }
    }
    Map<String, List<String>> reasons =
        byReason.entrySet().stream()
            .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
    long applied = tests.stream().filter(DutCoverage::isApplied).count();
    return new DutCoverage(applied, tests.size(), reasons, chapters(tests));
  }

  private static boolean isApplied(TestResult test) {
    return test.verdict() != Verdict.NOT_APPLICABLE;
  }

  /// The chapter of the specification that a test is of; empty for tests of others.
  public static OptionalInt chapter(Page page) {
    Matcher chapter = CHAPTER.matcher(page.className());
    return chapter.find()
        ? OptionalInt.of(Integer.parseInt(chapter.group(1)))
        : OptionalInt.empty();
  }

  private static Map<Integer, Chapter> chapters(List<TestResult> tests) {
    Map<Integer, Set<String>> claimed = new TreeMap<>();
    Map<Integer, Set<String>> checked = new TreeMap<>();
    for (TestResult test : tests) {
      OptionalInt chapter = chapter(test.page());
      if (chapter.isPresent()) {
        int number = chapter.getAsInt();
        claimed.computeIfAbsent(number, _ -> new HashSet<>()).addAll(test.page().claimed());
        Set<String> ofChapter = checked.computeIfAbsent(number, _ -> new HashSet<>());
        test.judgement().assertions().stream()
            .filter(a -> a.verdict() == Verdict.PASS || a.verdict() == Verdict.FAIL)
            .map(AssertionResult::id)
            .filter(test.page().claimed()::contains)
            .forEach(ofChapter::add);
      }
    }
    Map<Integer, Chapter> chapters = new TreeMap<>();
    claimed.forEach((number, all) ->
        chapters.put(
            number, new Chapter(checked.getOrDefault(number, Set.of()).size(), all.size())));
    return chapters;
  }

  /// Whether all tests applied.
  public boolean isWhole() {
    return applied == tests;
  }

  /// The assertions checked by chapter, as one line of text.
  public String assertions() {
    return chapters.entrySet().stream()
        .map(entry -> "chapter " + entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
