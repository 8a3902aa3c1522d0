package org.ibassay.runner.cause;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Ranges;
import org.ibassay.suite.WrongField;

/// Checks of one step that failed in the same way.
///
/// @param subject the field concerned; empty for none
/// @param examples examples of the failures, at least one
/// @param isOneOfSeveral whether checks of this field failed in other ways, too, at this step
record Symptom(
    TestResult test,
    String step,
    CheckLog.Tally tally,
    String subject,
    List<CheckLog.Failure> examples,
    boolean isOneOfSeveral) {

  /// Returns the failures at a step of a test, by field. Conditions on no field are distinguished
  /// by what was expected and received.
  static List<Symptom> of(TestResult test, String step, CheckLog.Tally tally) {
    Map<String, List<CheckLog.Failure>> byForm = new LinkedHashMap<>();
    for (CheckLog.Failure failure : tally.spread(CheckLog.EXAMPLES)) {
      byForm.computeIfAbsent(form(failure), _ -> new ArrayList<>()).add(failure);
    }
    Map<String, Long> forms =
        byForm.values().stream()
            .collect(groupingBy(alike -> subject(alike.getFirst()), counting()));
    return byForm.values().stream()
        .map(alike -> {
          String subject = subject(alike.getFirst());
          boolean isOneOfSeveral = forms.getOrDefault(subject, 1L) > 1;
          return new Symptom(test, step, tally, subject, alike, isOneOfSeveral);
        })
        .toList();
  }

  /// One with other examples.
  Symptom with(List<CheckLog.Failure> others) {
    return new Symptom(test, step, tally, subject, others, isOneOfSeveral);
  }

  private static String form(CheckLog.Failure failure) {
    if (StatusCodes.isOne(failure)) {
      return StatusCodes.key(failure);
    }
    if (AnsweredRequests.isOne(failure)) {
      return AnsweredRequests.key(failure);
    }
    return failure.field() == null ? Values.form(failure) : subject(failure);
  }

  private static String subject(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field == null ? "" : field.name();
  }

  /// Returns the properties that others may share.
  List<Likeness> likenesses() {
    CheckLog.Failure first = examples.getFirst();
    if (StatusCodes.isOne(first)) {
      return List.of(StatusCodes.likeness(this));
    }
    if (AnsweredRequests.isOne(first)) {
      return List.of(AnsweredRequests.likeness(this));
    }
    return first.field() == null ? List.of(Values.unlike(first)) : Values.likenesses(this);
  }

  /// The number of checks of the subject.
  long checks() {
    return tally.failures(subject) > 0 ? tally.checks(subject) : tally.checks("");
  }

  /// The number of failed checks of the subject.
  long failures() {
    return Math.max(examples.size(), tally.failures(tally.failures(subject) > 0 ? subject : ""));
  }

  /// The places of the failures, without ports.
  Map<String, Ranges> places() {
    Map<String, Ranges> places = new TreeMap<>(tally.failedPlaces());
    places.keySet().removeAll(tally.checkedPorts().keySet());
    return places;
  }

  /// Whether another symptom is of the same test and failed at exactly the same places: blocks,
  /// entries, values of a field. Ports are not sufficient, because a device has few.
  boolean isWith(Symptom other) {
    Map<String, Ranges> own = places();
    Map<String, Ranges> others = other.places();
    own.keySet().retainAll(others.keySet());
    return test.page().id().equals(other.test.page().id())
        && !own.isEmpty()
        && own.entrySet().stream()
            .allMatch(e -> e.getValue().toString().equals(String.valueOf(others.get(e.getKey()))));
  }
}
