package org.ibassay.suite;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.ibassay.link.Judgement;
import org.ibassay.link.Label;
import org.ibassay.link.mad.MadPort;
import org.jspecify.annotations.Nullable;

/// The state of a running test: the current step, the place within repetitions, and the results of
/// the checks. Each test has one; objects that run a part of the test share it.
///
/// Words: a *repetition* is a page's loop, and each pass an *iteration*; a *trial* is a part of a
/// procedure done once, where packets may be lost; an *attempt* is one run of a whole test; a
/// *round* is one of `--repeat`.
public final class Steps {
  private final Map<String, Label> labels = new ConcurrentHashMap<>();
  private final Map<String, Judgement> judgements = new ConcurrentHashMap<>();

  /// The iteration of a [Repetition] that the thread runs.
  private static final ThreadLocal<@Nullable Body> ITERATIONS = new ThreadLocal<>();

  private final Checks checks = new Checks(this);
  private final LinkTime time = new LinkTime(this);
  private @Nullable TestContext context;
  private @Nullable Body current;

  /// Whether a repetition was started on virtual threads; only those have iterations.
  private boolean hasThreads;

  Steps() {}

  /// @param port for management datagrams; null for a test that sends none
  void attach(TestContext testContext, @Nullable MadPort port) {
    context = testContext;
    current = new Body(port, Place.NOWHERE);
  }

  /// What the runner supplied.
  TestContext context() {
    return Objects.requireNonNull(context, "attach() comes first");
  }

  /// The state of the part that this thread runs.
  Body body() {
    Body own = hasThreads ? ITERATIONS.get() : null;
    return own == null ? outermost() : own;
  }

  /// Whether this thread runs an iteration concurrently with others.
  boolean isIteration() {
    return hasThreads && ITERATIONS.get() != null;
  }

  private Body outermost() {
    return Objects.requireNonNull(current, "attach() comes first");
  }

  /// The results of the whole test's checks.
  public CheckLog log() {
    return outermost().log;
  }

  /// The checks made at the steps.
  public Checks checks() {
    return checks;
  }

  /// The clock of the link.
  LinkTime time() {
    return time;
  }

  /// The port for management datagrams.
  MadPort port() {
    return Objects.requireNonNull(body().port, "the DUT has no port for management datagrams");
  }

  // --- where the procedure is

  /// Enters a step: subsequent checks prove its assertions.
  public void step(String id) {
    body().step = id;
  }

  /// The id of the current step.
  public String current() {
    return body().step;
  }

  /// Runs a part of the procedure at a place, which its checks report.
  public void at(String dimension, long value, Part part) throws TestException {
    Body body = body();
    Place outer = body.place;
    body.place = outer.at(dimension, value);
    try {
      part.run();
    } finally {
      body.place = outer;
    }
  }

  /// Runs an iteration through another port of the tester, at the DUT's port that is cabled to it.
  void through(MadPort port, Place place, Part part) throws TestException {
    Body outer = outermost();
    Body inner = outer.fork(port, place);
    current = inner;
    try {
      part.run();
    } finally {
      current = outer;
      outer.log.addAll(inner.log);
    }
  }

  /// Runs an iteration for each index from `from` to `to`, both included, upwards or downwards. On
  /// a real link several may run concurrently, unless this repetition is itself part of one.
  ///
  /// @param dimension name of the loop variable, in the singular
  public void repeat(String dimension, int from, int to, Iteration iteration) throws TestException {
    Body outer = body();
    if (isIteration()
        || context().window() == 1
        || outer.port == null
        || outer.port.isSimulated()) {
      int count = Math.abs(to - from) + 1;
      for (int i = 0; i < count; i++) {
        int index = to < from ? from - i : from + i;
        iterate(outer, () -> at(dimension, index, () -> iteration.run(index)));
        if (!outer.isRepeating) {
          context().progress().at(i + 1L, count);
        }
      }
      return;
    }
    hasThreads = true;
    new Repetition(from, to, context().window())
        .run(
            outer.port,
            i -> outer.iteration(outer.place.at(dimension, i)),
            ITERATIONS,
            iteration,
            outer.log,
            context().progress());
  }

  private static void iterate(Body body, Part iteration) throws TestException {
    boolean isNested = body.isRepeating;
    body.isRepeating = true;
    try {
      iteration.run();
    } finally {
      body.isRepeating = isNested;
    }
  }

  /// Runs a part whose checks do not count until they are [adopted][#adopt].
  ///
  /// @throws TestException if the tester ended the part early
  Trial trial(Part part) throws TestException {
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

  /// Counts the checks of a trial.
  ///
  /// @throws TestException if the DUT ended the trial early
  void adopt(Trial trial) throws TestException {
    outermost().log.addAll(trial.log());
    if (trial.end() != null) {
      throw trial.end();
    }
  }

  // --- time

  /// The present time of the link, in nanoseconds.
  public long now() {
    return time.now();
  }

  /// Waits; packets received in the meantime are kept.
  public void waitFor(Duration duration) throws TestException {
    time.waitFor(duration);
  }

  // --- what is not checked

  /// Records that checks of the current step cannot be made.
  public void inconclusive(String reason) {
    body().log.inconclusive(body().step, reason);
  }

  /// Records that checks of the current step do not apply to this DUT.
  ///
  /// @param ability that the DUT declares, or declares to lack
  public void notApplicable(String ability) {
    body().log.notApplicable(body().step, ability);
  }

  /// Ends the part unless a condition holds without which the rest of it means nothing. The current
  /// step and all later ones become undecided.
  ///
  /// @param why the reason for the undecided steps
  /// @throws UnmetNeedException to end the part
  public void needs(boolean isMet, String why) throws UnmetNeedException {
    if (!isMet) {
      undecided(why);
      throw new UnmetNeedException("step %s: %s".formatted(current(), why));
    }
  }

  /// Makes the current step and all later ones undecided, except those that were left out.
  void undecided(String why) {
    CheckLog log = body().log;
    inconclusive(why);
    for (Page.Step step : context().page().from(current())) {
      if (!step.assertions().isEmpty() && !log.isLeftOut(step.id())) {
        log.inconclusive(step.id(), why);
      }
    }
  }

  /// Runs a part that an unmet [need][#needs] ends early; the procedure continues after it.
  ///
  /// @return whether the part was completed
  public boolean part(Part part) throws TestException {
    try {
      part.run();
      return true;
    } catch (UnmetNeedException e) {
      return false;
    }
  }

  /// Runs a part that may end early, because a [need][#needs] is unmet or because of the DUT.
  /// Either makes the remaining steps undecided; the procedure continues after the part.
  ///
  /// @return whether the part was completed
  boolean partOrUndecided(Part part) throws TestException {
    try {
      return part(part);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      undecided(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /// Marks steps as not applicable, because of what the DUT declares.
  ///
  /// @param ability that the DUT declares, or declares to lack
  /// @param first first step that is left out
  /// @param last last step that is left out
  public void leaveOut(String ability, String first, String last) {
    leaveOut(ability, context().page().between(first, last));
  }

  /// Marks the current step and all later ones as not applicable, because of what the DUT declares.
  ///
  /// @param ability that the DUT declares, or declares to lack
  public void leaveOutRest(String ability) {
    notApplicable(ability);
    leaveOut(ability, context().page().from(current()));
  }

  private void leaveOut(String ability, List<Page.Step> steps) {
    CheckLog log = body().log;
    for (Page.Step step : steps) {
      if (!step.assertions().isEmpty()) {
        log.notApplicable(step.id(), ability);
      }
    }
  }

  /// Notes which way of an open [Reading] the DUT follows. This is a check of the current step if
  /// the run is strict about the reading; otherwise the step's assertions do not depend on it.
  ///
  /// @param frame frame number of the packet that shows it; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the run allows that way
  public boolean reading(long frame, Reading reading, String way) {
    return reading(frame, reading, way, asked(reading));
  }

  /// Notes which way of a [Reading] the DUT follows whose first way is a public page's literal
  /// requirement. This is a check of the current step in every run: the way must be the first,
  /// unless the run is strict about another one.
  ///
  /// @param frame frame number of the packet that shows it; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the run allows that way
  public boolean letter(long frame, Reading reading, String way) {
    return reading(frame, reading, way, letter(reading));
  }

  private boolean reading(long frame, Reading reading, String way, @Nullable String asked) {
    note(reading, way);
    if (asked == null) {
      body().log.open(body().step, reading);
      return true;
    }
    return checks.verify(
        frame,
        way.equals(asked),
        () -> ReadingWays.says(reading, asked),
        () -> ReadingWays.says(reading, way));
  }

  /// Notes which way the DUT follows, without a check.
  void note(Reading reading, String way) {
    body().log.reading(reading, ReadingWays.known(reading, way).id());
  }

  /// The way that the run is strict about; null if the run leaves the reading open.
  @Nullable String asked(Reading reading) {
    return context().strictness().way(reading);
  }

  /// The way that the run is strict about; otherwise the first way, a public page's literal
  /// requirement.
  String letter(Reading reading) {
    String asked = asked(reading);
    return asked == null ? reading.ways().getFirst().id() : asked;
  }

  /// Whether long procedures run in full. If not, the result says so.
  boolean isFullProfile() {
    boolean isFull = context().parameters().values(Parameter.PROFILE).getFirst() == 1;
    if (!isFull) {
      body().log.shorten();
    }
    return isFull;
  }

  // --- the capture

  /// Notes that the request of a response also caused an unsolicited packet, to show it as
  /// evidence.
  ///
  /// @param frame frame number of the unsolicited packet
  /// @param response frame number of the response
  public void causedLike(long frame, long response) {
    Stimuli stimuli = body().stimuli;
    stimuli.received(frame, stimuli.of(response));
  }

  /// The label of packets sent at the current step.
  Label label() {
    return labels.computeIfAbsent(current(), this::newLabel);
  }

  private Label newLabel(String step) {
    Page page = context().page();
    if (page.step(step).isEmpty()) {
      throw new IllegalArgumentException(page.id() + " has no step " + step);
    }
    return Label.of(page.id(), step);
  }

  /// Records that the DUT answered. If it stops doing so, only the runner notices.
  ///
  /// @param always step at which that is checked
  void stillAlive(String always) {
    body().log.pass(always);
  }

  /// The step, with its assertions, that judges a packet.
  Judgement judgedBy(String step) {
    return judgements.computeIfAbsent(step, this::newJudgement);
  }

  private Judgement newJudgement(String step) {
    List<String> ids = context().page().step(step).map(Page.Step::assertions).orElse(List.of());
    return new Judgement(step, ids);
  }
}
