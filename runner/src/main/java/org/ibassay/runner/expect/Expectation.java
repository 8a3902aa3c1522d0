package org.ibassay.runner.expect;

/// A known departure, and what a run made of it.
///
/// @param entry of the file
/// @param state what became of it
/// @param text for people
public record Expectation(KnownDeparture entry, State state, String text) {

  /// What became of an entry.
  public enum State {
    /// The assertion failed, which is excused.
    KNOWN_FAILURE("known-failure"),
    /// It passed.
    UNEXPECTED_PASS("unexpected-pass"),
    /// The entry's day is over; it excuses nothing.
    EXPIRED("expired"),
    /// No test has that id.
    NO_SUCH_TEST("no-such-test"),
    /// The test has no assertion of that id.
    NO_SUCH_ASSERTION("no-such-assertion"),
    /// The run did not come to the assertion, so it cannot say whether the entry is needed.
    NOT_JUDGED("not-judged");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /// As reports write it.
    public String text() {
      return text;
    }
  }

  /// Whether the file should be looked at: a run with such an entry is not simply passed.
  public boolean isWrong() {
    return state != State.KNOWN_FAILURE && state != State.NOT_JUDGED;
  }

  /// Which entry, what it is about and what became of it.
  public String sentence() {
    return "entry %d: %s, %s: %s".formatted(entry.entry(), entry.test(), entry.assertion(), text);
  }
}
