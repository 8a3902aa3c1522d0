package org.ibassay.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;

/// The causes of a run's failures, and where the details have shown each in full: a fault that
/// fails many steps is not shown in full by each.
final class ShownCauses {
  private final List<Cause> causes;

  /// The step that showed a cause, by the cause's index.
  private final Map<Integer, String> shown = new HashMap<>();

  ShownCauses(RunResult run) {
    causes = Causes.of(run);
  }

  /// Returns the step that has shown the causes by which a step failed. If one of them was not
  /// shown yet, returns an empty text, and this step is the one that shows them.
  String earlier(TestResult test, String step) {
    List<Integer> own =
        IntStream.range(0, causes.size())
            .filter(cause -> isOf(causes.get(cause), test, step))
            .boxed()
            .toList();
    if (!own.isEmpty() && shown.keySet().containsAll(own)) {
      return String.valueOf(shown.get(own.getFirst()));
    }
    own.forEach(cause -> shown.putIfAbsent(cause, "%s step %s".formatted(test.page().id(), step)));
    return "";
  }

  @SuppressWarnings("ReferenceEquality") // of one run
  private static boolean isOf(Cause cause, TestResult test, String step) {
    return cause.cases().stream()
        .anyMatch(shown -> shown.test() == test && shown.steps().contains(step));
  }
}
