package org.ibassay.runner.cause;

import java.util.List;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.mad.MadStatus;

/// Wrong status codes. Failures with the same expected and received code are alike, unless the code
/// is success: what is wrongly accepted differs from test to test.
final class StatusCodes {
  private StatusCodes() {}

  /// Whether a failure is a wrong status code.
  static boolean isOne(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field != null && field.name().equals(MadStatus.CODE.name()) && field.expected() != null;
  }

  /// Whether a request is accepted that should be rejected.
  static boolean isTaken(CheckLog.Failure failure) {
    return isOne(failure) && received(failure) == MadStatus.OK && expected(failure) != MadStatus.OK;
  }

  /// A key that is equal for failures with the same codes.
  static String key(CheckLog.Failure failure) {
    return "%s instead of %s".formatted(text(received(failure)), text(expected(failure)));
  }

  static Likeness likeness(Symptom symptom) {
    CheckLog.Failure first = symptom.examples().getFirst();
    String codes = key(first);
    boolean isTaken = received(first) == MadStatus.OK;
    if (expected(first) == MadStatus.INVALID_FIELD && !isTaken) {
      String text = "Illegal values are answered with status code " + codes;
      return new Likeness(Likeness.SAME, text);
    }
    if (isTaken && !Illegal.fields(List.of(symptom)).isEmpty()) {
      return new Likeness(Likeness.SAME, "Illegal values are not rejected: status code " + codes);
    }
    String text = "Status code is " + codes;
    return new Likeness(Likeness.SAME, text + symptom.test().page().id(), text);
  }

  private static int expected(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field == null || field.expected() == null ? -1 : field.expected().intValue();
  }

  private static int received(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field == null ? -1 : field.actual().intValue();
  }

  private static String text(int code) {
    return "%d (%s)".formatted(code, MadStatus.name(code));
  }
}
