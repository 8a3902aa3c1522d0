package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// Nodes of one make with the same verdicts. Keeps the first node's results as a JSON tree, so that
/// a resumed run can read them from the file.
public final class NodeGroup {
  /// A node of the group.
  ///
  /// @param guid NodeInfo:NodeGUID, as in results
  /// @param path directed route by which it was tested
  public record Who(String guid, String description, String path) {
    /// The name printed in reports.
    public String name() {
      return description.isEmpty() ? guid : description;
    }
  }

  private final String make;
  private final Map<String, @Nullable Object> first;
  private final List<Who> who = new ArrayList<>();
  private final List<Long> excused = new ArrayList<>();
  private boolean isPutBack = true;

  /// @param make make of the nodes
  /// @param first results of the first node: `dut`, `tests`, `readings`
  NodeGroup(String make, Map<String, @Nullable Object> first) {
    this.make = make;
    this.first = first;
  }

  /// Adds a node.
  ///
  /// @param putBack whether all that was changed is restored
  /// @param failures how many failures each known non-conformance excused on it
  void add(Who node, boolean putBack, List<Long> failures) {
    who.add(node);
    isPutBack &= putBack;
    for (int i = 0; i < failures.size(); i++) {
      if (i == excused.size()) {
        excused.add(0L);
      }
      excused.set(i, excused.get(i) + failures.get(i));
    }
  }

  /// How many failures an entry of [#expected] excused on all nodes.
  long excused(int entry) {
    return entry < excused.size() ? excused.get(entry) : 0;
  }

  /// Returns the known non-conformances as the first node has them: which are needed is decided by
  /// the verdicts, which are those of all.
  List<Map<String, @Nullable Object>> expected() {
    return Trees.objects(first.get("expected"));
  }

  /// Returns the claims of the group's first node, as in `results.json`.
  List<Map<String, @Nullable Object>> claims() {
    return Trees.objects(first.get("claims"));
  }

  /// Kind, vendor, device and revision.
  public String make() {
    return make;
  }

  /// The nodes, in the order tested.
  public List<Who> who() {
    return List.copyOf(who);
  }

  /// Name of the capture to which the first node's frame numbers refer.
  public String trace() {
    return Trees.text(first, "trace");
  }

  /// Whether every node was restored.
  public boolean isPutBack() {
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
  public List<Map<String, @Nullable Object>> readings() {
    return Trees.objects(first.get("readings"));
  }

  /// The worst verdict of its tests.
  public Verdict verdict() {
    return Verdict.worst(tests().stream().map(NodeGroup::counted));
  }

  /// Returns the verdict of a test, also for known failures.
  public static Verdict verdict(Map<String, @Nullable Object> test) {
    return Verdict.of(Trees.text(test, "verdict")).orElse(Verdict.ERROR);
  }

  /// Returns the verdict with which a test counts: for a known failure, the verdict without it.
  public static Verdict counted(Map<String, @Nullable Object> test) {
    return Verdict.of(
            Trees.text(test, Trees.text(test, "counted").isEmpty() ? "verdict" : "counted"))
        .orElse(Verdict.ERROR);
  }

  /// The number of tests that were run.
  public long applied() {
    return tests().size() - notCovered().values().stream().mapToLong(Long::longValue).sum();
  }

  /// Why tests were not run, and the number of tests for each reason.
  public Map<String, Long> notCovered() {
    Map<String, Long> reasons = new TreeMap<>();
    for (Map<String, @Nullable Object> test : tests()) {
      if (counted(test) == Verdict.NOT_APPLICABLE) {
        reasons.merge(Trees.text(test, "reason"), 1L, Long::sum);
      }
    }
    return reasons;
  }

  /// The number of tests that passed.
  long passed() {
    long passed = 0;
    for (Map<String, @Nullable Object> test : tests()) {
      passed += counted(test) == Verdict.PASS ? 1 : 0;
    }
    return passed;
  }

  /// Returns the differences from another group of its make: the tests with other verdicts, each
  /// with this group's verdict.
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

  /// The verdict of each test, with the assertions that did not pass.
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
