package org.ibassay.runner.fabric;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.lab.RunScope;
import org.jspecify.annotations.Nullable;

/// The result of a run over a fabric.
///
/// @param uri URI of the tester's port
/// @param facts numbers and inconsistencies of the fabric
/// @param topology nodes and links of the fabric
/// @param scope the part of a split run, and whether the user ended it
/// @param picked number of nodes selected
/// @param groups groups of the nodes tested
/// @param differences differences from the expected topology, one line each
public record FabricResult(
    String uri,
    FabricFacts facts,
    FabricTopology topology,
    RunScope scope,
    int picked,
    List<NodeGroup> groups,
    List<String> differences,
    Instant started,
    Duration duration) {
  private static final int MOST_NAMED = 3;

  /// Copies the lists.
  public FabricResult {
    groups = List.copyOf(groups);
    differences = List.copyOf(differences);
  }

  /// A group that differs from most nodes of its make.
  ///
  /// @param text its nodes and the differences
  public record Odd(NodeGroup group, String text) {}

  /// The worst verdict of all nodes.
  public Verdict verdict() {
    List<Verdict> all = new ArrayList<>(groups.stream().map(NodeGroup::verdict).toList());
    if (!differences.isEmpty()) {
      all.add(Verdict.FAIL);
    }
    boolean isEmptyShard = scope.shard() != null && picked == 0 && facts.nodes() > 1;
    if (!isEmptyShard && groups.stream().noneMatch(group -> group.passed() > 0)) {
      all.add(facts.nodes() <= 1 ? Verdict.ERROR : Verdict.INCONCLUSIVE);
    }
    boolean isWhole =
        facts.silent().isEmpty()
            && facts.oddities().isEmpty()
            && groups.stream().allMatch(NodeGroup::isPutBack);
    if (!isWhole) {
      all.add(Verdict.INCONCLUSIVE);
    }
    return isEmptyShard && all.isEmpty() ? Verdict.PASS : Verdict.worst(all.stream());
  }

  /// The exit code; see [RunResult#exit].
  public int exit() {
    if (scope.interrupted()) {
      return RunResult.INTERRUPTED;
    }
    if (!scope.missing().isEmpty()) {
      return RunResult.UNDECIDED;
    }
    return switch (verdict()) {
      case FAIL -> RunResult.FAILED;
      case PASS ->
          expectations().stream().anyMatch(Expectation::isWrong)
              ? RunResult.UNDECIDED
              : RunResult.PASSED;
      case ERROR, INCONCLUSIVE, NOT_APPLICABLE -> RunResult.UNDECIDED;
    };
  }

  /// The results of known non-conformances on all nodes together.
  public List<Expectation> expectations() {
    ExpectationTally tally = new ExpectationTally();
    for (int i = 0; i < groups.size(); i++) {
      int number = i;
      NodeGroup group = groups.get(i);
      List<Map<String, @Nullable Object>> expected = group.expected();
      for (int entry = 0; entry < expected.size(); entry++) {
        tally.add(expected.get(entry), group.excused(entry), _ -> number);
      }
    }
    return tally.all(groups.stream().map(FabricResult::who).toList());
  }

  /// What was claimed of the nodes, and the worst verdict of the tests that name each claim, as in
  /// `results.json`.
  public List<Map<String, @Nullable Object>> claims() {
    return ClaimTally.all(groups.stream().map(NodeGroup::claims));
  }

  /// The number of nodes tested.
  public int tested() {
    return groups.stream().mapToInt(group -> group.who().size()).sum();
  }

  /// The groups that are not the largest of their make.
  public List<Odd> odd() {
    Map<String, NodeGroup> usual = new HashMap<>();
    for (NodeGroup group : groups) {
      usual.merge(
          group.make(), group, (one, other) -> other.who().size() > one.who().size() ? other : one);
    }
    List<Odd> odd = new ArrayList<>();
    for (NodeGroup group : groups) {
      NodeGroup most = usual.get(group.make());
      if (most != null && most != group) {
        odd.add(new Odd(group, who(group) + " " + what(group, most)));
      }
    }
    return odd;
  }

  private static String who(NodeGroup group) {
    String names =
        group.who().stream()
            .limit(MOST_NAMED)
            .map(NodeGroup.Who::name)
            .collect(Collectors.joining(", "));
    int more = group.who().size() - MOST_NAMED;
    return more > 0 ? "%s and %,d more".formatted(names, more) : names;
  }

  /// Names the differing tests, or the first few of many.
  private static String what(NodeGroup group, NodeGroup usual) {
    Map<String, String> difference = group.difference(usual);
    String tests =
        difference.entrySet().stream()
            .limit(MOST_NAMED)
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", ", "(", ""));
    int more = difference.size() - MOST_NAMED;
    return tests + (more > 0 ? " and %,d more)".formatted(more) : ")");
  }

  /// A summary in one sentence: `3,112 ports, 4 groups, one differs: ...`.
  public String summary() {
    List<Odd> odd = odd();
    String differing =
        switch (odd.size()) {
          case 0 -> "none differs";
          case 1 -> "one differs: " + odd.getFirst().text();
          default ->
              "%,d differ: %s%s"
                  .formatted(
                      odd.size(),
                      odd.stream()
                          .limit(MOST_NAMED)
                          .map(Odd::text)
                          .collect(Collectors.joining("; ")),
                      odd.size() > MOST_NAMED ? "; ..." : "");
        };
    return "%,d ports, %s, %s%s"
        .formatted(facts.ports(), count(groups.size(), "group"), differing, silent());
  }

  private String silent() {
    int silent = facts.silent().size();
    return silent == 0 ? "" : "; no response at " + count(silent, "place");
  }

  private static String count(int number, String what) {
    return "%,d %s%s".formatted(number, what, number == 1 ? "" : "s");
  }
}
