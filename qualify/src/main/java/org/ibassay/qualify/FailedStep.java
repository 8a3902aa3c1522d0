package org.ibassay.qualify;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// A step of a test with failed checks; or an undecided test, whose step is [#UNDECIDED].
///
/// @param where places in repetitions; empty if unknown
/// @param expected expected value of the first failed check
/// @param actual received value of the first failed check; for an undecided test, the reason
public record FailedStep(String test, String step, String where, String expected, String actual) {
  /// Stands for the whole of an undecided test.
  static final String UNDECIDED = "";

  private static final Pattern NUMBER =
      Pattern.compile("0x\\p{XDigit}+|\\b\\p{XDigit}{8,}\\b|\\b\\d[\\d.,:]*");
  private static final Pattern PLACE =
      Pattern.compile("([^=,][^=]*)=([-x\\dA-F]+(?:, [-x\\dA-F]+)*)(?:, |$)");
  private static final Pattern URI = Pattern.compile("\\b\\w+:[^\\s:]*deviation=\\S*?(?=:? )");
  private static final String STEP = "  step ";
  private static final String AT = " at {";
  private static final String EXPECTED = "}: expected ";
  private static final String RECEIVED = ", received ";
  private static final String BECAUSE = "  because ";

  /// The similarity of two failures of one step.
  enum Agreement {
    /// Something else was expected or received.
    OTHER(0.2),
    /// Only numbers differ.
    OTHER_NUMBERS(0.6),
    /// Only numbers differ, at the same places.
    OTHER_NUMBERS_THERE(0.8),
    /// The values are equal, but not the places.
    OTHER_PLACES(0.9),
    SAME(1);

    /// Weight as evidence of a common cause, from 0 to 1.
    final double weight;

    Agreement(double weight) {
      this.weight = weight;
    }
  }

  /// Creates one from a run, without the parts that differ from run to run.
  static FailedStep seen(String test, String step, String where, String expected, String actual) {
    return new FailedStep(
        test, step, where, withoutRecord(expected), withoutUri(withoutRecord(actual)));
  }

  /// Parses a line of a golden file.
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
      return isAt(other) ? Agreement.SAME : Agreement.OTHER_PLACES;
    }
    boolean isAlike =
        form(expected).equals(form(other.expected)) && form(actual).equals(form(other.actual));
    if (!isAlike) {
      return Agreement.OTHER;
    }
    boolean isThere = !places(where).isEmpty() && isAt(other);
    return isThere ? Agreement.OTHER_NUMBERS_THERE : Agreement.OTHER_NUMBERS;
  }

  /// Whether both are at the same places, except for LIDs, which a subnet manager assigns: tests
  /// use LIDs only where some are assigned.
  private boolean isAt(FailedStep other) {
    return places(where).equals(places(other.where));
  }

  private static Map<String, String> places(String where) {
    Map<String, String> places = new HashMap<>();
    PLACE
        .matcher(where)
        .results()
        .filter(place -> !place.group(1).endsWith("LID"))
        .forEach(place -> places.put(place.group(1), place.group(2)));
    return places;
  }

  private static String form(String text) {
    return NUMBER.matcher(text).replaceAll("#");
  }

  /// Removes the bytes of records and MADs, which hide the relevant text, and the TransactionID,
  /// which depends on the number of requests before.
  static String withoutRecord(String text) {
    return text.replaceFirst("( in \\w+\\(\\w+\\))( [0-9a-f]{2,16})+$", "$1")
        .replaceFirst("^(\\d+ bytes: [0-9a-f]{16})( [0-9a-f]{2,16})+$", "$1 ...")
        .replaceAll("TransactionID 0x(?!0+\\b)\\p{XDigit}+", "TransactionID 0x...");
  }

  @Override
  public String toString() {
    return step.equals(UNDECIDED) ? test + " undecided" : test + " step " + step;
  }
}
