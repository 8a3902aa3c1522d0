package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.FabricFacts;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.fabric.NodeGroup;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// The summary of a run over a fabric: groups of nodes take the place of devices.
final class FabricSummary {
  private static final List<String> HEADS =
      List.of("Group", "Nodes", "Pass", "Fail", "Open", "Not applicable");
  private static final int MOST_NAMED = 3;

  private final SummarySheet sheet;
  private final FabricResult result;
  private final ReportSource source;

  /// Numbers as in the report, the worst verdict first.
  private final List<Integer> order;

  FabricSummary(Html html, FabricResult result, ReportSource source) {
    this.sheet = new SummarySheet(html);
    this.result = result;
    this.source = source;
    this.order =
        Stream.iterate(0, number -> number < result.groups().size(), number -> number + 1)
            .sorted(
                Comparator.comparing((Integer number) -> group(number).verdict())
                    .thenComparingInt(number -> -group(number).who().size()))
            .toList();
  }

  private NodeGroup group(int number) {
    return result.groups().get(number);
  }

  void write(String headline) {
    sheet.open(headline);
    sheet.fact("Suite", source.suite());
    sheet.fact("Run", SummarySheet.run(result.started(), result.duration(), result.exit()));
    sheet.fact("Command", SummarySheet.cut(source.command()));
    sheet.fact(
        "Fabric",
        "%s: %,d nodes and %,d ports found, %,d nodes selected, %,d tested"
            .formatted(
                SummarySheet.cut(result.uri()),
                result.facts().nodes(),
                result.facts().ports(),
                result.picked(),
                result.tested()));
    sheet.table(HEADS, order.size(), row -> row(order.get(row)));
    sheet.list("What failed", failures());
    sheet.list("Not as the topology file says", cut(result.differences()));
    sheet.list(
        "Known non-conformances",
        cut(result.expectations().stream().map(Expectation::sentence).toList()));
    sheet.claimTrees(result.claims());
    sheet.list("What was not tested, and why", gaps());
    sheet.list("Which way the nodes go where the specification is open", readings());
    sheet.list("What was not restored", notRestored());
    sheet.sign();
  }

  private static List<String> cut(List<String> lines) {
    return lines.stream().map(SummarySheet::cut).toList();
  }

  private SummarySheet.Row row(int number) {
    NodeGroup group = group(number);
    return new SummarySheet.Row(
        "group " + (number + 1),
        SummarySheet.cut(group.make() + ": " + names(group)),
        List.of(
            "%,d".formatted(group.who().size()),
            count(group, Verdict.PASS),
            count(group, Verdict.FAIL),
            count(group, Verdict.INCONCLUSIVE, Verdict.ERROR),
            count(group, Verdict.NOT_APPLICABLE)));
  }

  private static String names(NodeGroup group) {
    String names =
        group.who().stream()
            .limit(MOST_NAMED)
            .map(NodeGroup.Who::name)
            .collect(Collectors.joining(", "));
    return names + (group.who().size() > MOST_NAMED ? ", ..." : "");
  }

  private static String count(NodeGroup group, Verdict... verdicts) {
    List<Verdict> wanted = List.of(verdicts);
    return "%,d"
        .formatted(group.tests().stream().map(NodeGroup::verdict).filter(wanted::contains).count());
  }

  private List<String> failures() {
    List<String> lines = new ArrayList<>();
    for (int number : order) {
      List<String> tests = new ArrayList<>();
      for (Map<String, @Nullable Object> test : group(number).tests()) {
        if (NodeGroup.verdict(test) == Verdict.FAIL) {
          tests.add(failure(test));
        }
      }
      if (!tests.isEmpty()) {
        lines.add(SummarySheet.cut("group %d: %s".formatted(number + 1, String.join("; ", tests))));
      }
    }
    return lines;
  }

  /// The test with the assertions that failed.
  private static String failure(Map<String, @Nullable Object> test) {
    List<String> assertions = new ArrayList<>();
    for (Map<String, @Nullable Object> assertion : Trees.objects(test.get("assertions"))) {
      if (Trees.text(assertion, "verdict").equals(Verdict.FAIL.text())) {
        boolean isKnown = assertion.containsKey("known");
        assertions.add(Trees.text(assertion, "id") + (isKnown ? " (known)" : ""));
      }
    }
    return Trees.text(test, "id") + " " + String.join(", ", assertions);
  }

  private List<String> gaps() {
    List<String> lines = new ArrayList<>();
    if (!result.scope().missing().isEmpty()) {
      lines.add("shards missing: " + String.join(", ", result.scope().missing()));
    }
    int untested = result.picked() - result.tested();
    if (untested > 0) {
      lines.add("%s: selected, but the run ended before".formatted(nodes(untested)));
    }
    List<FabricFacts.Silent> silent = result.facts().silent();
    if (!silent.isEmpty()) {
      lines.add("no response at %,d places: %s".formatted(silent.size(), silent.getFirst()));
    }
    lines.addAll(result.facts().oddities().stream().limit(MOST_NAMED).toList());
    int others = result.facts().nodes() - result.picked();
    if (others > 0) {
      lines.add("%s: not selected, or the tester's own".formatted(nodes(others)));
    }
    lines.addAll(source.leftOut());
    lines.addAll(reasons());
    return cut(lines);
  }

  private static String nodes(int count) {
    return "%,d %s".formatted(count, count == 1 ? "node" : "nodes");
  }

  /// Tests without a result for one reason.
  private static final class OpenTests {
    final Set<String> tests = new LinkedHashSet<>();
    final Set<NodeGroup> groups = new LinkedHashSet<>();

    int nodes() {
      return groups.stream().mapToInt(group -> group.who().size()).sum();
    }

    long weight() {
      return (long) tests.size() * nodes();
    }

    String text() {
      return "%s on %s"
          .formatted(
              tests.size() == 1 ? tests.iterator().next() : tests.size() + " tests",
              FabricSummary.nodes(nodes()));
    }
  }

  /// Tests that do not apply or have no verdict, by reason, those on most nodes first.
  private List<String> reasons() {
    Map<String, OpenTests> gaps = new LinkedHashMap<>();
    for (NodeGroup group : result.groups()) {
      String uri = "DUT " + Trees.text(group.dut(), "uri") + ": ";
      for (Map<String, @Nullable Object> test : group.tests()) {
        Verdict verdict = NodeGroup.verdict(test);
        if (verdict != Verdict.PASS && verdict != Verdict.FAIL) {
          String reason = Trees.text(test, "reason").replace(uri, "");
          OpenTests gap =
              gaps.computeIfAbsent(SummarySheet.open(verdict) + reason, _ -> new OpenTests());
          gap.tests.add(Trees.text(test, "id"));
          gap.groups.add(group);
        }
      }
    }
    return gaps.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                (Map.Entry<String, OpenTests> gap) -> -gap.getValue().weight()))
        .map(gap -> gap.getValue().text() + ": " + gap.getKey())
        .toList();
  }

  private List<String> readings() {
    List<String> ways =
        result.groups().stream()
            .flatMap(group -> group.readings().stream())
            .map(reading -> Trees.text(reading, "id") + ": " + Trees.text(reading, "way"))
            .distinct()
            .toList();
    return ways.isEmpty() ? List.of() : List.of(SummarySheet.names(ways, Function.identity()));
  }

  private List<String> notRestored() {
    return order.stream()
        .filter(number -> !group(number).isPutBack())
        .map(number ->
            "group %d: nodes with \"restored\":false in results.jsonl".formatted(number + 1))
        .toList();
  }
}
