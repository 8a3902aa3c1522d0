package org.ibassay.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.link.mad.MadPort;
import org.ibassay.wire.Field;
import org.jspecify.annotations.Nullable;

/// A test case: one class, one page. The class's doc comment is the page. What is here is the words
/// that a procedure reads by; what they do, the objects after them do.
public abstract class TestCase implements ExecutableTest {
  final Steps steps = new Steps();
  private final List<String> remarks = new ArrayList<>();
  private @Nullable String notReady;

  /// Carries out the procedure.
  ///
  /// @return whether every verification passed
  /// @throws TestException when the procedure could not be carried out
  public abstract boolean execute() throws TestException;

  /// Brings the DUT to where the procedure starts.
  ///
  /// @return whether it is there; if not, [#notReady] says why
  /// @throws TestException when that could not be found out
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
    return List.copyOf(remarks);
  }

  @Override
  public final boolean isTimed() {
    return steps.time().isTaken();
  }

  /// What the checks found so far.
  @Override
  public final CheckLog log() {
    return steps.log();
  }

  /// The steps, for objects that carry out a part of the procedure.
  protected final Steps steps() {
    return steps;
  }

  /// What the runner handed over.
  protected final TestContext context() {
    return steps.context();
  }

  /// The values of a parameter.
  protected final List<Long> parameters(Parameter parameter) {
    return context().parameters().values(parameter);
  }

  /// The value of a parameter that has one.
  protected final long parameter(Parameter parameter) {
    return parameters(parameter).getFirst();
  }

  /// Whether long walks are done in full: `PROFILE=full`. A test that asks declares
  /// [Parameter#PROFILE], and its page says what `short` leaves out.
  protected final boolean isFullProfile() {
    return parameter(Parameter.PROFILE) == 1;
  }

  /// Says why [#initialize()] is about to come out false.
  ///
  /// @return false
  protected final boolean notReady(String reason) {
    notReady = reason;
    return false;
  }

  /// Adds something that a reader of the verdict should know.
  protected final void remark(String text) {
    if (!remarks.contains(text)) {
      remarks.add(text);
    }
  }

  // --- steps

  /// The step that the procedure is at: its checks prove the step's assertions.
  protected final void step(String id) {
    steps.step(id);
  }

  /// Carries out a part of the procedure at a place; its checks are reported with it.
  protected final void at(String dimension, long value, Part part) throws TestException {
    steps.at(dimension, value, part);
  }

  /// Carries out an iteration for each index from `from` to `to`, both included, upwards or
  /// downwards. Iterations are independent of each other; on a real link several may be under way,
  /// unless this is itself part of a repetition: order is kept within one iteration.
  ///
  /// @param dimension what is counted, in the singular
  protected final void repeat(String dimension, int from, int to, Iteration iteration)
      throws TestException {
    steps.repeat(dimension, from, to, iteration);
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  ///
  /// @param frame of what it is about, in the capture; 0 for none
  protected final boolean verify(
      long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return steps.checks().verify(frame, passed, expected, actual);
  }

  /// Whether all checks passed; each of them was made.
  protected static boolean all(boolean... checks) {
    for (boolean passed : checks) {
      if (!passed) {
        return false;
      }
    }
    return true;
  }

  /// All that follows in this part needs something, mostly that a check passed: where it does not
  /// hold, the present step and all later ones are undecided, and the part ends. It ends at
  /// [#part], at the next port of the DUT, or with the procedure.
  ///
  /// @param why the steps are undecided
  /// @throws UnmetNeedException which ends the part
  protected final void needs(boolean isMet, String why) throws UnmetNeedException {
    steps.needs(isMet, why);
  }

  /// Carries out a part of the procedure that may end early, by what it [needs][#needs]; the
  /// procedure continues after it.
  protected final void part(Part part) throws TestException {
    steps.part(part);
  }

  /// A branch on what the DUT declares leaves steps out: they do not apply to it.
  ///
  /// @param ability that the DUT declares, or declares not to have
  /// @param first step that is left out
  /// @param last step that is left out
  protected final void leaveOut(String ability, String first, String last) {
    steps.leaveOut(ability, first, last);
  }

  /// A branch on what the DUT declares leaves out the present step and all later ones: they do not
  /// apply to it.
  ///
  /// @param ability that the DUT declares, or declares not to have
  protected final void leaveOutRest(String ability) {
    steps.leaveOutRest(ability);
  }

  /// The present step's checks cannot be made.
  protected final void inconclusive(String reason) {
    steps.inconclusive(reason);
  }

  /// The present step's checks do not apply to this DUT.
  ///
  /// @param ability that the DUT declares, or declares not to have
  protected final void notApplicable(String ability) {
    steps.notApplicable(ability);
  }

  /// Notes which way the DUT goes where a [Reading] is open: a check of the present step only where
  /// the run is strict about it.
  ///
  /// @param frame of what shows it, in the capture; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the way is one that the run allows
  protected final boolean reading(long frame, Reading reading, String way) {
    return steps.reading(frame, reading, way);
  }

  /// Notes which way the DUT goes where a public page's letter is the first way of a [Reading]: a
  /// check of the present step in every run. The run may be strict about another way.
  ///
  /// @param frame of what shows it, in the capture; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the way is the one that is asked for
  protected final boolean letter(long frame, Reading reading, String way) {
    return steps.letter(frame, reading, way);
  }

  /// A value as messages write it.
  protected static String shown(long value) {
    return Shown.of(value);
  }

  /// A field's value as messages write it. Elements are read beside each other: with all their
  /// digits.
  protected static String shown(Field field, long value) {
    return Shown.of(field, value);
  }

  /// So many of something, as messages write it.
  ///
  /// @param what in the singular
  protected static String counted(long count, String what) {
    return Shown.counted(count, what);
  }

  // --- time

  /// The link's time, in nanoseconds.
  protected final long now() {
    return steps.time().now();
  }

  /// Says that time matters from now on.
  protected final void takeTime() {
    steps.time().take();
  }

  /// Lets time pass.
  protected final void waitFor(Duration duration) throws TestException {
    steps.time().waitFor(duration);
  }

  /// Lets time pass until a moment.
  protected final void waitUntil(long moment) throws TestException {
    steps.time().waitUntil(moment);
  }
}
