package org.ibassay.suite;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.ibassay.link.mad.MadPort;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// A test case: one class with one page, which is the doc comment of the class. The methods here
/// are the vocabulary of procedures and delegate to other objects.
public abstract class TestCase implements ExecutableTest {
  final Steps steps = new Steps();
  private final Map<String, Integer> remarks = new LinkedHashMap<>();
  private @Nullable String notReady;

  /// Runs the procedure.
  ///
  /// @return whether every check passed
  /// @throws TestException if the procedure could not be completed
  public abstract boolean execute() throws TestException;

  /// Brings the DUT to the state in which the procedure starts.
  ///
  /// @return whether that state was reached; if not, [#notReady] says why
  /// @throws TestException if the state is unknown
  protected abstract boolean initialize() throws TestException;

  @Override
  public final void attach(TestContext testContext) {
    steps.attach(testContext, mainPort(testContext));
  }

  private @Nullable MadPort mainPort(TestContext testContext) {
    List<MadPort> ports = testContext.dut().madPorts();
    return testerKind() != TesterKind.MAD || ports.isEmpty() ? null : ports.getFirst();
  }

  @Override
  public final boolean ready() throws TestException {
    return initialize();
  }

  @Override
  public final boolean run() throws TestException {
    boolean[] passed = {false};
    steps.part(() -> passed[0] = execute());
    return passed[0];
  }

  @Override
  public final @Nullable String notReady() {
    return notReady;
  }

  @Override
  public final List<String> remarks() {
    return remarks.entrySet().stream()
        .map(remark ->
            remark.getValue() == 0
                ? remark.getKey()
                : remark.getKey() + ", " + Shown.counted(remark.getValue(), "packet"))
        .toList();
  }

  @Override
  public final boolean isTimed() {
    return steps.time().isTaken();
  }

  /// The results of the checks so far.
  @Override
  public final CheckLog log() {
    return steps.log();
  }

  /// The steps, for objects that run a part of the procedure.
  protected final Steps steps() {
    return steps;
  }

  /// What the runner supplied.
  protected final TestContext context() {
    return steps.context();
  }

  /// The values of a parameter.
  protected final List<Long> parameters(Parameter parameter) {
    return context().parameters().values(parameter);
  }

  /// The value of a parameter that has exactly one.
  protected final long parameter(Parameter parameter) {
    return parameters(parameter).getFirst();
  }

  /// Whether long procedures run in full: `PROFILE=full`. A test that calls this declares
  /// [Parameter#PROFILE], and its page says what `short` leaves out. It calls this only if that is
  /// something on this DUT.
  protected final boolean isFullProfile() {
    return steps.isFullProfile();
  }

  /// Sets the reason for which [#initialize()] returns false.
  ///
  /// @return false
  protected final boolean notReady(String reason) {
    notReady = reason;
    return false;
  }

  /// Adds a remark for the reader of the verdict.
  protected final void remark(String text) {
    remark(text, 0);
  }

  /// Adds a remark on something that was observed several times.
  ///
  /// @param packets the number of packets concerned
  final void remark(String text, int packets) {
    remarks.put(text, packets);
  }

  // --- steps

  /// Enters a step: subsequent checks prove its assertions.
  protected final void step(String id) {
    steps.step(id);
  }

  /// Runs a part of the procedure at a place, which its checks report.
  protected final void at(String dimension, long value, Part part) throws TestException {
    steps.at(dimension, value, part);
  }

  /// Runs an iteration for each index from `from` to `to`, both included, upwards or downwards. On
  /// a real link several iterations may run concurrently, unless this repetition is itself part of
  /// one, so iterations must not depend on each other.
  ///
  /// @param dimension name of the loop variable, in the singular
  protected final void repeat(String dimension, int from, int to, Iteration iteration)
      throws TestException {
    steps.repeat(dimension, from, to, iteration);
  }

  // --- checks

  /// Checks a condition; the texts are evaluated only if it fails.
  ///
  /// @param frame frame number of the packet that is checked; 0 for none
  protected final boolean verify(
      long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(frame, passed, expected, actual);
  }

  /// Whether all checks passed; unlike `&&`, it lets each of them be made.
  protected static boolean all(boolean... checks) {
    for (boolean passed : checks) {
      if (!passed) {
        return false;
      }
    }
    return true;
  }

  /// Ends the part unless a condition holds, mostly that a check passed, without which the rest
  /// means nothing. The current step and all later ones become undecided. The procedure continues
  /// after [#part] or at the next port of the DUT, or ends.
  ///
  /// @param why the reason for the undecided steps
  /// @throws UnmetNeedException to end the part
  protected final void needs(boolean isMet, String why) throws UnmetNeedException {
    steps.needs(isMet, why);
  }

  /// Runs a part of the procedure that an unmet [need][#needs] ends early; the procedure continues
  /// after it.
  protected final void part(Part part) throws TestException {
    steps.part(part);
  }

  /// Marks steps as not applicable, because of what the DUT declares.
  ///
  /// @param ability that the DUT declares, or declares to lack
  /// @param first first step that is left out
  /// @param last last step that is left out
  protected final void leaveOut(String ability, String first, String last) {
    steps.leaveOut(ability, first, last);
  }

  /// Marks the current step and all later ones as not applicable, because of what the DUT declares.
  ///
  /// @param ability that the DUT declares, or declares to lack
  protected final void leaveOutRest(String ability) {
    steps.leaveOutRest(ability);
  }

  /// Records that checks of the current step cannot be made.
  protected final void inconclusive(String reason) {
    steps.inconclusive(reason);
  }

  /// Records that checks of the current step do not apply to this DUT.
  ///
  /// @param ability that the DUT declares, or declares to lack
  protected final void notApplicable(String ability) {
    steps.notApplicable(ability);
  }

  /// Notes which way of an open [Reading] the DUT follows. This is a check of the current step only
  /// if the run is strict about the reading.
  ///
  /// @param frame frame number of the packet that shows it; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the run allows that way
  protected final boolean reading(long frame, Reading reading, String way) {
    return steps.reading(frame, reading, way);
  }

  /// Notes which way of a [Reading] the DUT follows whose first way is a public page's literal
  /// requirement. This is a check of the current step in every run: the way must be the first,
  /// unless the run is strict about another one.
  ///
  /// @param frame frame number of the packet that shows it; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the run allows that way
  protected final boolean letter(long frame, Reading reading, String way) {
    return steps.letter(frame, reading, way);
  }

  /// Formats a value for messages.
  protected static String shown(long value) {
    return Shown.of(value);
  }

  /// Formats a field's value for messages. Elements of a repeated field get leading zeros, so that
  /// they align.
  protected static String shown(Field field, long value) {
    return Shown.of(field, value);
  }

  /// Formats a count with its noun.
  ///
  /// @param what the noun in the singular
  protected static String counted(long count, String what) {
    return Shown.counted(count, what);
  }

  // --- time

  /// The present time of the link, in nanoseconds.
  protected final long now() {
    return steps.time().now();
  }

  /// Declares that the verdict depends on time from now on.
  protected final void takeTime() {
    steps.time().take();
  }

  /// Waits for a duration.
  protected final void waitFor(Duration duration) throws TestException {
    steps.time().waitFor(duration);
  }

  /// Waits until a time of the link's clock, in nanoseconds.
  protected final void waitUntil(long moment) throws TestException {
    steps.time().waitUntil(moment);
  }
}
