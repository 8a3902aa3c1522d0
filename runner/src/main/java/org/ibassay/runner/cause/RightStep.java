package org.ibassay.runner.cause;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;

/// A step that checked the field that another step of the same test found wrong, and found it right
/// each time: a value that is wrong in the response to a Set only, for example.
///
/// @param field name of the field
/// @param checks number of checks of the field
public record RightStep(Page.Step step, String field, long checks) {
  private static final int MOST = 2;

  /// Returns such steps: the next ones after a step that failed, or else the last ones before it.
  /// There are none if the step found more than one field wrong.
  public static List<RightStep> of(TestResult test, String failed) {
    Map<String, CheckLog.Tally> steps = test.log().steps();
    CheckLog.Tally tally = steps.get(failed);
    Set<String> subjects = tally == null ? Set.of() : tally.failedSubjects();
    String field = subjects.size() == 1 ? subjects.iterator().next() : "";
    if (field.isEmpty()) {
      return List.of();
    }
    List<RightStep> before = new ArrayList<>();
    List<RightStep> after = new ArrayList<>();
    List<RightStep> side = before;
    for (Map.Entry<String, CheckLog.Tally> entry : steps.entrySet()) {
      if (entry.getKey().equals(failed)) {
        side = after;
      } else if (entry.getValue().checks(field) > 0 && entry.getValue().failures(field) == 0) {
        long checks = entry.getValue().checks(field);
        test.page()
            .step(entry.getKey())
            .map(step -> new RightStep(step, field, checks))
            .ifPresent(side::add);
      }
    }
    return after.isEmpty()
        ? before.subList(Math.max(0, before.size() - MOST), before.size())
        : after.subList(0, Math.min(MOST, after.size()));
  }

  /// A sentence: how often the field was right, and what the step checks.
  public String text() {
    return String.format(
        Locale.ROOT,
        "at step %s, in %s: %s",
        step.id(),
        checks == 1 ? "its only check" : "all %,d checks of %s".formatted(checks, field),
        step.text());
  }
}
