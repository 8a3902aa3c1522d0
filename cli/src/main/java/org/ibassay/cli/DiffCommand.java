package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.StepText;
import org.ibassay.runner.diff.ReadingChange;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.diff.ResultsDiff;
import org.ibassay.runner.diff.VerdictChange;
import org.ibassay.runner.diff.VerdictChange.Kind;
import org.ibassay.suite.Pages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay diff`.
@Command(
    name = "diff",
    description = "Compare the results of two runs, assertion by assertion.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Devices are matched by URI or node GUID; if one device is left in each file,",
      "these two are matched. Exit code 1 if B has a failure that A does not have.",
      "",
      "Example:",
      "  ibassay diff before/results.json after/results.json"
    })
final class DiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "Older results.json, or its directory.")
  Path older = Path.of("");

  @Parameters(index = "1", paramLabel = "B", description = "Newer results.json, or its directory.")
  Path newer = Path.of("");

  @Spec @Nullable CommandSpec spec;

  private final Terminal terminal;

  DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException {
    Results before = Results.read(older);
    Results after = Results.read(newer);
    ResultsDiff diff = new ResultsDiff(before, after);
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    head(out, "A", before);
    head(out, "B", after);
    diff.paired().forEach(pair -> paired(out, pair));
    if (!before.strict().equals(after.strict())) {
      wrapped(
          out,
          3,
          "A judged %s, B %s; verdicts may differ for this reason"
              .formatted(readings(before), readings(after)));
    }
    section(out, "New failures", diff.of(Kind.NEW_FAILURE));
    section(out, "Fixed", diff.of(Kind.FIXED));
    section(out, "Changed", diff.of(Kind.CHANGED));
    only(out, "A", before, diff.onlyBefore());
    only(out, "B", after, diff.onlyAfter());
    ways(out, diff.readings());
    out.println();
    out.println(summary(diff));
    return diff.of(Kind.NEW_FAILURE).isEmpty() ? RunResult.PASSED : RunResult.FAILED;
  }

  private void head(PrintWriter out, String name, Results results) {
    wrapped(
        out,
        0,
        "%s: %s, run %s by ibassay %s"
            .formatted(name, results.file(), results.started(), results.version()));
  }

  private void paired(PrintWriter out, ResultsDiff.Pair pair) {
    String uri = pair.newer().uri();
    if (pair.isRenamed()) {
      wrapped(out, 3, pair.older().uri() + " in A is compared with " + uri + " in B");
    }
    if (pair.isReplaced()) {
      wrapped(
          out,
          3,
          "%s is a different device: node GUID %s in A, %s in B"
              .formatted(uri, pair.older().nodeGuid(), pair.newer().nodeGuid()));
    }
  }

  private void section(PrintWriter out, String title, List<VerdictChange> differences) {
    String subject = "";
    for (VerdictChange difference : differences) {
      if (subject.isEmpty()) {
        out.println();
        out.println(title);
      }
      String next = difference.test() + " on " + difference.dut();
      if (!next.equals(subject)) {
        wrapped(
            out, 2, next + Pages.of(difference.test()).map(page -> ": " + page.title()).orElse(""));
        subject = next;
      }
      wrapped(out, 4, text(difference));
      String assertion = difference.assertion();
      if (assertion != null) {
        String meaning = StepText.meaning(difference.test(), assertion);
        Text.meant(meaning, 6, terminal).forEach(out::println);
      }
    }
  }

  private static String text(VerdictChange difference) {
    String what = difference.assertion() == null ? "the test" : difference.assertion();
    String known = difference.isKnown() ? ", a known non-conformance in B" : "";
    String unstable = difference.isUnstable() ? ", unstable" : "";
    return "%s: %s, now %s%s%s"
        .formatted(what, text(difference.before()), text(difference.after()), known, unstable);
  }

  private static String text(@Nullable Verdict verdict) {
    return verdict == null ? "absent" : verdict.text();
  }

  private void only(PrintWriter out, String name, Results in, List<Results.Test> tests) {
    if (!tests.isEmpty()) {
      out.println();
      out.println("Only in " + name);
    }
    for (Results.Test test : tests) {
      String uri = in.duts().get(test.dut()).uri();
      wrapped(out, 2, "%s on %s: %s".formatted(test.id(), uri, test.verdict().text()));
    }
  }

  private static String readings(Results results) {
    return results.strict().isEmpty() ? "no readings" : String.join(", ", results.strict());
  }

  private void ways(PrintWriter out, List<ReadingChange> changes) {
    if (!changes.isEmpty()) {
      out.println();
      out.println("Readings: devices that follow another way");
    }
    for (ReadingChange change : changes) {
      wrapped(
          out,
          2,
          "%s on %s: %s, now %s"
              .formatted(
                  change.reading(),
                  change.dut(),
                  String.join(" or ", change.before()),
                  String.join(" or ", change.after())));
    }
  }

  private static String summary(ResultsDiff diff) {
    if (diff.isEmpty()) {
      return "no differences";
    }
    List<String> parts = new ArrayList<>();
    parts.add(Text.count(diff.of(Kind.NEW_FAILURE).size(), "new failure"));
    parts.add(diff.of(Kind.FIXED).size() + " fixed");
    parts.add(diff.of(Kind.CHANGED).size() + " changed");
    addOnly(parts, diff.onlyBefore().size(), "A");
    addOnly(parts, diff.onlyAfter().size(), "B");
    if (!diff.readings().isEmpty()) {
      parts.add(Text.count(diff.readings().size(), "reading") + " changed");
    }
    return String.join(", ", parts);
  }

  private static void addOnly(List<String> parts, int count, String name) {
    if (count > 0) {
      parts.add(Text.count(count, "test") + " only in " + name);
    }
  }

  private void wrapped(PrintWriter out, int indent, String text) {
    Text.wrap(text, terminal.columns() - indent)
        .forEach(line -> out.println(" ".repeat(indent) + line));
  }
}
