package org.ibassay.runner;

import java.util.List;
import java.util.stream.Collectors;

/// A known non-conformance and its state in a run.
///
/// @param entry entry of the file
/// @param state its state
/// @param excused number of failed checks that it excused, at all places and on all devices
/// @param failedOn devices on which it was needed, as indices into those of the run
/// @param passedOn devices on which its assertion passed
/// @param text explanation for the report
public record Expectation(
    KnownNonConformance entry,
    State state,
    long excused,
    List<Integer> failedOn,
    List<Integer> passedOn,
    String text) {
  /// Copies the lists.
  public Expectation {
    failedOn = List.copyOf(failedOn);
    passedOn = List.copyOf(passedOn);
  }

  /// An entry that concerns nothing in this run.
  Expectation(KnownNonConformance entry, State state, String text) {
    this(entry, state, 0, List.of(), List.of(), text);
  }

  /// Evaluates an entry from the verdicts of its assertion.
  ///
  /// @param names names of the devices, by index
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
        ? new Expectation(entry, State.NOT_JUDGED, "this run did not judge it")
        : new Expectation(
            entry,
            State.UNEXPECTED_PASS,
            0,
            failedOn,
            passedOn,
            passed + ": delete the entry if the non-conformance is fixed");
  }

  private static String named(List<Integer> duts, List<String> names) {
    return duts.stream().map(names::get).distinct().collect(Collectors.joining(", "));
  }

  /// The state of an entry.
  public enum State {
    /// The assertion failed on at least one device, which is excused.
    KNOWN_FAILURE("known-failure"),
    /// The assertion passed and failed nowhere.
    UNEXPECTED_PASS("unexpected-pass"),
    /// The entry's last day has passed; it excuses nothing.
    EXPIRED("expired"),
    /// No test has that id.
    NO_SUCH_TEST("no-such-test"),
    /// The test has no assertion of that id.
    NO_SUCH_ASSERTION("no-such-assertion"),
    /// The run did not reach the assertion, so it does not show whether the entry is needed.
    NOT_JUDGED("not-judged");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /// The name used in reports.
    public String text() {
      return text;
    }
  }

  /// Whether the file needs attention: a run with such an entry is not simply passed.
  public boolean isWrong() {
    return state != State.KNOWN_FAILURE && state != State.NOT_JUDGED;
  }

  /// Whether to report the entry: it is wrong, or some devices did not need it.
  public boolean isReported() {
    return isWrong() || (state == State.KNOWN_FAILURE && !passedOn.isEmpty());
  }

  /// Whether it was needed on every device on which the assertion was reached.
  public boolean isNeeded() {
    return state == State.KNOWN_FAILURE && passedOn.isEmpty();
  }

  /// A sentence with the entry, its subject and its state.
  public String sentence() {
    return "entry %d: %s, %s: %s".formatted(entry.entry(), entry.test(), entry.assertion(), text);
  }
}
