package org.ibassay.runner.cause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;

/// Groups the failures of a run. A group consists of failures
///
/// - that show the same wrong status code, or the same wrong value, bit or offset of a field,
///   anywhere;
/// - that show a response to requests of the same method that must be dropped;
/// - with the same texts except for numbers;
/// - of one test at the same blocks, entries or values of a field: a value that is wrongly accepted
///   is usually stored, too.
///
/// A group is a guess: two faults may look the same, and one fault may show in two ways.
public final class Causes {
  private Causes() {}

  /// Returns the causes of a run by device, without known failures: requests that were wrongly
  /// executed or answered, then others, those in the most tests first. Undecided tests are last.
  public static List<Cause> of(RunResult run) {
    return IntStream.range(0, run.duts().size())
        .boxed()
        .flatMap(dut ->
            Stream.concat(
                failed(dut, tests(run, dut)).stream(), undecided(dut, tests(run, dut)).stream()))
        .toList();
  }

  private static List<TestResult> tests(RunResult run, int dut) {
    return run.tests().stream().filter(test -> test.dut() == dut).toList();
  }

  private static List<Cause> failed(int dut, List<TestResult> tests) {
    List<Group> groups = new ArrayList<>();
    for (TestResult test : tests) {
      if (test.verdict() == Verdict.FAIL) {
        symptoms(test).forEach(symptom -> add(groups, symptom));
      }
    }
    Comparator<Group> widest = Comparator.comparing(Group::isCause).thenComparingLong(Group::tests);
    List<Group> joined = joined(groups);
    return joined.stream()
        .sorted(widest.thenComparingLong(Group::failures).reversed())
        .map(group -> new Cause(dut, group.text(joined), group.first(), group.cases()))
        .toList();
  }

  private static List<Symptom> symptoms(TestResult test) {
    List<Symptom> symptoms = new ArrayList<>();
    for (Map.Entry<String, CheckLog.Tally> step : test.log().steps().entrySet()) {
      if (step.getValue().failures() > 0 && !test.isKnown(step.getKey())) {
        symptoms.addAll(Symptom.of(test, step.getKey(), step.getValue()));
      }
    }
    return symptoms;
  }

  private static void add(List<Group> groups, Symptom symptom) {
    if (groups.stream().noneMatch(group -> group.takes(symptom))) {
      groups.add(new Group(symptom));
    }
  }

  /// Joins groups with the same places: a cause and what follows from it.
  private static List<Group> joined(List<Group> groups) {
    List<Group> joined = new ArrayList<>();
    groups.sort(Comparator.comparing(Group::isCause).reversed());
    for (Group group : groups) {
      if (joined.stream().noneMatch(earlier -> earlier.takes(group))) {
        joined.add(group);
      }
    }
    return joined;
  }

  /// Leaves out tests of a device that could not be reached, which is reported for the device.
  private static List<Cause> undecided(int dut, List<TestResult> tests) {
    Map<String, List<Cause.Case>> byReason = new LinkedHashMap<>();
    for (TestResult test : tests) {
      boolean isOpen =
          (test.verdict() == Verdict.INCONCLUSIVE || test.verdict() == Verdict.ERROR)
              && test.packets().sent() > 0;
      String reason = test.reason();
      if (isOpen && reason != null) {
        byReason
            .computeIfAbsent(withoutStep(reason), _ -> new ArrayList<>())
            .add(new Cause.Case(test, List.of()));
      }
    }
    return byReason.entrySet().stream()
        .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
        .map(entry -> new Cause(dut, "Not decided: " + entry.getKey(), null, entry.getValue()))
        .toList();
  }

  private static String withoutStep(String reason) {
    return reason.replaceFirst("^step \\w+(\\.\\w+)*: ", "");
  }
}
