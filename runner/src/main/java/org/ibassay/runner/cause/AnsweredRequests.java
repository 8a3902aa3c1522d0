package org.ibassay.runner.cause;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ibassay.suite.CheckLog;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;

/// Responses to requests that a device must drop. Failures are alike for the same method, whatever
/// the attribute.
final class AnsweredRequests {
  private static final Pattern EXPECTED =
      Pattern.compile("no response to (\\w+?)(?:\\((\\w+)\\))?(?: \\([^)]*\\))?");
  private static final int MOST_ATTRIBUTES = 3;

  private AnsweredRequests() {}

  /// Whether a request was answered that should not have been.
  static boolean isOne(CheckLog.Failure failure) {
    return failure.field() == null && EXPECTED.matcher(failure.expected()).matches();
  }

  /// Whether a packet was received where none was allowed.
  static boolean isPacket(CheckLog.Failure failure) {
    return failure.field() == null && failure.expected().startsWith("no packet ");
  }

  /// A key that is equal for failures with the same method.
  static String key(CheckLog.Failure failure) {
    return request(failure).group(1);
  }

  static Likeness likeness(Symptom symptom) {
    String requests = key(symptom.examples().getFirst());
    return new Likeness(Likeness.SAME, requests, requests + " is answered, not dropped");
  }

  /// The text where the device also stored what these requests set.
  static String executed(CheckLog.Failure failure) {
    return key(failure) + " is executed, not dropped";
  }

  /// Whether a field shows that a Set was executed: a counter may be wrong even if it was not.
  static boolean isStored(Symptom symptom) {
    return !symptom.subject().isEmpty()
        && !symptom.subject().equals(PortInfo.M_KEY_VIOLATIONS.name());
  }

  static boolean isSet(CheckLog.Failure failure) {
    return key(failure).startsWith(Method.name(Method.SET));
  }

  /// The attributes of the requests, the first of many.
  static String attributes(List<CheckLog.Failure> failures) {
    Set<String> all =
        failures.stream()
            .map(failure -> request(failure).group(2))
            .filter(name -> name != null)
            .collect(Collectors.toCollection(TreeSet::new));
    if (all.isEmpty()) {
      return "";
    }
    String few = all.stream().limit(MOST_ATTRIBUTES).collect(Collectors.joining(", "));
    int more = all.size() - MOST_ATTRIBUTES;
    return ": " + (more > 0 ? "%s and %d more".formatted(few, more) : few);
  }

  private static Matcher request(CheckLog.Failure failure) {
    Matcher request = EXPECTED.matcher(failure.expected());
    if (!request.matches()) {
      throw new IllegalArgumentException(failure.expected());
    }
    return request;
  }
}
