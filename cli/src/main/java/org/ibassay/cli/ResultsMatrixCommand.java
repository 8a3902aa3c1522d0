package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.ibassay.results.store.Matrix;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ibassay results matrix`.
@Command(
    name = "matrix",
    description = {
      "Show the tests of each device by firmware version.",
      "Each cell is the verdict of the latest run: pass, FAIL, open (inconclusive or"
          + " error), n/a, or empty if the test was not run. FAIL 2/5 means two of five runs"
          + " of that version failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results matrix --device lab7 --test 'C14_*' --all"})
final class ResultsMatrixCommand implements Callable<Integer> {
  private static final int WIDEST = 30;

  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--device",
      paramLabel = "GLOB",
      defaultValue = "*",
      description = "Show only these devices.")
  String device = "";

  @Option(
      names = "--test",
      paramLabel = "GLOB",
      defaultValue = "*",
      description = "Show only these tests.")
  String test = "";

  @Option(names = "--all", description = "Also show tests that always passed or did not apply.")
  boolean all;

  @Spec @Nullable CommandSpec spec;

  private final Terminal terminal;

  ResultsMatrixCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    PrintWriter out = Objects.requireNonNull(spec, "picocli fills it in").commandLine().getOut();
    List<Matrix> matrices = store.ask(Matrix.of(StoreOption.like(device), StoreOption.like(test)));
    matrices.forEach(matrix -> print(out, matrix));
    return RunResult.PASSED;
  }

  private void print(PrintWriter out, Matrix matrix) {
    out.println(terminal.bold(matrix.device()));
    Map<String, Map<String, Matrix.Cell>> shown =
        matrix.cells().entrySet().stream()
            .filter(row -> all || !isDull(row.getValue()))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (a, _) -> a, TreeMap::new));
    int first = shown.keySet().stream().mapToInt(String::length).max().orElse(0);
    if (!shown.isEmpty()) {
      out.println(line("", first, matrix, version -> version));
    }
    shown.forEach((name, cells) ->
        out.println(line(name, first, matrix, version -> text(cells.get(version)))));
    int dull = matrix.cells().size() - shown.size();
    if (dull > 0) {
      out.println(
          "  %s passed or did not apply in %s"
              .formatted(
                  Text.count(dull, "test"),
                  matrix.versions().size() == 1
                      ? "firmware " + matrix.versions().getFirst()
                      : "each of " + String.join(", ", matrix.versions())));
    }
  }

  private static String line(String name, int first, Matrix matrix, UnaryOperator<String> cell) {
    StringBuilder line = new StringBuilder("  ").append(padded(name, first));
    for (String version : matrix.versions()) {
      int width = Math.clamp(version.length(), "FAIL 10/10".length(), WIDEST);
      line.append("  ").append(padded(Text.cut(cell.apply(version), WIDEST), width));
    }
    return line.toString().stripTrailing();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static boolean isDull(Map<String, Matrix.Cell> row) {
    return row.values().stream()
        .allMatch(cell ->
            cell.failed() == 0
                && (cell.verdict().equals("pass") || cell.verdict().equals("not-applicable")));
  }

  private static String text(Matrix.@Nullable Cell cell) {
    if (cell == null) {
      return "";
    }
    String verdict =
        switch (cell.verdict()) {
          case "fail" -> "FAIL";
          case "not-applicable" -> "n/a";
          case "inconclusive", "error" -> "open";
          default -> cell.verdict();
        };
    return cell.isFlaky() ? "%s %d/%d".formatted(verdict, cell.failed(), cell.decided()) : verdict;
  }
}
