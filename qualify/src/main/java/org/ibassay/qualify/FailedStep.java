package org.ibassay.qualify;

import java.util.regex.Pattern;

/// A step of a test at which checks failed; or a test that was not decided, whose step is
/// [#UNDECIDED].
///
/// @param where in repetitions; empty where that is not known
/// @param expected of the first check that failed
/// @param actual of the first check that failed; why, of a test that was not decided
public record FailedStep(String test, String step, String where, String expected, String actual) {
  /// Stands for all of a test that was not decided.
  static final String UNDECIDED = "";

  private static final Pattern NUMBER =
      Pattern.compile("0x\\p{XDigit}+|\\b\\p{XDigit}{8,}\\b|\\b\\d[\\d.,:]*");
  private static final Pattern URI = Pattern.compile("\\b\\w+:[^\\s:]*deviation=\\S*?(?=:? )");
  private static final String STEP = "  step ";
  private static final String AT = " at {";
  private static final String EXPECTED = "}: expected ";
  private static final String RECEIVED = ", received ";
  private static final String BECAUSE = "  because ";

  /// How alike two failures of one step are.
  enum Agreement {
    /// Another thing was expected or received.
    OTHER(0.2),
    /// They are the same but for numbers.
    OTHER_NUMBERS(0.6),
    /// The values are the same, elsewhere.
    OTHER_PLACES(0.9),
    SAME(1);

    /// How much it says for a common cause, from 0 to 1.
    final double weight;

    Agreement(double weight) {
      this.weight = weight;
    }
  }

  /// One of a run, without what differs from run to run.
  static FailedStep seen(String test, String step, String where, String expected, String actual) {
    return new FailedStep(
        test, step, where, withoutRecord(expected), withoutUri(withoutRecord(actual)));
  }

  /// A line of what deviations do to tests.
  static FailedStep of(String test, String line) {
    if (line.startsWith(BECAUSE)) {
      return new FailedStep(test, UNDECIDED, "", "", withoutUri(line.substring(BECAUSE.length())));
    }
    int comma = line.indexOf(", ", STEP.length());
    int at = line.indexOf(AT, comma);
    int expected = line.indexOf(EXPECTED, at);
    int received = line.indexOf(RECEIVED, expected);
    if (!line.startsWith(STEP) || comma < 0 || at < 0 || expected < 0 || received < 0) {
      throw new IllegalArgumentException("no failed step: " + line);
    }
    return new FailedStep(
        test,
        line.substring(STEP.length(), comma),
        line.substring(at + AT.length(), expected),
        line.substring(expected + EXPECTED.length(), received),
        line.substring(received + RECEIVED.length()));
  }

  private static String withoutUri(String text) {
    return text.contains("deviation=") ? URI.matcher(text).replaceAll("URI") : text;
  }

  Agreement agreement(FailedStep other) {
    if (expected.equals(other.expected) && actual.equals(other.actual)) {
      return where.equals(other.where) ? Agreement.SAME : Agreement.OTHER_PLACES;
    }
    boolean isAlike =
        form(expected).equals(form(other.expected)) && form(actual).equals(form(other.actual));
    return isAlike ? Agreement.OTHER_NUMBERS : Agreement.OTHER;
  }

  private static String form(String text) {
    return NUMBER.matcher(text).replaceAll("#");
  }

  /// A record's or a MAD's bytes would hide what is to be read here; a TransactionID tells how many
  /// requests went before.
  static String withoutRecord(String text) {
    return text.replaceFirst("( in \\w+\\(\\w+\\))( [0-9a-f]{2,16})+$", "$1")
        .replaceFirst("^(\\d+ bytes: [0-9a-f]{16})( [0-9a-f]{2,16})+$", "$1 ...")
        .replaceAll("TransactionID 0x\\p{XDigit}+", "TransactionID 0x...");
  }

  @Override
  public String toString() {
    return step.equals(UNDECIDED) ? test + " undecided" : test + " step " + step;
  }
}
