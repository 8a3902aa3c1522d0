package org.ibassay.runner.cause;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;

/// Finds the fields in the places of tests of illegal values: `port 2, LID 0xC000`.
final class Illegal {
  private static final String WITH = "to a Set with ";

  private Illegal() {}

  /// Returns the fields with illegal values, in the order in which they failed.
  static Set<String> fields(List<Symptom> symptoms) {
    Set<String> fields = new LinkedHashSet<>();
    for (Symptom symptom : symptoms) {
      if (symptom.examples().stream().anyMatch(Illegal::isIllegalValue)) {
        symptom.examples().stream()
            .filter(Illegal::isIllegalValue)
            .map(Illegal::field)
            .forEach(fields::add);
        symptom.places().keySet().stream().filter(Illegal::isField).forEach(fields::add);
      }
    }
    return fields;
  }

  private static boolean isIllegalValue(CheckLog.Failure failure) {
    return failure.expected().contains(WITH);
  }

  private static String field(CheckLog.Failure failure) {
    String expected = failure.expected();
    return expected.substring(expected.indexOf(WITH) + WITH.length()).replaceFirst(" .*", "");
  }

  /// Whether a dimension is a field: a single word with a capital letter, unlike `block` or `port
  /// group`.
  static boolean isField(String dimension) {
    return Character.isUpperCase(dimension.charAt(0))
        && dimension.indexOf(' ') < 0
        && !new Place.Coordinate(dimension, 0).isPort();
  }
}
