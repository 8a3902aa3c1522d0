package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.Trees;
import org.ibassay.runner.merge.MergedResult;
import org.ibassay.runner.merge.MergedResult.MergedDut;
import org.ibassay.runner.merge.MergedResult.SharedFailure;

/// The summary of a run on many devices.
final class FleetSummary {
  private static final List<String> HEADS =
      List.of("Device", "Pass", "Fail", "Open", "Not applicable");

  private final SummarySheet sheet;
  private final MergedResult result;
  private final ReportSource source;

  FleetSummary(Html html, MergedResult result, ReportSource source) {
    this.sheet = new SummarySheet(html);
    this.result = result;
    this.source = source;
  }

  void write() {
    sheet.open(FleetReport.headline(result));
    sheet.fact("Suite", source.suite());
    sheet.fact("Run", SummarySheet.run(result.started(), result.duration(), result.exit()));
    sheet.fact("Command", SummarySheet.cut(source.command()));
    sheet.fact("Devices", FleetReport.sentence(result));
    List<MergedDut> duts =
        result.duts().stream().sorted(Comparator.comparing(MergedDut::verdict)).toList();
    sheet.table(HEADS, duts.size(), row -> row(duts.get(row)));
    sheet.list("What failed", failures());
    sheet.list(
        "Known non-conformances",
        result.expectations().stream()
            .filter(Expectation::isReported)
            .map(entry -> SummarySheet.cut(entry.sentence()))
            .toList());
    sheet.claimTrees(result.claims());
    sheet.list("What was not tested, and why", gaps());
    sheet.list(
        "What was not restored",
        result.isPutBack() ? List.of() : List.of("a device: see the reports of the devices"));
    sheet.sign();
  }

  private static SummarySheet.Row row(MergedDut dut) {
    String uri = Trees.text(dut.tree(), "uri");
    String firmware = Trees.text(dut.tree(), "firmware");
    String guid = Trees.text(dut.tree(), "nodeGuid");
    String description =
        (dut.label().equals(uri) ? "" : uri + " ")
            + Trees.text(dut.tree(), "description")
            + (guid.isEmpty() ? "" : ", NodeGUID " + guid)
            + (firmware.isEmpty() ? "" : ", firmware " + firmware);
    return new SummarySheet.Row(
        dut.label(),
        SummarySheet.cut(description),
        List.of(
            count(dut, Verdict.PASS),
            count(dut, Verdict.FAIL),
            count(dut, Verdict.INCONCLUSIVE, Verdict.ERROR),
            count(dut, Verdict.NOT_APPLICABLE)));
  }

  private static String count(MergedDut dut, Verdict... verdicts) {
    long count = 0;
    for (Verdict verdict : verdicts) {
      count += dut.counts().getOrDefault(verdict, 0L);
    }
    return "%,d".formatted(count);
  }

  private List<String> failures() {
    return result.failures().stream()
        .filter(shared -> shared.failure().verdict() == Verdict.FAIL)
        .map(this::failure)
        .toList();
  }

  private String failure(SharedFailure shared) {
    GroupFailure failure = shared.failure();
    String where =
        shared.duts().size() == 1
            ? result.duts().get(shared.duts().getFirst()).label()
            : "%,d devices".formatted(shared.duts().size());
    String what = failure.lines().isEmpty() ? "" : ": " + failure.lines().getFirst();
    return SummarySheet.cut("%s: %s%s".formatted(where, failure.test(), what));
  }

  private List<String> gaps() {
    List<String> lines = new ArrayList<>();
    if (!result.scope().missing().isEmpty()) {
      lines.add("shards missing: " + String.join(", ", result.scope().missing()));
    }
    for (MergedDut dut : result.duts()) {
      String trouble = Trees.text(dut.tree(), "trouble");
      String unreached = Trees.text(dut.tree(), "unreachedPorts");
      if (!trouble.isEmpty()) {
        lines.add(dut.label() + ": " + trouble);
      } else if (!unreached.isEmpty()) {
        lines.add(dut.label() + ": no tester port is cabled to ports " + unreached);
      }
    }
    result
        .gaps()
        .forEach(gap ->
            lines.add(
                "%,d tests: %s%s"
                    .formatted(gap.tests(), SummarySheet.open(gap.verdict()), gap.reason())));
    return lines.stream().map(SummarySheet::cut).toList();
  }
}
