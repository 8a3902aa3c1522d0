package org.ibassay.cli;

import static org.ibassay.cli.ConsoleReport.Volume.NORMAL;
import static org.ibassay.cli.ConsoleReport.Volume.QUIET;
import static org.ibassay.cli.ConsoleReport.Volume.VERBOSE;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.ibassay.runner.DefaultTargets;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.lab.Lab;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay run`.
@Command(
    name = "run",
    description = "Run tests on a device and report verdicts.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay run                               all tests, on simulated devices",
      "  ibassay run 24.1.5 --dut 'sim:switch?ports=36&mcast-cap=1000'",
      "  ibassay run --safe --dut 'umad:mlx5_0/1?path=0,1'",
      "  ibassay run --safe --fabric umad:mlx5_0/1 --nodes type=switch",
      "  ibassay run --lab lab.toml --dut leaf-1 --dut leaf-2 24.1.5",
      "  ibassay run --lab lab.toml --shard 3/8 --resume shard-3",
      "  ibassay run --strict other-port-set=code-7 --strict same-state --dut sim:ca",
      "  ibassay run 'C14_017*' --param LEASE_PERIOD=10 --own-fabric \\",
      "          --dut 'umad:mlx5_0/1?path=0,1'"
    })
final class RunCommand implements Callable<Integer> {
  /// The amount of output; the options exclude each other.
  static final class Loudness {
    @Option(names = "--quiet", description = "Print only tests that did not pass, and the summary.")
    boolean quiet;

    @Option(
        names = "--verbose",
        description = "Also print notes, readings, and every example of a failure.")
    boolean verbose;
  }

  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = {
        "Select tests by ID (C14_024_12), glob (C14_*), section with its subsections"
            + " (24.1.5), or assertion (v1c14-024.1.1#12.02). Default: all."
      })
  List<String> selectors = new ArrayList<>();

  @Option(
      names = "--dut",
      paramLabel = "URI",
      description =
          "Device under test, e.g. sim:switch or umad:mlx5_0/1?path=0,1; repeatable."
              + " &restart=COMMAND (umad, roce) restarts a device that stops responding, to find"
              + " the cause. With --lab, a name in the lab file. Default: a simulated device of every kind that a test applies to.")
  List<String> duts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description =
          "Write the report, results and capture to this directory. Default:"
              + " ${DEFAULT-VALUE}.")
  String out = "";

  @Option(
      names = "--trace-limit",
      paramLabel = "SIZE",
      defaultValue = "1G",
      description =
          "Size limit of the capture (K, M, G). Beyond it, only the first packets of each"
              + " step and those that prove a failure are kept. Default: ${DEFAULT-VALUE}.")
  String traceLimit = "";

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Mixin LabOptions lab = new LabOptions();

  @Mixin FabricOptions fabric = new FabricOptions();

  @Mixin RunOptions options = new RunOptions();

  @Mixin StoreHook store = new StoreHook();

  @Option(
      names = "--format",
      paramLabel = "text|lines",
      defaultValue = "text",
      description = "text: for people; lines: one line per failure. Default: ${DEFAULT-VALUE}.")
  String format = "";

  @ArgGroup Loudness loudness = new Loudness();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;
  private Insight insight = Insight.NONE;

  RunCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    long limit = new ByteSize("--trace-limit", traceLimit).bytes();
    OwnTestsOption.Loaded loaded = tests.load(setup);
    Suite suite = loaded.suite();
    List<Page> pages = Selection.of(selectors, suite.pages());
    checkCombinations();
    store.check();
    if (fabric.isWanted()) {
      return overFabric(loaded, pages, limit);
    }
    if (lab.isWanted()) {
      return inLab(loaded, pages, limit);
    }
    RunPlan plan = options.plan(targets(pages, loaded.drivers(setup)));
    HeldReport report = new HeldReport(report());
    RunResult result = written(plan, suite, report, limit);
    if (result.verdict() == Verdict.NOT_APPLICABLE && !result.interrupted()) {
      err().println(setup.terminal().complaint("no test passed: " + whyNone(result)));
    }
    return result.exit();
  }

  /// No option is silently ignored: one without an effect in combination with another is an error.
  private void checkCombinations() throws UsageException {
    boolean isMany = fabric.isWanted() || lab.isWanted();
    if (fabric.isWanted() && !duts.isEmpty()) {
      throw new UsageException("--dut and --fabric are mutually exclusive");
    }
    if (fabric.isWanted() && (lab.file != null || lab.jobs != null)) {
      throw new UsageException("--lab and --jobs do not go with --fabric");
    }
    if (fabric.resume != null && !isMany) {
      throw new UsageException("--resume goes with --fabric or --lab, and neither is given");
    }
    if (fabric.resume != null && spec().commandLine().getParseResult().hasMatchedOption("--out")) {
      throw new UsageException(
          "--resume and --out are mutually exclusive: results go to the directory that is resumed");
    }
    if (loudness.verbose && isMany) {
      throw new UsageException(
          "--verbose does not go with --fabric, --lab, --jobs or --shard; the reports have all"
              + " details");
    }
    if (loudness.verbose && isLines()) {
      throw new UsageException("--verbose and --format lines are mutually exclusive");
    }
  }

  private FleetText.Style style() throws UsageException {
    return isLines()
        ? FleetText.Style.LINES
        : loudness.quiet ? FleetText.Style.QUIET : FleetText.Style.NORMAL;
  }

  private Path directory() {
    return fabric.resume == null ? Path.of(out) : fabric.resume;
  }

  private int overFabric(OwnTestsOption.Loaded loaded, List<Page> pages, long limit)
      throws UsageException, FailureException {
    RunPlan plan = options.plan(List.of());
    long leftOut =
        plan.manner().safe()
            ? pages.stream().filter(page -> page.effect() != Effect.READS).count()
            : 0;
    FabricText text =
        new FabricText(
            out(), err(), setup.terminal(), again(List.of()), System::nanoTime, style(), leftOut);
    FabricCommand command =
        new FabricCommand(
            setup,
            loaded.suite(),
            loaded.drivers(setup),
            fabric,
            lab.part(),
            options,
            plan,
            pages,
            directory(),
            limit);
    int exit = command.run(text, err(), Setup.commandLine(spec()));
    store.add(directory().resolve("results.json"));
    return exit;
  }

  private int inLab(OwnTestsOption.Loaded loaded, List<Page> pages, long limit)
      throws UsageException, FailureException {
    Lab devices = lab.lab(duts, loaded.drivers(setup));
    List<String> file = lab.file == null ? List.of() : List.of("--lab", lab.file.toString());
    LabPlans plans =
        new LabPlans(pages, options, again(file), lab.file != null, Setup.commandLine(spec()));
    FleetText text = new FleetText(out(), err(), setup.terminal(), System::nanoTime, style());
    MergedOutput files =
        new MergedOutput(loaded.suite().pages(), Setup.tester(), Setup.commandLine(spec()));
    LabCommand command =
        new LabCommand(
            setup, loaded.suite(), devices, lab.part(), plans, lab.workers(), limit, files);
    Path path = directory();
    int exit = command.run(path, fabric.resume != null, text);
    store.add(path.resolve("results.json"));
    err()
        .println(
            setup
                .terminal()
                .message(
                    "Report: "
                        + path.resolve("report.html")
                        + ", beside results.json,"
                        + " junit.xml and duts, with a directory for each DUT"));
    return exit;
  }

  private boolean isLines() throws UsageException {
    return switch (format) {
      case "lines" -> true;
      case "text" -> false;
      default -> throw new UsageException("--format " + format + ": expected text or lines");
    };
  }

  private RunResult written(RunPlan plan, Suite suite, HeldReport held, long limit)
      throws UsageException, FailureException {
    try (OutputDirectory directory = OutputDirectory.prepare(Path.of(out))) {
      RunResult result = captured(plan, suite, held, directory, limit);
      store.add(directory.results());
      List<String> beside = OutputDirectory.NAMES.subList(1, OutputDirectory.NAMES.size());
      String report = "Report: " + directory.report() + " with " + String.join(", ", beside);
      err().println(setup.terminal().message(report));
      return result;
    } catch (IOException e) {
      throw new FailureException("output directory " + out + ": " + e.getMessage());
    }
  }

  private static String whyNone(RunResult result) {
    return result.countKnown() > 0
        ? Text.count(result.countKnown(), "test")
            + " failed only as expected, and no other test applied"
        : "none applied";
  }

  private RunResult captured(
      RunPlan plan, Suite suite, HeldReport held, OutputDirectory directory, long limit)
      throws FailureException {
    RecordedRun.Outcome outcome =
        new RecordedRun(directory, limit, null, this::origin)
            .execute(
                plan,
                options,
                (recorded, recorder) ->
                    new Run(
                        recorded,
                        suite,
                        setup.time(),
                        setup.interruption(),
                        setup.journals(),
                        List.of(held, recorder)));
    RunResult result = outcome.result();
    insight = outcome.insight();
    String trouble = outcome.trouble();
    if (trouble == null || result.verdict() != Verdict.PASS) {
      held.release();
    }
    if (trouble != null) {
      throw new FailureException("output directory " + out + " is " + trouble);
    }
    if (!outcome.missing().isEmpty()) {
      err()
          .println(
              setup.terminal().message(outcome.missing() + " Raise --trace-limit to keep more."));
    }
    return result;
  }

  private List<Target> targets(List<Page> pages, Drivers drivers) throws UsageException {
    List<Target> targets = new ArrayList<>();
    for (String dut : duts) {
      targets.add(new Target(drivers.parse(dut), pages));
    }
    return duts.isEmpty() ? DefaultTargets.of(pages, drivers) : targets;
  }

  private RunListener report() throws UsageException {
    if (isLines()) {
      return new LinesReport(out(), err(), setup.terminal(), () -> insight.likenesses());
    }
    return new ConsoleReport(
        out(),
        err(),
        setup.terminal(),
        loudness.quiet ? QUIET : loudness.verbose ? VERBOSE : NORMAL,
        new Details(again(List.of()), () -> insight));
  }

  private HtmlReport.Origin origin(RunResult result, Insight found) {
    RerunCommand again = again(List.of());
    return new HtmlReport.Origin(
        Setup.tester(),
        Setup.commandLine(spec()),
        test -> again.command(test.page().id(), result.duts().get(test.dut()).uri()),
        found.likenesses(),
        found.evidence());
  }

  /// @param lab options that name the lab
  private RerunCommand again(List<String> lab) {
    List<String> given =
        Stream.of(tests.again(), options.again(spec()), lab).flatMap(List::stream).toList();
    return new RerunCommand(Text.quoted(Setup.command()) + " run", given);
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  private PrintWriter err() {
    return spec().commandLine().getErr();
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "picocli fills it in");
  }
}
