package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// Nodes of one make with the same verdicts. What is kept of the tests is what was written of the
/// first of them, as a tree: so a run that is resumed has it from the file.
public final class NodeGroup {
  /// One of the nodes.
  ///
  /// @param guid NodeInfo:NodeGUID, as results have it
  /// @param path directed route by which it was tested
  public record Who(String guid, String description, String path) {
    /// For people.
    public String name() {
      return description.isEmpty() ? guid : description;
    }
  }

  private final String make;
  private final Map<String, @Nullable Object> first;
  private final List<Who> who = new ArrayList<>();
  private boolean isPutBack = true;

  /// @param make what the nodes have in common
  /// @param first what is written of the first: `dut`, `tests`, `readings`
  NodeGroup(String make, Map<String, @Nullable Object> first) {
    this.make = make;
    this.first = first;
  }

  void add(Who node, boolean putBack) {
    who.add(node);
    isPutBack &= putBack;
  }

  /// Kind, vendor, device and revision.
  public String make() {
    return make;
  }

  /// The nodes, in the order tested.
  public List<Who> who() {
    return List.copyOf(who);
  }

  /// Name of the capture that the first's frame numbers are of.
  public String trace() {
    return Trees.text(first, "trace");
  }

  /// Whether every node is as it was.
  boolean isPutBack() {
    return isPutBack;
  }

  /// Returns the device of the group's first node, as in `results.json`.
  public Map<String, @Nullable Object> dut() {
    return Trees.object(first.get("dut"));
  }

  /// Returns the tests of the group's first node, as in `results.json`.
  public List<Map<String, @Nullable Object>> tests() {
    return Trees.objects(first.get("tests"));
  }

  /// Returns the readings of the group's first node, as in `results.json`.
  List<Map<String, @Nullable Object>> readings() {
    return Trees.objects(first.get("readings"));
  }

  /// The worst of its tests' verdicts.
  public Verdict verdict() {
    return Verdict.worst(tests().stream().map(NodeGroup::counted));
  }

  /// A known failure counts as what stayed open beside it, as in any run.
  public static Verdict counted(Map<String, @Nullable Object> test) {
    return Verdict.of(
            Trees.text(test, Trees.text(test, "counted").isEmpty() ? "verdict" : "counted"))
        .orElse(Verdict.ERROR);
  }

  /// How many tests were carried out.
  public long applied() {
    return tests().size() - notCovered().values().stream().mapToLong(Long::longValue).sum();
  }

  /// Why tests were not carried out, and how many for each reason.
  public Map<String, Long> notCovered() {
    Map<String, Long> reasons = new TreeMap<>();
    for (Map<String, @Nullable Object> test : tests()) {
      if (counted(test) == Verdict.NOT_APPLICABLE) {
        reasons.merge(Trees.text(test, "reason"), 1L, Long::sum);
      }
    }
    return reasons;
  }

  /// How many tests passed.
  long passed() {
    long passed = 0;
    for (Map<String, @Nullable Object> test : tests()) {
      passed += counted(test) == Verdict.PASS ? 1 : 0;
    }
    return passed;
  }

  /// In what it differs from another group of its make: the tests whose verdicts do, each with its
  /// own.
  public Map<String, String> difference(NodeGroup other) {
    Map<String, String> others = other.outcomes();
    Map<String, String> mine = outcomes();
    Map<String, String> difference = new LinkedHashMap<>();
    mine.forEach((test, outcome) -> {
      if (!outcome.equals(others.get(test))) {
        difference.put(test, outcome.substring(0, (outcome + " ").indexOf(' ')));
      }
    });
    return difference;
  }

  /// Verdict by test, with the assertions that did not pass.
  private Map<String, String> outcomes() {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (Map<String, @Nullable Object> test : tests()) {
      outcomes.put(Trees.text(test, "id"), outcome(test));
    }
    return outcomes;
  }

  private static String outcome(Map<String, @Nullable Object> test) {
    StringBuilder outcome = new StringBuilder(Trees.text(test, "verdict"));
    for (Map<String, @Nullable Object> assertion : Trees.objects(test.get("assertions"))) {
      String verdict = Trees.text(assertion, "verdict");
      if (!verdict.equals(Verdict.PASS.text())) {
        outcome.append(' ').append(Trees.text(assertion, "id")).append('=').append(verdict);
      }
    }
    return outcome.toString();
  }

  /// Returns a text that is equal for the nodes of one group.
  static String signature(String make, List<Map<String, @Nullable Object>> tests) {
    StringBuilder signature = new StringBuilder(make);
    for (Map<String, @Nullable Object> test : tests) {
      signature.append('\n').append(Trees.text(test, "id")).append(' ').append(outcome(test));
    }
    return signature.toString();
  }
}
