package org.ibassay.cli;

import static org.ibassay.cli.ConsoleReport.Volume.NORMAL;
import static org.ibassay.cli.ConsoleReport.Volume.QUIET;
import static org.ibassay.cli.ConsoleReport.Volume.VERBOSE;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Profile;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunListener;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.expect.ExpectFile;
import org.ibassay.runner.expect.Expectations;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.report.JunitFile;
import org.ibassay.runner.report.OutputDirectory;
import org.ibassay.runner.report.ResultsFile;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay run`.
@Command(
    name = "run",
    description = "Run tests and judge.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay run                               every test, on simulated devices",
      "  ibassay run 24.1.5 --dut 'sim:switch?ports=36&mcast-cap=1000'",
      "  ibassay run --safe --dut 'umad:mlx5_0/1?path=0,1'",
      "  ibassay run 'C14_017*' --param LEASE_PERIOD=10 --own-fabric \\",
      "          --dut 'umad:mlx5_0/1?path=0,1'"
    })
final class RunCommand implements Callable<Integer> {
  /// How much is said; one or the other.
  static final class Loudness {
    @Option(names = "--quiet", description = "Only what did not pass, and the summary.")
    boolean quiet;

    @Option(names = "--verbose", description = "Also notes and every example of a failure.")
    boolean verbose;
  }

  @Parameters(
      paramLabel = "SELECTOR",
      arity = "0..*",
      description = {
        "Tests: by id (C14_024_12), glob (C14_*), section and those below it (24.1.5), or"
            + " assertion (v1c14-024.1.1#12.02). Default: all."
      })
  List<String> selectors = new ArrayList<>();

  @Option(
      names = "--dut",
      paramLabel = "URI",
      description =
          "Device under test, e.g. sim:switch, umad:mlx5_0/1?path=0,1; repeatable."
              + " Default: simulated devices of every kind that a test is for.")
  List<String> duts = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "ibassay-out",
      description = "For the report, the results and the capture. Default: ${DEFAULT-VALUE}.")
  String out = "";

  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the tests; repeatable. \"ibassay list --json\" tells all.")
  List<String> parameters = new ArrayList<>();

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "Parameters and claims from a .properties file; --param goes before it.")
  @Nullable Path profile;

  @Option(
      names = "--expect",
      paramLabel = "FILE",
      description =
          "Known departures, JSON: [{test, assertion, reason, owner, firmware?, expires}]. They do"
              + " not fail the run; one that is no longer needed is told.")
  @Nullable Path expect;

  @Option(names = "--safe", description = "Only tests that change nothing.")
  boolean safe;

  @Option(
      names = "--own-fabric",
      description = "The fabric is yours: change it although a subnet manager runs it.")
  boolean ownFabric;

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "16",
      description = "Requests under way at a time on a real link. Default: ${DEFAULT-VALUE}.")
  int window;

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      defaultValue = "200",
      description = "Wait so long for an answer. Default: ${DEFAULT-VALUE}.")
  int timeout;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description = "Ask so many times more. Default: ${DEFAULT-VALUE}.")
  int retries;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Run it all so many times; verdicts that differ between rounds are told."
              + " Default: ${DEFAULT-VALUE}.")
  int repeat;

  @Option(
      names = "--format",
      paramLabel = "text|lines",
      defaultValue = "text",
      description = "For a person, or one line a failure. Default: ${DEFAULT-VALUE}.")
  String format = "";

  @ArgGroup Loudness loudness = new Loudness();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  RunCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    Suite suite = setup.suite().get();
    List<Page> pages = Selection.of(selectors, suite.pages());
    Expectations expectations = expect == null ? Expectations.NONE : ExpectFile.read(expect);
    Profile given = profile == null ? Profile.NONE : Profile.read(profile);
    RunPlan plan =
        new RunPlan(
            targets(pages),
            values(given),
            safe,
            ownFabric,
            window(),
            timing(),
            expectations,
            rounds(),
            given.claims());
    Run run =
        new Run(
            plan,
            suite,
            setup.drivers().get(),
            setup.time(),
            setup.interruption(),
            setup.journals(),
            List.of(report()));
    run.checkUris();
    OutputDirectory directory = OutputDirectory.prepare(Path.of(out));
    RunResult result = captured(run, directory);
    List<String> beside = OutputDirectory.NAMES.subList(1, OutputDirectory.NAMES.size());
    String report = "Report: " + directory.report() + ", beside " + String.join(", ", beside);
    err().println(setup.terminal().message(report));
    if (result.verdict() == Verdict.NOT_APPLICABLE && !result.interrupted()) {
      err().println(setup.terminal().complaint("no test passed: " + whyNone(result)));
    }
    return result.exit();
  }

  private static String whyNone(RunResult result) {
    return result.countKnown() > 0
        ? Text.count(result.countKnown(), "test") + " failed as is known, and no other applied"
        : "none applied";
  }

  /// Results are written even when the capture could not be.
  private RunResult captured(Run run, OutputDirectory directory)
      throws UsageException, FailureException {
    PcapNgWriter trace = openTrace(directory);
    RunResult result;
    IOException trouble = null;
    try {
      result = run.execute(trace);
    } finally {
      trouble = close(trace);
    }
    try {
      ResultsFile.write(result, Setup.version(), directory.results());
      JunitFile.write(result, directory.junit());
      HtmlReport.write(result, origin(result), directory.trace(), directory.report());
    } catch (IOException e) {
      throw new FailureException("cannot write the results: " + e.getMessage());
    }
    if (trouble != null) {
      throw new FailureException(String.valueOf(trouble.getMessage()));
    }
    return result;
  }

  private static PcapNgWriter openTrace(OutputDirectory directory) throws FailureException {
    try {
      return new PcapNgWriter(directory.trace());
    } catch (IOException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable IOException close(PcapNgWriter trace) {
    try {
      trace.close();
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private List<Target> targets(List<Page> pages) throws UsageException {
    List<Target> targets = new ArrayList<>();
    for (String dut : duts) {
      targets.add(new Target(uri(dut), pages));
    }
    return duts.isEmpty() ? simulated(pages) : targets;
  }

  /// Without a DUT, each test runs on a simulated one of every kind that it is for, or on one that
  /// has the role that it is for.
  private static List<Target> simulated(List<Page> pages) throws UsageException {
    List<Target> targets = new ArrayList<>();
    for (DutKind kind : DutKind.values()) {
      List<Page> fitting =
          pages.stream()
              .filter(page -> page.dut().contains(kind) && page.roles().isEmpty())
              .toList();
      if (!fitting.isEmpty()) {
        targets.add(new Target(uri("sim:" + kind.name().toLowerCase(Locale.ROOT)), fitting));
      }
    }
    for (DutRole role : DutRole.values()) {
      List<Page> fitting = pages.stream().filter(page -> page.roles().contains(role)).toList();
      if (!fitting.isEmpty()) {
        targets.add(new Target(uri("sim:" + role.name().toLowerCase(Locale.ROOT)), fitting));
      }
    }
    return targets;
  }

  static DutUri uri(String text) throws UsageException {
    try {
      return DutUri.parse(text);
    } catch (DutUriException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private ParameterValues values(Profile profiled) throws UsageException {
    Map<String, String> texts = new LinkedHashMap<>(profiled.parameters());
    Map<String, String> given = new LinkedHashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--param " + parameter + ": expected NAME=VALUE");
      }
      String name = parameter.substring(0, equals);
      if (given.put(name, parameter.substring(equals + 1)) != null) {
        throw new UsageException("--param " + name + ": is given twice");
      }
    }
    texts.putAll(given);
    return ParameterValues.of(texts);
  }

  private int window() throws UsageException {
    return within("--window", window, 1, MadPort.CAPACITY);
  }

  private int rounds() throws UsageException {
    return within("--repeat", repeat, 1, 10_000);
  }

  private Timing timing() throws UsageException {
    long nanos = TimeUnit.MILLISECONDS.toNanos(within("--timeout", timeout, 1, 60_000));
    return new Timing(nanos, within("--retries", retries, 0, 100));
  }

  private static int within(String option, int value, int low, int high) throws UsageException {
    if (value < low || value > high) {
      throw new UsageException(
          option + " " + value + ": expected a number from " + low + " to " + high);
    }
    return value;
  }

  private RunListener report() throws UsageException {
    return switch (format) {
      case "lines" -> new LinesReport(out(), err());
      case "text" ->
          new ConsoleReport(
              out(),
              err(),
              setup.terminal(),
              loudness.quiet ? QUIET : loudness.verbose ? VERBOSE : NORMAL,
              new Details(again()));
      default -> throw new UsageException("--format " + format + ": expected text or lines");
    };
  }

  private HtmlReport.Origin origin(RunResult result) {
    String tester =
        "ibassay %s, Java %s, %s %s"
            .formatted(
                Setup.version(),
                System.getProperty("java.version"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"));
    String command =
        Stream.concat(
                Stream.of(Setup.command()),
                spec().commandLine().getParseResult().originalArgs().stream())
            .map(Text::quoted)
            .collect(Collectors.joining(" "));
    Again again = again();
    return new HtmlReport.Origin(
        tester,
        command,
        test -> again.command(test.page().id(), result.duts().get(test.dut()).uri()));
  }

  private Again again() {
    return new Again(Text.quoted(Setup.command()) + " run", options());
  }

  /// The options that a repetition needs to run a test as it was run.
  private List<String> options() {
    List<String> options = new ArrayList<>();
    if (profile != null) {
      options.addAll(List.of("--profile", profile.toString()));
    }
    parameters.forEach(parameter -> options.addAll(List.of("--param", parameter)));
    if (expect != null) {
      options.addAll(List.of("--expect", expect.toString()));
    }
    if (ownFabric) {
      options.add("--own-fabric");
    }
    if (safe) {
      options.add("--safe");
    }
    addUnlessDefault(options, "--window", window);
    addUnlessDefault(options, "--timeout", timeout);
    addUnlessDefault(options, "--retries", retries);
    addUnlessDefault(options, "--repeat", repeat);
    return options;
  }

  private void addUnlessDefault(List<String> options, String name, int value) {
    String text = Integer.toString(value);
    if (!text.equals(spec().findOption(name).defaultValue())) {
      options.addAll(List.of(name, text));
    }
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
