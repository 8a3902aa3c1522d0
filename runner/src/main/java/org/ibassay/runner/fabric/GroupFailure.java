package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// A test that did not pass on a group's first node, for reports.
///
/// @param test id of the test
/// @param lines the reason, then what was expected and received, with the place
public record GroupFailure(String test, String title, Verdict verdict, List<String> lines) {
  private static final int EXAMPLES = 3;

  /// Copies the list.
  public GroupFailure {
    lines = List.copyOf(lines);
  }

  /// Returns the tests of a group that did not pass, failures first.
  public static List<GroupFailure> of(NodeGroup group) {
    List<GroupFailure> failures = new ArrayList<>();
    for (Map<String, @Nullable Object> test : group.tests()) {
      if (NodeGroup.counted(test).compareTo(Verdict.PASS) < 0) {
        failures.add(of(test));
      }
    }
    failures.sort(Comparator.comparing(GroupFailure::verdict));
    return failures;
  }

  /// Extracts a test that did not pass from a file of results.
  public static GroupFailure of(Map<String, @Nullable Object> test) {
    List<String> lines = new ArrayList<>();
    String reason = Trees.text(test, "reason");
    if (!reason.isEmpty()) {
      lines.add(reason);
    }
    for (Map<String, @Nullable Object> assertion : Trees.objects(test.get("assertions"))) {
      if (Trees.text(assertion, "verdict").equals(Verdict.FAIL.text())) {
        lines.add(
            "%s: %s of %s failed"
                .formatted(
                    Trees.text(assertion, "id"),
                    Trees.text(assertion, "failures"),
                    checks(Trees.text(assertion, "checks"))));
        Trees.objects(assertion.get("examples")).stream()
            .limit(EXAMPLES)
            .map(GroupFailure::line)
            .forEach(lines::add);
      }
    }
    return new GroupFailure(
        Trees.text(test, "id"), Trees.text(test, "title"), NodeGroup.counted(test), lines);
  }

  private static String line(Map<String, @Nullable Object> example) {
    String where = Trees.text(example, "where");
    return "  step %s%s: expected %s; received %s"
        .formatted(
            Trees.text(example, "step"),
            where.isEmpty() ? "" : ", " + where,
            Trees.text(example, "expected"),
            Trees.text(example, "actual"));
  }

  private static String checks(String count) {
    return count + (count.equals("1") ? " check" : " checks");
  }
}
