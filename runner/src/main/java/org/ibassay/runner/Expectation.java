package org.ibassay.runner;

import java.util.List;
import java.util.stream.Collectors;

/// A known non-conformance, and what a run made of it.
///
/// @param entry of the file
/// @param state what became of it
/// @param excused how many failures, at all places of the assertion and on all devices
/// @param failedOn the devices on which it was needed, as indices into those of the run
/// @param passedOn those on which its assertion passed
/// @param text for people
public record Expectation(
    KnownNonConformance entry,
    State state,
    long excused,
    List<Integer> failedOn,
    List<Integer> passedOn,
    String text) {
  /// Keeps copies.
  public Expectation {
    failedOn = List.copyOf(failedOn);
    passedOn = List.copyOf(passedOn);
  }

  /// An entry that is about nothing in this run.
  Expectation(KnownNonConformance entry, State state, String text) {
    this(entry, state, 0, List.of(), List.of(), text);
  }

  /// An entry after the verdicts of its assertion.
  ///
  /// @param names of the devices that the indices mean
  public static Expectation judged(
      KnownNonConformance entry,
      long excused,
      List<Integer> failedOn,
      List<Integer> passedOn,
      List<String> names) {
    String passed = "passed on " + named(passedOn, names);
    if (!failedOn.isEmpty()) {
      String count = excused + (excused == 1 ? " failure" : " failures");
      String text = "excused %s on %s".formatted(count, named(failedOn, names));
      return new Expectation(
          entry,
          State.KNOWN_FAILURE,
          excused,
          failedOn,
          passedOn,
          passedOn.isEmpty() ? text : text + "; " + passed);
    }
    return passedOn.isEmpty()
        ? new Expectation(entry, State.NOT_JUDGED, "this run did not come to it")
        : new Expectation(
            entry,
            State.UNEXPECTED_PASS,
            0,
            failedOn,
            passedOn,
            passed + ": if it is fixed, the entry can go");
  }

  private static String named(List<Integer> duts, List<String> names) {
    return duts.stream().map(names::get).distinct().collect(Collectors.joining(", "));
  }

  /// The state of an entry.
  public enum State {
    /// The assertion failed, on one device at least, which is excused.
    KNOWN_FAILURE("known-failure"),
    /// It passed, and failed nowhere.
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

  /// Whether a reader should know: it is wrong, or some of the devices did without it.
  public boolean isTold() {
    return isWrong() || (state == State.KNOWN_FAILURE && !passedOn.isEmpty());
  }

  /// Whether it was needed wherever the run came to it.
  public boolean isNeeded() {
    return state == State.KNOWN_FAILURE && passedOn.isEmpty();
  }

  /// Which entry, what it is about and what became of it.
  public String sentence() {
    return "entry %d: %s, %s: %s".formatted(entry.entry(), entry.test(), entry.assertion(), text);
  }
}
