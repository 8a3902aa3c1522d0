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

/// The steps of a test that is carried out: at which it is, where in a repetition, and what its
/// checks found. A test has one; objects that carry out a part of the test are given it.
///
/// One word for each way to do a thing more than once: a *repetition* is a page's own loop, each
/// time an *iteration*; a *trial* is a part of a procedure tried once, where packets can get lost;
/// an *attempt* is one run of a whole test; a *round* is one of those that `--repeat` asks for.
public final class Steps {
  private final Map<String, Label> labels = new ConcurrentHashMap<>();
  private final Map<String, Judgement> judgements = new ConcurrentHashMap<>();

  /// The iteration that a thread of a [Repetition] carries out.
  private static final ThreadLocal<@Nullable Body> ITERATIONS = new ThreadLocal<>();

  private final Checks checks = new Checks(this);
  private final LinkTime time = new LinkTime(this);
  private @Nullable TestContext context;
  private @Nullable Body current;

  /// Whether a repetition was begun on threads of its own, which alone have iterations.
  private boolean hasThreads;

  Steps() {}

  /// @param port that management datagrams go through; null for a test that sends none
  void attach(TestContext testContext, @Nullable MadPort port) {
    context = testContext;
    current = new Body(port, Place.NOWHERE);
  }

  /// What the runner handed over.
  TestContext context() {
    return Objects.requireNonNull(context, "attach() comes first");
  }

  /// What runs now, on this thread.
  Body body() {
    Body own = hasThreads ? ITERATIONS.get() : null;
    return own == null ? outermost() : own;
  }

  /// Whether this thread runs an iteration among others.
  boolean isIteration() {
    return hasThreads && ITERATIONS.get() != null;
  }

  private Body outermost() {
    return Objects.requireNonNull(current, "attach() comes first");
  }

  /// What the checks of the whole test found.
  public CheckLog log() {
    return outermost().log;
  }

  /// The checks that are made at the steps.
  public Checks checks() {
    return checks;
  }

  /// The time that passes at the steps.
  LinkTime time() {
    return time;
  }

  /// The port that management datagrams go through.
  MadPort port() {
    return Objects.requireNonNull(body().port, "the DUT has no port for management datagrams");
  }

  // --- where the procedure is

  /// The step that the procedure is at from now on: its checks prove the step's assertions.
  public void step(String id) {
    body().step = id;
  }

  /// The id of the step that the procedure is at.
  public String current() {
    return body().step;
  }

  /// Carries out a part of the procedure at a place; its checks are reported with it.
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

  /// Carries out an iteration through another port of the tester, at that port of the DUT; its
  /// checks are added to those so far.
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

  /// Carries out an iteration for each index from `from` to `to`, both included, upwards or
  /// downwards. On a real link several may be under way, unless this is itself part of a
  /// repetition.
  ///
  /// @param dimension what is counted, in the singular
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

  /// Carries out a part whose checks do not count until they are [adopted][#adopt].
  ///
  /// @throws TestException when the part was cut short by the tester
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

  /// Makes a trial count.
  ///
  /// @throws TestException when it was cut short
  void adopt(Trial trial) throws TestException {
    outermost().log.addAll(trial.log());
    if (trial.end() != null) {
      throw trial.end();
    }
  }

  // --- time

  /// The time of the link that the procedure is at, in nanoseconds.
  public long now() {
    return time.now();
  }

  /// Lets time pass; packets that are received meanwhile are kept.
  public void waitFor(Duration duration) throws TestException {
    time.waitFor(duration);
  }

  // --- what is not checked

  /// The present step's checks cannot be made.
  public void inconclusive(String reason) {
    body().log.inconclusive(body().step, reason);
  }

  /// The present step's checks do not apply to this DUT.
  ///
  /// @param ability that the DUT declares, or declares not to have
  public void notApplicable(String ability) {
    body().log.notApplicable(body().step, ability);
  }

  /// What follows in this part means nothing unless something holds: where it does not, the present
  /// step and all later ones are undecided, and the part ends.
  ///
  /// @param why they are undecided
  /// @throws UnmetNeedException which ends the part
  public void needs(boolean isMet, String why) throws UnmetNeedException {
    if (!isMet) {
      undecided(why);
      throw new UnmetNeedException("step %s: %s".formatted(current(), why));
    }
  }

  /// The present step and all later ones are undecided, but those that were left out.
  void undecided(String why) {
    CheckLog log = body().log;
    inconclusive(why);
    for (Page.Step step : context().page().from(current())) {
      if (!step.assertions().isEmpty() && !log.isLeftOut(step.id())) {
        log.inconclusive(step.id(), why);
      }
    }
  }

  /// Carries out a part that may end early, by what it [needs][#needs]; the procedure goes on after
  /// it.
  ///
  /// @return whether it ended
  public boolean part(Part part) throws TestException {
    try {
      part.run();
      return true;
    } catch (UnmetNeedException e) {
      return false;
    }
  }

  /// Carries out a part that may end early, by what it [needs][#needs] or as the DUT does not let
  /// it be carried on: the rest is undecided, and the procedure continues after it.
  ///
  /// @return whether it ended
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

  /// A branch on what the DUT declares leaves these steps out: they do not apply to it.
  ///
  /// @param ability that the DUT declares, or declares not to have
  /// @param first step that is left out
  /// @param last step that is left out
  public void leaveOut(String ability, String first, String last) {
    leaveOut(ability, context().page().between(first, last));
  }

  /// A branch on what the DUT declares leaves out the present step and all later ones.
  ///
  /// @param ability that the DUT declares, or declares not to have
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

  /// Notes which way the DUT goes where a [Reading] is open. It is a check of the present step
  /// where the run is strict about the reading; else the step's assertions do not hang on it.
  ///
  /// @param frame of what shows it, in the capture; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the way is one that the run allows
  public boolean reading(long frame, Reading reading, String way) {
    return reading(frame, reading, way, asked(reading));
  }

  /// Notes which way the DUT goes where a public page's letter is the first way of a [Reading]: a
  /// check of the present step in every run. The run may be strict about another way.
  ///
  /// @param frame of what shows it, in the capture; 0 for none
  /// @param way id of one of the reading's ways
  /// @return whether the way is the one that is asked for
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

  /// Notes which way the DUT goes, where a check of another form decides.
  void note(Reading reading, String way) {
    body().log.reading(reading, ReadingWays.known(reading, way).id());
  }

  /// The way that the run is strict about; null where it leaves the reading open.
  @Nullable String asked(Reading reading) {
    return context().strictness().way(reading);
  }

  /// The way that the run is strict about, else the first, which is a public page's letter.
  String letter(Reading reading) {
    String asked = asked(reading);
    return asked == null ? reading.ways().getFirst().id() : asked;
  }

  // --- the capture

  /// What the packets are for that are sent at the present step.
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

  /// A part was carried out. That the DUT died of it shows to the runner only.
  ///
  /// @param always the step at which that is said
  void stillAlive(String always) {
    body().log.pass(always);
  }

  /// By what the packets are judged that a step checks.
  Judgement judgedBy(String step) {
    return judgements.computeIfAbsent(step, this::newJudgement);
  }

  private Judgement newJudgement(String step) {
    List<String> ids = context().page().step(step).map(Page.Step::assertions).orElse(List.of());
    return new Judgement(step, ids);
  }
}
