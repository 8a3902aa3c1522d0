package org.ibassay.runner.cause;

import java.util.regex.Pattern;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;

/// A failure for people: elements of repeated fields have their number, and ports say whose they
/// are.
public final class FailureText {
  private static final Pattern PORT = Pattern.compile("(^|, )port (?=\\d)");

  private FailureText() {}

  /// Completes "expected ...".
  public static String expected(CheckLog.Failure failure) {
    return withElement(failure, failure.expected());
  }

  /// Completes "received ...".
  public static String received(CheckLog.Failure failure) {
    return withElement(failure, failure.actual());
  }

  private static String withElement(CheckLog.Failure failure, String text) {
    WrongField field = failure.field();
    if (field == null
        || field.index() == WrongField.PLAIN
        || !text.startsWith(field.name() + " ")) {
      return text;
    }
    String rest = text.substring(field.name().length());
    return "%s[%d]%s".formatted(field.name(), field.index(), rest);
  }

  /// Where in a repetition; empty where nothing was repeated.
  public static String where(CheckLog.Failure failure) {
    return PORT.matcher(failure.where().toString()).replaceAll("$1DUT port ");
  }
}
