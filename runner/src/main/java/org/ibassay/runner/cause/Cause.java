package org.ibassay.runner.cause;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// Similar failures of a device, which may have one cause.
///
/// @param dut index into [org.ibassay.runner.RunResult#duts]
/// @param text a sentence, without a period
/// @param first the first failure; null if the tests are undecided
/// @param cases the failures by test, in the order run
public record Cause(int dut, String text, CheckLog.@Nullable Failure first, List<Case> cases) {
  private static final int MOST_CASES = 6;

  /// The failures in one test.
  ///
  /// @param steps steps with failed checks; empty for an undecided test
  public record Case(TestResult test, List<String> steps) {
    /// Copies the list.
    public Case {
      steps = List.copyOf(steps);
    }

    @Override
    public String toString() {
      String id = test.page().id();
      return switch (steps.size()) {
        case 0 -> id;
        case 1 -> id + " step " + steps.getFirst();
        default -> id + " steps " + String.join(", ", steps);
      };
    }
  }

  /// Copies the list.
  public Cause {
    cases = List.copyOf(cases);
  }

  /// All cases in one line, or the first of many.
  public String where() {
    String first =
        cases.stream().limit(MOST_CASES).map(Case::toString).collect(Collectors.joining("; "));
    int more = cases.size() - MOST_CASES;
    return more > 0 ? "%s; and %d more test%s".formatted(first, more, more == 1 ? "" : "s") : first;
  }

  /// The first failure in a line: where it is, the request that was answered, and what was expected
  /// and received unless [#text] begins so; empty where tests were not decided.
  ///
  /// @param request the request; null if unknown
  public String example(@Nullable String request) {
    if (first == null) {
      return "";
    }
    String where = FailureText.where(first);
    String packet = first.packet() == 0 ? "" : "packet %d".formatted(first.packet());
    String place =
        Stream.of(where, packet, request == null ? "" : "in response to " + request)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    String values = values(FailureText.expected(first), FailureText.received(first));
    if (text.regionMatches(1, values, 1, values.length() - 1)) {
      return place.isEmpty() ? "" : "first at " + place;
    }
    String named =
        values(FailureText.expected(first, request), FailureText.received(first, request));
    return "first%s: %s".formatted(place.isEmpty() ? "" : " at " + place, named);
  }

  private static String values(String expected, String received) {
    return "expected %s; received %s".formatted(expected, received);
  }
}
