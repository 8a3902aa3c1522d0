package org.ibassay.runner.cause;

import java.math.BigInteger;
import java.util.List;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;

/// Wrong status codes, in checks of the code or of the whole Status. Failures with the same
/// expected and received code are alike, unless the code is success: what is wrongly accepted
/// differs from test to test.
final class StatusCodes {
  /// Bits of a Status after the code.
  private static final int AFTER_CODE = 2;

  private static final BigInteger MASK = BigInteger.valueOf(7L << AFTER_CODE);

  private StatusCodes() {}

  /// Whether a failure is a wrong status code.
  static boolean isOne(CheckLog.Failure failure) {
    WrongField field = failure.field();
    BigInteger expected = field == null ? null : field.expected();
    if (field == null || expected == null) {
      return false;
    }
    return field.name().equals(MadStatus.CODE.name())
        || (isWhole(field) && expected.xor(field.actual()).andNot(MASK).signum() == 0);
  }

  private static boolean isWhole(WrongField field) {
    return field.header() == null
        && field.name().equals(MadHeader.STATUS.name())
        && field.bit() == MadHeader.STATUS.bitOffset();
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
    return field == null || field.expected() == null ? -1 : code(field, field.expected());
  }

  private static int received(CheckLog.Failure failure) {
    WrongField field = failure.field();
    return field == null ? -1 : code(field, field.actual());
  }

  private static int code(WrongField field, BigInteger value) {
    return isWhole(field) ? value.and(MASK).intValue() >> AFTER_CODE : value.intValue();
  }

  private static String text(int code) {
    return "%d (%s)".formatted(code, MadStatus.name(code));
  }
}
