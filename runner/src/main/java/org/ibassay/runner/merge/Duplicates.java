package org.ibassay.runner.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// Determines which devices and tests of the parts are in the merged result: a test of a device
/// that several parts have is taken from the first of them. A device without remaining tests is
/// omitted.
final class Duplicates {
  private record PlacedDut(int part, int dut) {}

  private record PlacedTest(int part, int dut, String test) {}

  /// The outcome of a test and the part that has it.
  private record SeenTest(String outcome, MergePart part) {}

  private final Set<PlacedTest> dropped = new HashSet<>();
  private final Map<PlacedDut, Integer> indices = new HashMap<>();

  private Duplicates() {}

  /// @throws UsageException if two parts have different results of a test on a device
  static Duplicates among(List<MergePart> parts) throws UsageException {
    Map<String, List<PlacedDut>> byLabel = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      for (int dut = 0; dut < parts.get(i).duts().size(); dut++) {
        String label = MergePart.label(parts.get(i).duts().get(dut));
        byLabel.computeIfAbsent(label, _ -> new ArrayList<>()).add(new PlacedDut(i, dut));
      }
    }
    Duplicates duplicates = new Duplicates();
    Set<PlacedDut> leftOut = new HashSet<>();
    for (Map.Entry<String, List<PlacedDut>> entry : byLabel.entrySet()) {
      if (entry.getValue().stream().map(PlacedDut::part).distinct().count() > 1) {
        leftOut.addAll(duplicates.compare(entry.getKey(), entry.getValue(), parts));
      }
    }
    for (int i = 0; i < parts.size(); i++) {
      for (int dut = 0; dut < parts.get(i).duts().size(); dut++) {
        PlacedDut placed = new PlacedDut(i, dut);
        if (!leftOut.contains(placed)) {
          duplicates.indices.put(placed, duplicates.indices.size());
        }
      }
    }
    return duplicates;
  }

  /// @return the devices that only have duplicate tests
  private Set<PlacedDut> compare(String label, List<PlacedDut> places, List<MergePart> parts)
      throws UsageException {
    Map<String, SeenTest> seen = new HashMap<>();
    Set<PlacedDut> leftOut = new HashSet<>();
    for (PlacedDut place : places) {
      MergePart part = parts.get(place.part);
      boolean isNew = false;
      for (Map<String, @Nullable Object> test : part.tests()) {
        if (Trees.text(test, "dut").equals(Integer.toString(place.dut))) {
          String id = Trees.text(test, "id");
          SeenTest here = new SeenTest(outcome(test), part);
          SeenTest earlier = seen.putIfAbsent(id, here);
          if (earlier == null || earlier.part.name().equals(part.name())) {
            isNew = true;
          } else {
            check(label, id, earlier, here);
            dropped.add(new PlacedTest(place.part, place.dut, id));
          }
        }
      }
      if (!isNew) {
        leftOut.add(place);
      }
    }
    return leftOut;
  }

  private static void check(String label, String test, SeenTest one, SeenTest other)
      throws UsageException {
    if (!one.outcome.equals(other.outcome)) {
      throw new UsageException(
          "%s on %s has different results in %s (%s) and %s (%s); expected it once, or twice alike"
              .formatted(
                  test,
                  label,
                  one.part.file(),
                  verdict(one.outcome),
                  other.part.file(),
                  verdict(other.outcome)));
    }
  }

  private static String verdict(String outcome) {
    return outcome.substring(0, outcome.indexOf('\n'));
  }

  /// What two results of a test must have in common: everything except times and packet counts.
  private static String outcome(Map<String, @Nullable Object> test) {
    StringBuilder outcome = new StringBuilder(Trees.text(test, "verdict")).append('\n');
    outcome.append(Trees.text(test, "reason"));
    for (Map<String, @Nullable Object> assertion : Trees.objects(test.get("assertions"))) {
      for (String field : List.of("id", "verdict", "checks", "failures")) {
        outcome.append('\n').append(Trees.text(assertion, field));
      }
    }
    return outcome.toString();
  }

  boolean isDropped(int part, int dut, String test) {
    return isLeftOut(part, dut) || dropped.contains(new PlacedTest(part, dut, test));
  }

  boolean isLeftOut(int part, int dut) {
    return index(part, dut) < 0;
  }

  /// Returns the index of a device in the merged result; -1 if it is omitted.
  int index(int part, int dut) {
    return indices.getOrDefault(new PlacedDut(part, dut), -1);
  }
}
