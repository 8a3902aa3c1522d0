package org.ibassay.runner.cause;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;

/// Tests of illegal values stand at the field and its value: `port 2, LID 0xC000`.
final class Illegal {
  private static final String WITH = "to a Set with ";

  private Illegal() {}

  /// The fields to which illegal values were set, in the order in which they failed.
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

  /// Names of fields are spelled with a capital, and are one word; what is counted otherwise
  /// (`block`, `port group`) is not.
  static boolean isField(String dimension) {
    return Character.isUpperCase(dimension.charAt(0))
        && dimension.indexOf(' ') < 0
        && !new Place.Coordinate(dimension, 0).isPort();
  }
}
