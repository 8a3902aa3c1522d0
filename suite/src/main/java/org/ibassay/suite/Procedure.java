package org.ibassay.suite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.jspecify.annotations.Nullable;

/// A test case as a sequence of steps with their checks, whatever it talks to the DUT by.
public abstract class Procedure extends TestCase {
  /// The iteration that a thread of a [Repetition] runs.
  static final ThreadLocal<@Nullable Body> BODIES = new ThreadLocal<>();

  private @Nullable Body current;

  /// One iteration.
  @FunctionalInterface
  public interface Iteration {
    /// @param index which
    void run(int index) throws TestException;
  }

  /// A part of a procedure.
  @FunctionalInterface
  public interface Part {
    /// Carries it out.
    void run() throws TestException;
  }

  @Override
  public final void attach(TestContext testContext) {
    super.attach(testContext);
    List<MadPort> ports = testContext.dut().madPorts();
    current = new Body(ports.isEmpty() ? null : ports.getFirst(), Place.NOWHERE);
  }

  @Override
  public final CheckLog log() {
    return outermost().log;
  }

  /// What runs now, on this thread.
  final Body body() {
    Body own = BODIES.get();
    return own == null ? outermost() : own;
  }

  private Body outermost() {
    return Objects.requireNonNull(current, "attach() comes first");
  }

  /// Carries out a part as another body; its checks are added to those so far.
  final void as(Body inner, Part part) throws TestException {
    Body outer = outermost();
    current = inner;
    try {
      part.run();
    } finally {
      current = outer;
      outer.log.addAll(inner.log);
    }
  }

  /// What became of a part that was carried out on trial.
  ///
  /// @param log its checks
  /// @param end why it was cut short by the DUT or the link, or null
  /// @param missing the check that a packet came which did not, where that cut it short, or null
  record Trial(CheckLog log, @Nullable TestException end, CheckLog.@Nullable Failure missing) {
    boolean failed() {
      return !log.allPassed();
    }

    /// Which checks failed or could not be made, and what cut it short.
    List<String> outcome() {
      List<String> outcome = new ArrayList<>();
      log.steps()
          .values()
          .forEach(tally -> {
            tally.examples().forEach(f -> outcome.add(f.step() + f.where() + f.expected()));
            outcome.addAll(tally.inconclusive());
          });
      if (end != null) {
        outcome.add(String.valueOf(end.getMessage()));
      }
      return outcome;
    }

    /// Whether all was checked, and held.
    boolean passed() {
      return !failed() && end == null && !log.isOpen();
    }
  }

  /// Carries out a part whose checks do not count until they are [adopted][#adopt].
  ///
  /// @throws TestException when the part was cut short by the tester
  final Trial trial(Part part) throws TestException {
    Body outer = outermost();
    Body inner = outer.fork(outer.port, outer.place);
    current = inner;
    try {
      part.run();
      return new Trial(inner.log, null, inner.missing);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      return new Trial(inner.log, e, inner.missing);
    } finally {
      outer.step = inner.step;
      current = outer;
    }
  }

  /// Makes a trial count.
  ///
  /// @throws TestException when it was cut short
  final void adopt(Trial trial) throws TestException {
    outermost().log.addAll(trial.log);
    if (trial.end != null) {
      throw trial.end;
    }
  }

  // --- steps

  /// The step that the procedure is at: its checks prove the step's assertions.
  protected final void step(String id) {
    body().step = id;
  }

  /// Carries out a part of the procedure at a place; its checks are reported with it.
  protected final void at(String dimension, long value, Part part) throws TestException {
    Body body = body();
    Place outer = body.place;
    body.place = outer.at(dimension, value);
    try {
      part.run();
    } finally {
      body.place = outer;
    }
  }

  // --- checks

  /// A condition holds; the texts are made only when it does not.
  ///
  /// @param frame of what it is about, in the capture; 0 for none
  protected final boolean verify(
      long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verifyAt(body().step, frame, passed, expected, actual);
  }

  /// The same at another step: one that holds always.
  final boolean verifyAt(
      String step, long frame, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    return verifyAt(step, frame, passed, () -> null, expected, actual);
  }

  /// The same of a field.
  ///
  /// @param field only asked for when the condition does not hold
  final boolean verifyAt(
      String step,
      long frame,
      boolean passed,
      Supplier<@Nullable WrongField> field,
      Supplier<String> expected,
      Supplier<String> actual) {
    if (passed) {
      return passedAt(step, frame);
    }
    Body body = body();
    long request = body.stimuli.of(frame);
    judged(body, step, frame, request);
    body.log.fail(
        step,
        body.place,
        () ->
            new CheckLog.Failure(
                step, body.place, expected.get(), actual.get(), frame, request, field.get()));
    return false;
  }

  /// A condition at a step held, of which therefore nothing need be said.
  ///
  /// @param frame of what it was about, in the capture; 0 for none
  /// @return true
  final boolean passedAt(String step, long frame) {
    Body body = body();
    if (!body.isJudged(step, frame)) {
      judged(body, step, frame, body.stimuli.of(frame));
    }
    body.log.pass(step);
    return true;
  }

  /// Tells the capture which packets a step judged. What is about no packet is told of the last one
  /// before it.
  ///
  /// @param frame of what was checked; 0 for none
  /// @param request of what that answers, or should have; 0 for none
  final void judged(Body body, String step, long frame, long request) {
    judged(body.port, step, frame);
    judged(body.port, step, frame == 0 && request == 0 ? body.stimuli.latest() : request);
  }

  private void judged(@Nullable MadPort port, String step, long frame) {
    if (frame == 0) {
      return;
    }
    if (port == null) {
      context().dut().packetPort().ifPresent(packets -> packets.judged(frame, judgedBy(step)));
    } else {
      port.judged(frame, judgedBy(step));
    }
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

  /// The present step's checks cannot be made.
  protected final void inconclusive(String reason) {
    body().log.inconclusive(body().step, reason);
  }

  /// The present step's checks do not apply to this DUT.
  protected final void notApplicable(String reason) {
    body().log.notApplicable(body().step, reason);
  }

  /// A value as messages write it.
  protected static String shown(long value) {
    return value >= 0 && value < 10 ? Long.toString(value) : "0x%X".formatted(value);
  }

  /// A field's value as messages write it. Elements are read beside each other: with all their
  /// digits.
  protected static String shown(Field field, long value) {
    if (field.form() == Form.DECIMAL || field.form() == Form.FLAG) {
      return Long.toUnsignedString(value);
    }
    return field.count() == 1
        ? "0x%X".formatted(value)
        : "0x" + HexFormat.of().withUpperCase().toHexDigits(value, (field.width() + 3) / 4);
  }

  /// So many of something, as messages write it.
  ///
  /// @param what in the singular
  protected static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  // --- time

  /// The link's time, in nanoseconds.
  protected long now() {
    return port().clock().nanos();
  }

  /// Lets time pass.
  protected final void waitFor(Duration duration) throws TestException {
    waitUntil(now() + duration.toNanos());
  }

  /// Lets time pass until a moment.
  protected void waitUntil(long moment) throws TestException {
    takeTime();
    try {
      port().waitUntil(moment);
    } catch (LinkException e) {
      throw testersTrouble(e);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  // --- repetition

  /// Carries out an iteration for each index from `from` to `to`, both included, upwards or
  /// downwards. Iterations are independent of each other; on a real link several may be under way,
  /// unless this is itself part of a repetition: order is kept within one iteration.
  ///
  /// @param dimension what is counted, in the singular
  protected final void repeat(String dimension, int from, int to, Iteration iteration)
      throws TestException {
    Body outer = body();
    boolean nested = BODIES.get() != null;
    if (nested || context().window() == 1 || port().isSimulated()) {
      int count = Math.abs(to - from) + 1;
      for (int i = 0; i < count; i++) {
        int index = to < from ? from - i : from + i;
        at(dimension, index, () -> iteration.run(index));
        if (outer.place.coordinates().isEmpty()) {
          context().progress().at(i + 1L, count);
        }
      }
      return;
    }
    new Repetition(from, to, context().window())
        .run(
            port(),
            i -> outer.fork(outer.port, outer.place.at(dimension, i)),
            BODIES,
            iteration,
            outer.log,
            context().progress());
  }

  /// The port that the procedure talks through.
  protected final MadPort port() {
    return Objects.requireNonNull(body().port, "the DUT has no port for management datagrams");
  }

  static TestException testersTrouble(LinkException e) {
    return new TestException(TestException.Cause.TESTER, String.valueOf(e.getMessage()));
  }

  static TestException interrupted() {
    return new TestException(TestException.Cause.INTERRUPTED, "interrupted");
  }
}
