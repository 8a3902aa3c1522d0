package org.ibassay.runner.fabric;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Expectation.State;
import org.ibassay.runner.KnownNonConformance;
import org.jspecify.annotations.Nullable;

/// Combines the states of known non-conformances in several runs: an entry that one device needs
/// may pass on the others.
public final class ExpectationTally {
  private static final Set<String> JUDGED =
      Set.of(State.KNOWN_FAILURE.text(), State.UNEXPECTED_PASS.text(), State.NOT_JUDGED.text());

  private final Map<List<String>, Entry> entries = new LinkedHashMap<>();

  /// Of no runs yet.
  public ExpectationTally() {}

  /// An entry of a file, and its states in the runs.
  private static final class Entry {
    private final Map<String, @Nullable Object> first;
    private final List<Integer> failedOn = new ArrayList<>();
    private final List<Integer> passedOn = new ArrayList<>();
    private long excused;

    Entry(Map<String, @Nullable Object> first) {
      this.first = first;
    }
  }

  /// Adds an entry of a run.
  ///
  /// @param seen the entry, as results have it
  /// @param excused how many failures it excused there
  /// @param index a device's number among all, from that in the run; negative to leave it out
  public void add(Map<String, @Nullable Object> seen, long excused, IntUnaryOperator index) {
    List<String> key =
        List.of(
            Trees.text(seen, "file"),
            Trees.text(seen, "entry"),
            Trees.text(seen, "test"),
            Trees.text(seen, "assertion"));
    Entry entry = entries.computeIfAbsent(key, _ -> new Entry(seen));
    entry.excused += excused;
    addAll(entry.failedOn, seen.get("failedOn"), index);
    addAll(entry.passedOn, seen.get("passedOn"), index);
  }

  private static void addAll(List<Integer> all, @Nullable Object duts, IntUnaryOperator index) {
    if (duts instanceof List<?> list) {
      for (Object dut : list) {
        int number = index.applyAsInt(Integer.parseInt(dut.toString()));
        if (number >= 0) {
          all.add(number);
        }
      }
    }
  }

  /// The entries, judged on all devices together.
  ///
  /// @param labels of the devices
  public List<Expectation> all(List<String> labels) {
    return entries.values().stream().map(entry -> expectation(entry, labels)).toList();
  }

  private static Expectation expectation(Entry entry, List<String> labels) {
    KnownNonConformance known =
        new KnownNonConformance(
            Trees.text(entry.first, "file"),
            Integer.parseInt(Trees.text(entry.first, "entry")),
            Trees.text(entry.first, "test"),
            Trees.text(entry.first, "assertion"),
            "",
            "",
            null,
            LocalDate.MAX);
    String state = Trees.text(entry.first, "state");
    if (JUDGED.contains(state)) {
      return Expectation.judged(known, entry.excused, entry.failedOn, entry.passedOn, labels);
    }
    State wrong =
        List.of(State.values()).stream()
            .filter(each -> each.text().equals(state))
            .findFirst()
            .orElse(State.NO_SUCH_TEST);
    return new Expectation(known, wrong, 0, List.of(), List.of(), Trees.text(entry.first, "text"));
  }
}
