package org.ibassay.suite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the checks of a procedure found, step by step.
public final class CheckLog {
  /// How many failures of a step are kept whole; the count and the places are always exact.
  public static final int EXAMPLES = 8;

  /// A check that failed.
  ///
  /// @param step its id on the page
  /// @param where in a repetition
  /// @param expected completes "expected ..."
  /// @param actual what was received instead
  /// @param packet the answer's frame in the capture; 0 for none
  /// @param request frame of what that answers; of a check of no packet, of what should have been
  ///   answered, or was sent last; 0 for none
  /// @param field that was not as expected; null where the check is about no one field
  public record Failure(
      String step,
      Place where,
      String expected,
      String actual,
      long packet,
      long request,
      @Nullable WrongField field) {
    /// A failure of which no more is known than the answer's frame.
    public Failure(String step, Place where, String expected, String actual, long packet) {
      this(step, where, expected, actual, packet, 0, null);
    }
  }

  /// The checks of one step.
  public static final class Tally {
    private long checks;
    private long failures;
    private @Nullable Examples examples;
    private final List<String> inconclusive = new ArrayList<>();
    private final List<String> notApplicable = new ArrayList<>();
    private final List<String> doubtful = new ArrayList<>();
    private final Set<Reading> open = EnumSet.noneOf(Reading.class);
    private final Map<String, Ranges> failedPlaces = new TreeMap<>();
    private final Map<String, Ranges> checkedPorts = new TreeMap<>();
    private final Subjects subjects = new Subjects();
    private Place.@Nullable Coordinate outermost;
    private Place.@Nullable Coordinate second;

    private Tally() {}

    /// Checks made, failed ones included.
    public long checks() {
      return checks;
    }

    /// Checks that failed.
    public long failures() {
      return failures;
    }

    /// The first failures, at most [#EXAMPLES].
    public List<Failure> examples() {
      return examples == null ? List.of() : examples.first();
    }

    /// Failures spread over all: the first, the last, one from the middle, and of each value
    /// received one, as far as there is room; in the order in which they were found.
    ///
    /// @param most how many
    public List<Failure> spread(int most) {
      return examples == null ? List.of() : examples.spread(most);
    }

    /// Why checks could not be made, each reason once.
    public List<String> inconclusive() {
      return List.copyOf(inconclusive);
    }

    /// Why checks do not apply to this DUT, each reason once.
    public List<String> notApplicable() {
      return List.copyOf(notApplicable);
    }

    /// Why checks would not apply to this DUT, if it could be relied on: they were left out when a
    /// check had failed already.
    public List<String> doubtful() {
      return List.copyOf(doubtful);
    }

    /// The readings that checks hang on and that the run leaves open: those checks were not made.
    public Set<Reading> open() {
      return Collections.unmodifiableSet(open);
    }

    /// Where checks failed: for each dimension (`block`, `entry`) the values met.
    public Map<String, Ranges> failedPlaces() {
      return new TreeMap<>(failedPlaces);
    }

    /// What the checks were about: names of fields, and an empty one for all conditions on more
    /// than a field.
    public Set<String> subjects() {
      return subjects.names();
    }

    /// What those checks were about that failed.
    public Set<String> failedSubjects() {
      return subjects.failed();
    }

    /// How many checks were about that, failed ones included.
    public long checks(String subject) {
      return subjects.checks(subject);
    }

    /// How many of the checks about that failed.
    public long failures(String subject) {
      return subjects.failures(subject);
    }

    /// The ports at which checks were made, failed or not: for each dimension that counts ports the
    /// values met.
    public Map<String, Ranges> checkedPorts() {
      return new TreeMap<>(checkedPorts);
    }

    // Places of one iteration share their outer coordinates.
    @SuppressWarnings("ReferenceEquality")
    private Subjects.Subject about(Place where, String name) {
      checks++;
      List<Place.Coordinate> all = where.coordinates();
      if (!all.isEmpty() && all.getFirst() != outermost) {
        outermost = all.getFirst();
        at(outermost);
      }
      if (all.size() > 1 && all.get(1) != second) {
        second = all.get(1);
        at(second);
      }
      Subjects.Subject subject = subjects.of(name);
      subject.checks++;
      return subject;
    }

    private void at(Place.Coordinate where) {
      if (where.isPort()) {
        checkedPorts.computeIfAbsent(where.dimension(), _ -> new Ranges()).add(where.value());
      }
    }

    private void keep(long number, Failure failure) {
      if (examples == null) {
        examples = new Examples();
      }
      examples.add(number, failure);
    }

    private void add(Tally other) {
      subjects.addAll(other.subjects);
      if (other.examples != null) {
        if (examples == null) {
          examples = new Examples();
        }
        examples.addAll(other.examples, failures);
      }
      checks += other.checks;
      failures += other.failures;
      other.checkedPorts.forEach((dimension, ports) ->
          checkedPorts.computeIfAbsent(dimension, _ -> new Ranges()).addAll(ports));
      other.inconclusive.forEach(reason -> once(inconclusive, reason));
      other.notApplicable.forEach(reason -> once(notApplicable, reason));
      other.doubtful.forEach(reason -> once(doubtful, reason));
      open.addAll(other.open);
      other.failedPlaces.forEach((dimension, ranges) ->
          failedPlaces.computeIfAbsent(dimension, d -> new Ranges()).addAll(ranges));
    }

    private static void once(List<String> reasons, String reason) {
      if (!reasons.contains(reason)) {
        reasons.add(reason);
      }
    }
  }

  private final Map<String, Tally> steps = new LinkedHashMap<>();
  private final Map<Reading, Set<String>> readings = new EnumMap<>(Reading.class);
  // Checks of one step follow each other: most look-ups end here.
  private String lastStep = "";
  private @Nullable Tally lastTally;
  private @Nullable Consumer<Failure> watcher;
  private @Nullable String firstFailed;
  private @Nullable String firstUnanswered;
  private @Nullable CheckLog outer;

  /// Nothing checked yet.
  public CheckLog() {}

  /// Somebody to be told each failure that is kept, as soon as it is seen, by whichever thread.
  public void watch(Consumer<Failure> failures) {
    watcher = failures;
  }

  /// The tallies by step, in the order of their first check.
  public Map<String, Tally> steps() {
    return steps;
  }

  /// A check of that step was passed.
  public void pass(String step) {
    pass(step, Place.NOWHERE, "");
  }

  /// A check of that step was passed.
  ///
  /// @param where in a repetition
  /// @param subject name of the field that it is about; empty where it is about more
  public void pass(String step, Place where, String subject) {
    tally(step).about(where, subject);
  }

  /// A check failed.
  public void fail(Failure failure) {
    fail(failure.step(), failure.where(), "", () -> failure);
  }

  /// A check of that step failed; how is only asked for if it may be kept.
  ///
  /// @param subject as for [#pass(String, Place, String)]
  void fail(String step, Place where, String subject, Supplier<Failure> failure) {
    Tally tally = tally(step);
    tally.about(where, subject).failures++;
    tally.failures++;
    if (firstFailed == null) {
      firstFailed = step;
    }
    if (Examples.isLookedAt(tally.failures)) {
      Failure kept = failure.get();
      tally.keep(tally.failures, kept);
      if (watcher != null && tally.failures <= EXAMPLES) {
        watcher.accept(kept);
      }
    }
    for (Place.Coordinate c : where.coordinates()) {
      tally.failedPlaces.computeIfAbsent(c.dimension(), d -> new Ranges()).add(c.value());
    }
  }

  /// A check of that step could not be made.
  public void inconclusive(String step, String reason) {
    Tally.once(tally(step).inconclusive, reason);
  }

  /// A check of that step does not apply to this DUT.
  ///
  /// @param reason an ability that the DUT declares, or declares not to have
  public void notApplicable(String step, String reason) {
    Tally tally = tally(step);
    if (!hasFailed()) {
      Tally.once(tally.notApplicable, reason);
    } else if (!tally.notApplicable.contains(reason)) {
      Tally.once(tally.doubtful, reason);
    }
  }

  /// Whether no check of that step applies to this DUT.
  boolean isLeftOut(String step) {
    Tally tally = steps.get(step);
    return (tally != null && tally.checks == 0 && !tally.notApplicable.isEmpty())
        || (outer != null && outer.isLeftOut(step));
  }

  /// No answer came to a request.
  ///
  /// @param request which
  void unanswered(String request) {
    if (firstUnanswered == null) {
      firstUnanswered = request;
    }
  }

  private boolean hasFailed() {
    return firstFailed != null || (outer != null && outer.hasFailed());
  }

  /// The first check that failed; null where none did.
  @Nullable Failure firstFailure() {
    Tally first = firstFailed == null ? null : steps.get(firstFailed);
    return first == null || first.failures == 0 ? null : first.examples().getFirst();
  }

  /// Why a procedure may have missed steps: the first check that failed or, where none did, the
  /// first answer that did not come; null for neither.
  public @Nullable String whyMissed() {
    if (firstFailed != null) {
      return "not reached, after a check failed at step " + firstFailed;
    }
    return firstUnanswered == null ? null : "not reached, after no answer to " + firstUnanswered;
  }

  /// A check of that step hangs on a reading that the run leaves open.
  void open(String step, Reading reading) {
    tally(step).open.add(reading);
  }

  /// The DUT went a way where a reading is open.
  void reading(Reading reading, String way) {
    readings.computeIfAbsent(reading, _ -> new TreeSet<>()).add(way);
  }

  /// The ways that the DUT went, by the reading; more than one where it goes now this way, now
  /// that.
  public Map<Reading, Set<String>> readings() {
    return Collections.unmodifiableMap(readings);
  }

  /// Adds what another log holds, after what stands here.
  public void addAll(CheckLog other) {
    other.readings.forEach((reading, ways) -> ways.forEach(way -> reading(reading, way)));
    other.steps.forEach((step, tally) -> tally(step).add(tally));
    firstFailed = firstFailed == null ? other.firstFailed : firstFailed;
    firstUnanswered = firstUnanswered == null ? other.firstUnanswered : firstUnanswered;
  }

  /// An empty log for a part of the procedure that is carried out now, watched by the same.
  CheckLog inner() {
    CheckLog inner = new CheckLog();
    inner.watcher = watcher;
    inner.outer = this;
    return inner;
  }

  /// Whether no check failed.
  public boolean allPassed() {
    return steps.values().stream().allMatch(t -> t.failures == 0);
  }

  /// Whether a check could not be made.
  public boolean isOpen() {
    return steps.values().stream().anyMatch(t -> !t.inconclusive.isEmpty());
  }

  private Tally tally(String step) {
    Tally last = lastTally;
    if (last == null || !step.equals(lastStep)) {
      last = steps.get(step);
      if (last == null) {
        last = new Tally();
        steps.put(step, last);
      }
      lastStep = step;
      lastTally = last;
    }
    return last;
  }
}
