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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The results of a procedure's checks, by step.
public final class CheckLog {
  /// How many failures of a step are kept in full; counts and places are always exact.
  public static final int EXAMPLES = 8;

  /// A check that failed.
  ///
  /// @param step its id on the page
  /// @param where place within the repetitions
  /// @param expected completes "expected ..."
  /// @param actual what was received instead
  /// @param packet frame number of the received packet in the capture; 0 for none
  /// @param request frame number of the request that it answers; if nothing was received, of the
  ///   unanswered request or the last packet sent; 0 for none
  /// @param field the field with the wrong value; null if the check concerns no single field
  public record Failure(
      String step,
      Place where,
      String expected,
      String actual,
      long packet,
      long request,
      @Nullable WrongField field) {
    /// A failure without a request and a field.
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

    /// The number of checks, failed ones included.
    public long checks() {
      return checks;
    }

    /// The number of failed checks.
    public long failures() {
      return failures;
    }

    /// The first failures, at most [#EXAMPLES].
    public List<Failure> examples() {
      return examples == null ? List.of() : examples.first();
    }

    /// Examples spread over all failures: the first, the last, one from the middle and one of each
    /// value received, as far as there is room; in the order in which they were found.
    ///
    /// @param most the highest number of examples
    public List<Failure> spread(int most) {
      return examples == null ? List.of() : examples.spread(most);
    }

    /// Why checks could not be made, without duplicates.
    public List<String> inconclusive() {
      return List.copyOf(inconclusive);
    }

    /// Why checks do not apply to this DUT, without duplicates.
    public List<String> notApplicable() {
      return List.copyOf(notApplicable);
    }

    /// Why checks would not apply to this DUT, if its declarations could be trusted: they were
    /// skipped after another check had failed.
    public List<String> doubtful() {
      return List.copyOf(doubtful);
    }

    /// Readings that the run leaves open and that checks depend on; those checks were not made.
    public Set<Reading> open() {
      return Collections.unmodifiableSet(open);
    }

    /// Where checks failed: the values of each dimension (`block`, `entry`).
    public Map<String, Ranges> failedPlaces() {
      return new TreeMap<>(failedPlaces);
    }

    /// Where checks failed, as text: `block=5, entry=0-31`; empty outside repetitions.
    public String where() {
      return failedPlaces.entrySet().stream()
          .map(place -> place.getKey() + "=" + place.getValue().toString(place.getKey()))
          .collect(Collectors.joining(", "));
    }

    /// What the checks concern: names of fields, and an empty string for all conditions on more
    /// than one field.
    public Set<String> subjects() {
      return subjects.names();
    }

    /// The subjects of the failed checks.
    public Set<String> failedSubjects() {
      return subjects.failed();
    }

    /// The number of checks of a subject, failed ones included.
    public long checks(String subject) {
      return subjects.checks(subject);
    }

    /// The number of failed checks of a subject.
    public long failures(String subject) {
      return subjects.failures(subject);
    }

    /// The ports at which checks were made, failed or not: the values of each dimension that counts
    /// ports.
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
  // Consecutive checks usually belong to one step, so most look-ups end here.
  private String lastStep = "";
  private @Nullable Tally lastTally;
  private @Nullable Consumer<Failure> watcher;
  private @Nullable String firstFailed;
  private @Nullable String firstUnanswered;
  private @Nullable CheckLog outer;
  private boolean isShortened;

  /// An empty log.
  public CheckLog() {}

  /// Sets a consumer that receives each failure that is kept, at once, on the thread that found it.
  public void watch(Consumer<Failure> failures) {
    watcher = failures;
  }

  /// The tallies by step, in the order of their first check.
  public Map<String, Tally> steps() {
    return steps;
  }

  /// Counts a passed check.
  public void pass(String step) {
    pass(step, Place.NOWHERE, "");
  }

  /// Counts a passed check.
  ///
  /// @param where place within the repetitions
  /// @param subject name of the field that was checked; empty if there are several
  public void pass(String step, Place where, String subject) {
    tally(step).about(where, subject);
  }

  /// Records a failed check.
  public void fail(Failure failure) {
    fail(failure.step(), failure.where(), "", () -> failure);
  }

  /// Records a failed check; `failure` is evaluated only if it may be kept.
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

  /// Records that a check could not be made.
  public void inconclusive(String step, String reason) {
    Tally.once(tally(step).inconclusive, reason);
  }

  /// Records that a check does not apply to this DUT.
  ///
  /// @param reason an ability that the DUT declares, or declares to lack
  public void notApplicable(String step, String reason) {
    Tally tally = tally(step);
    if (!hasFailed()) {
      Tally.once(tally.notApplicable, reason);
    } else if (!tally.notApplicable.contains(reason)) {
      Tally.once(tally.doubtful, reason);
    }
  }

  /// Whether all checks of a step were skipped as not applicable.
  boolean isLeftOut(String step) {
    Tally tally = steps.get(step);
    return (tally != null && tally.checks == 0 && !tally.notApplicable.isEmpty())
        || (outer != null && outer.isLeftOut(step));
  }

  /// Records that a request was not answered.
  ///
  /// @param request its name
  void unanswered(String request) {
    if (firstUnanswered == null) {
      firstUnanswered = request;
    }
  }

  private boolean hasFailed() {
    return firstFailed != null || (outer != null && outer.hasFailed());
  }

  /// The first failed check; null if none failed.
  @Nullable Failure firstFailure() {
    Tally first = firstFailed == null ? null : steps.get(firstFailed);
    return first == null || first.failures == 0 ? null : first.examples().getFirst();
  }

  /// Why steps may have been skipped: the first failed check or, if none failed, the first missing
  /// response; null for neither.
  public @Nullable String whyMissed() {
    if (firstFailed != null) {
      return "not reached, after a check failed at step " + firstFailed;
    }
    return firstUnanswered == null ? null : "not reached, after no response to " + firstUnanswered;
  }

  /// Records that a check was skipped because it depends on a reading that the run leaves open.
  void open(String step, Reading reading) {
    tally(step).open.add(reading);
  }

  /// Records which way of a reading the DUT follows.
  void reading(Reading reading, String way) {
    readings.computeIfAbsent(reading, _ -> new TreeSet<>()).add(way);
  }

  /// The ways that the DUT followed, by reading; more than one if its behavior varies.
  public Map<Reading, Set<String>> readings() {
    return Collections.unmodifiableMap(readings);
  }

  /// Records that PROFILE=short left something out.
  void shorten() {
    isShortened = true;
  }

  /// Whether PROFILE=short left something out.
  public boolean isShortened() {
    return isShortened;
  }

  /// Appends the content of another log.
  public void addAll(CheckLog other) {
    isShortened |= other.isShortened;
    other.readings.forEach((reading, ways) -> ways.forEach(way -> reading(reading, way)));
    other.steps.forEach((step, tally) -> tally(step).add(tally));
    firstFailed = firstFailed == null ? other.firstFailed : firstFailed;
    firstUnanswered = firstUnanswered == null ? other.firstUnanswered : firstUnanswered;
  }

  /// Returns an empty log for a part of the procedure, with the same consumer of failures.
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
