package org.ibassay.runner.merge;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Expectation.State;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// Combines the states of known non-conformances on all devices: an entry that one device needs may
/// pass on the others.
final class MergedExpectations {
  private static final Set<String> JUDGED =
      Set.of(State.KNOWN_FAILURE.text(), State.UNEXPECTED_PASS.text(), State.NOT_JUDGED.text());

  private final Merge merge;
  private final List<String> labels;

  /// @param labels names of the merged devices
  MergedExpectations(Merge merge, List<String> labels) {
    this.merge = merge;
    this.labels = labels;
  }

  /// An entry of a file, and its states in the parts.
  private static final class Entry {
    private final Map<String, @Nullable Object> first;
    private final List<Integer> failedOn = new ArrayList<>();
    private final List<Integer> passedOn = new ArrayList<>();
    private long excused;

    Entry(Map<String, @Nullable Object> first) {
      this.first = first;
    }
  }

  List<Expectation> all() {
    Map<List<String>, Entry> entries = new LinkedHashMap<>();
    for (int i = 0; i < merge.parts().size(); i++) {
      for (Map<String, @Nullable Object> seen : merge.parts().get(i).expected()) {
        List<String> key =
            List.of(
                Trees.text(seen, "file"),
                Trees.text(seen, "entry"),
                Trees.text(seen, "test"),
                Trees.text(seen, "assertion"));
        Entry entry = entries.computeIfAbsent(key, _ -> new Entry(seen));
        entry.excused += merge.index(i, 0) < 0 ? 0 : Long.parseLong(Trees.text(seen, "excused"));
        addAll(entry.failedOn, i, seen.get("failedOn"));
        addAll(entry.passedOn, i, seen.get("passedOn"));
      }
    }
    return entries.values().stream().map(this::expectation).toList();
  }

  private void addAll(List<Integer> merged, int part, @Nullable Object duts) {
    if (duts instanceof List<?> list) {
      for (Object dut : list) {
        int index = merge.index(part, Integer.parseInt(dut.toString()));
        if (index >= 0) {
          merged.add(index);
        }
      }
    }
  }

  private Expectation expectation(Entry entry) {
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
