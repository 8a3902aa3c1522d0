package org.ibassay.runner.cause;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Ranges;
import org.ibassay.suite.WrongField;

/// Checks of one step that failed in one way.
///
/// @param subject the field that they are about; empty for none
/// @param examples of the failures, at least one
record Symptom(
    TestResult test,
    String step,
    CheckLog.Tally tally,
    String subject,
    List<CheckLog.Failure> examples) {

  /// Returns the failures at a step of a test, field by field. Conditions on no field are kept
  /// apart by what was expected and received.
  static List<Symptom> of(TestResult test, String step, CheckLog.Tally tally) {
    Map<String, List<CheckLog.Failure>> byForm = new LinkedHashMap<>();
    for (CheckLog.Failure failure : tally.spread(CheckLog.EXAMPLES)) {
      byForm.computeIfAbsent(form(failure), _ -> new ArrayList<>()).add(failure);
    }
    return byForm.values().stream()
        .map(alike -> new Symptom(test, step, tally, subject(alike.getFirst()), alike))
        .toList();
  }

  private static String form(CheckLog.Failure failure) {
    if (StatusCodes.isOne(failure)) {
      return StatusCodes.key(failure);
    }
    return failure.field() == null ? Values.form(failure) : subject(failure);
  }

  private static String subject(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field == null ? "" : field.name();
  }

  /// In which ways others may be like it.
  List<Likeness> likenesses() {
    CheckLog.Failure first = examples.getFirst();
    if (StatusCodes.isOne(first)) {
      return List.of(StatusCodes.likeness(this));
    }
    return first.field() == null ? List.of(Values.unlike(first)) : Values.likenesses(this);
  }

  /// How many checks were about the same.
  long checks() {
    return tally.failures(subject) > 0 ? tally.checks(subject) : tally.checks("");
  }

  /// How many of them failed.
  long failures() {
    return Math.max(examples.size(), tally.failures(tally.failures(subject) > 0 ? subject : ""));
  }

  /// Where they failed, but for ports.
  Map<String, Ranges> places() {
    Map<String, Ranges> places = new TreeMap<>(tally.failedPlaces());
    places.keySet().removeAll(tally.checkedPorts().keySet());
    return places;
  }

  /// Whether it is in the same test, and failed at just the same places: blocks, entries, values of
  /// a field. Ports alone prove nothing: a device has few.
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
