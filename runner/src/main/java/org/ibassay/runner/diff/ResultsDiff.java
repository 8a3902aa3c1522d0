package org.ibassay.runner.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results.Assertion;
import org.ibassay.runner.diff.Results.Dut;
import org.ibassay.runner.diff.Results.Noted;
import org.ibassay.runner.diff.Results.Test;
import org.ibassay.runner.diff.VerdictChange.Kind;
import org.jspecify.annotations.Nullable;

/// The changes of verdicts from an older run to a newer one.
///
/// Devices are matched by URI; then by node GUID; if one remains on either side, those two are
/// compared.
public final class ResultsDiff {
  private static final String STEP = "step ";

  private final Results before;
  private final Results after;
  private final Map<Integer, Integer> duts = new LinkedHashMap<>();
  private final List<VerdictChange> differences = new ArrayList<>();
  private final List<Test> onlyBefore = new ArrayList<>();
  private final List<Test> onlyAfter = new ArrayList<>();
  private final List<ReadingChange> readings = new ArrayList<>();

  /// Compares two results.
  public ResultsDiff(Results before, Results after) {
    this.before = before;
    this.after = after;
    pair((a, b) -> a.uri().equals(b.uri()));
    pair((a, b) -> a.nodeGuid() != null && a.nodeGuid().equals(b.nodeGuid()));
    if (before.duts().size() - duts.size() == 1 && after.duts().size() - duts.size() == 1) {
      pair((a, b) -> true);
    }
    for (Test older : before.tests()) {
      Optional<Test> newer = find(after, older.id(), duts.get(older.dut()));
      newer.ifPresentOrElse(test -> compare(older, test), () -> onlyBefore.add(older));
    }
    for (Test newer : after.tests()) {
      if (find(before, newer.id(), olderDut(newer.dut())).isEmpty()) {
        onlyAfter.add(newer);
        compare(null, newer);
      }
    }
    duts.forEach(this::compareReadings);
  }

  /// Compares only readings that both files have: which ones are present depends on the tests.
  private void compareReadings(int olderDut, int newerDut) {
    Map<String, Set<String>> is = ways(after, newerDut);
    ways(before, olderDut)
        .forEach((reading, was) -> {
          Set<String> now = is.getOrDefault(reading, was);
          if (!now.equals(was)) {
            String uri = after.duts().get(newerDut).uri();
            readings.add(new ReadingChange(uri, reading, List.copyOf(was), List.copyOf(now)));
          }
        });
  }

  private static Map<String, Set<String>> ways(Results results, int dut) {
    Map<String, Set<String>> ways = new LinkedHashMap<>();
    for (Noted noted : results.readings()) {
      if (noted.dut() == dut) {
        ways.computeIfAbsent(noted.id(), _ -> new LinkedHashSet<>()).add(noted.way());
      }
    }
    return ways;
  }

  private interface Sameness {
    boolean test(Dut older, Dut newer);
  }

  private void pair(Sameness same) {
    for (int a = 0; a < before.duts().size(); a++) {
      for (int b = 0; b < after.duts().size(); b++) {
        boolean isFree = !duts.containsKey(a) && !duts.containsValue(b);
        if (isFree && same.test(before.duts().get(a), after.duts().get(b))) {
          duts.put(a, b);
        }
      }
    }
  }

  private @Nullable Integer olderDut(int newer) {
    return duts.entrySet().stream()
        .filter(pair -> pair.getValue() == newer)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private static Optional<Test> find(Results results, String id, @Nullable Integer dut) {
    return results.tests().stream()
        .filter(test -> dut != null && test.dut() == dut && test.id().equals(id))
        .findFirst();
  }

  private void compare(@Nullable Test older, Test newer) {
    int first = differences.size();
    Map<String, Assertion> olderById = byId(older);
    Map<String, Assertion> newerById = byId(newer);
    Stream.concat(olderById.keySet().stream(), newerById.keySet().stream())
        .distinct()
        .forEach(id -> compare(older, newer, olderById.get(id), newerById.get(id), id));
    // a verdict that no assertion explains, such as that of a broken test
    if (older != null && differences.size() == first && older.verdict() != newer.verdict()) {
      add(newer, null, older.verdict(), newer.verdict(), false, false);
    }
  }

  private void compare(
      @Nullable Test older, Test newer, @Nullable Assertion a, @Nullable Assertion b, String id) {
    Verdict was = a == null ? null : a.verdict();
    Verdict is = b == null ? null : b.verdict();
    if (id.startsWith(STEP)) {
      was = was == null && older != null ? unsaid(older) : was;
      is = is == null ? unsaid(newer) : is;
    }
    boolean isNew = older == null && is != Verdict.FAIL;
    if (was != is && !isNew) {
      boolean isUnstable = (a != null && a.isUnstable()) || (b != null && b.isUnstable());
      add(newer, id, was, is, b != null && b.isKnown(), isUnstable);
    }
  }

  /// The verdict of a check at a step without an assertion; results list it only if it did not
  /// pass.
  private static @Nullable Verdict unsaid(Test test) {
    return test.verdict() == Verdict.PASS ? Verdict.PASS : null;
  }

  private void add(
      Test newer,
      @Nullable String assertion,
      @Nullable Verdict was,
      @Nullable Verdict is,
      boolean isKnown,
      boolean isUnstable) {
    String uri = after.duts().get(newer.dut()).uri();
    differences.add(new VerdictChange(uri, newer.id(), assertion, was, is, isKnown, isUnstable));
  }

  private static Map<String, Assertion> byId(@Nullable Test test) {
    Map<String, Assertion> byId = new LinkedHashMap<>();
    if (test != null) {
      test.assertions().forEach(assertion -> byId.put(assertion.id(), assertion));
    }
    return byId;
  }

  /// Returns the differences of a kind, in the order of the newer file's tests if possible.
  public List<VerdictChange> of(Kind kind) {
    return differences.stream().filter(d -> d.kind() == kind).toList();
  }

  /// Tests that only the older file has.
  public List<Test> onlyBefore() {
    return List.copyOf(onlyBefore);
  }

  /// Tests that only the newer file has; their failures are new.
  public List<Test> onlyAfter() {
    return List.copyOf(onlyAfter);
  }

  /// Devices that follow another way of a reading than before.
  public List<ReadingChange> readings() {
    return List.copyOf(readings);
  }

  /// Two devices that were compared.
  public record Pair(Dut older, Dut newer) {
    /// Whether their URIs differ.
    public boolean isRenamed() {
      return !older.uri().equals(newer.uri());
    }

    /// Whether they are known to be different devices: a URI may lead to another one today.
    public boolean isReplaced() {
      return older.nodeGuid() != null
          && newer.nodeGuid() != null
          && !older.nodeGuid().equals(newer.nodeGuid());
    }
  }

  /// The devices that were compared.
  public List<Pair> paired() {
    return duts.entrySet().stream()
        .map(pair -> new Pair(before.duts().get(pair.getKey()), after.duts().get(pair.getValue())))
        .toList();
  }

  /// Whether there is no difference at all.
  public boolean isEmpty() {
    return differences.isEmpty()
        && onlyBefore.isEmpty()
        && onlyAfter.isEmpty()
        && readings.isEmpty();
  }
}
