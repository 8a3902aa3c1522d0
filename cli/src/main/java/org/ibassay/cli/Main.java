package org.ibassay.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.umad.LibraryExit;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// Entry point of the command line.
@Command(
    name = "ibassay",
    description = "Compliance tests for InfiniBand and RoCE devices.",
    versionProvider = Main.Version.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  ibassay run                                     all tests, simulated devices",
      "  ibassay ports                                   devices cabled here",
      "  ibassay run --safe --dut 'umad:mlx5_0/1?path=0,1'",
      "  ibassay list 24.1.5",
      "",
      "Exit codes: 0 passed, 1 a test failed, 2 usage error, 3 anything else short of a",
      "pass (inconclusive, error, unreachable, refused, none applied), 130 interrupted."
    })
public final class Main implements Callable<Integer> {
  /// The least width of help that picocli accepts.
  private static final int LEAST_HELP = 55;

  /// How long an interrupted run may take to restore what a test changed.
  private static final long PATIENCE_SECONDS = 30;

  private static final String OUT_OF_MEMORY =
      "out of memory: JDK_JAVA_OPTIONS=-Xmx2g allows the tester 2 GiB; --resume DIR continues a run"
          + " over a fabric or a lab";

  @Spec @Nullable CommandSpec spec;

  private Main() {}

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "picocli fills it in").commandLine();
    line.usage(line.getErr());
    return RunResult.MISUSED;
  }

  /// Runs the command line and ends the JVM with its exit code. A signal ends it with 130, after
  /// what a test changed was restored.
  public static void main(String[] args) {
    Interruption interruption = new Interruption();
    CountDownLatch done = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> putBack(interruption, done), "restoring"));
    PrintWriter out = Output.standard();
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    int exit = run(args, out, err, Setup.installed(Terminal.here(), interruption));
    done.countDown();
    LibraryExit.prepare(exit);
    System.exit(exit);
  }

  /// Called when the JVM exits: if the program has not ended itself, a signal was received.
  private static void putBack(Interruption interruption, CountDownLatch done) {
    if (done.getCount() == 0) {
      return;
    }
    interruption.request();
    if (!interruption.hasRun()) {
      return; // exits normally: 130 after SIGINT, 143 after SIGTERM
    }
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("ibassay: interrupted before the changes of the test were restored");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LibraryExit.prepare(RunResult.INTERRUPTED);
    Runtime.getRuntime().halt(RunResult.INTERRUPTED);
  }

  /// Runs the command line.
  ///
  /// @param out for results
  /// @param err for messages
  /// @return the exit code
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    return run(args, out, err, Setup.installed(Terminal.NONE, new Interruption()));
  }

  static int run(String[] args, PrintWriter out, PrintWriter err, Setup setup) {
    CommandLine line =
        commands(args, setup)
            .setOut(out)
            .setErr(err)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(Math.max(LEAST_HELP, setup.terminal().columns()))
            .setParameterExceptionHandler((e, _) -> misused(e, setup.terminal()))
            .setExecutionExceptionHandler((e, at, _) -> failed(e, at, setup.terminal()));
    NumberOption.convert(line);
    int exit = executed(line, args, setup.terminal());
    String loss = Output.loss(out);
    if (loss != null) {
      err.println("ibassay: " + "standard output cannot be written: " + loss);
    }
    err.flush();
    return loss == null || exit == RunResult.INTERRUPTED ? exit : RunResult.UNDECIDED;
  }

  /// Errors do not end the thread: the signal handler would take that for an interrupt.
  private static int executed(CommandLine line, String[] args, Terminal terminal) {
    try {
      return line.execute(args);
    } catch (OutOfMemoryError e) {
      line.getErr().println(terminal.complaint(OUT_OF_MEMORY));
    } catch (Error e) {
      internal(e, line);
    }
    return RunResult.UNDECIDED;
  }

  /// Returns the command line with the command that is named first, or with all commands if none
  /// is: picocli inspects a command by reflection, which takes longer than running most of them.
  private static CommandLine commands(String[] args, Setup setup) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("run", new RunCommand(setup));
    all.put("list", new ListCommand(setup));
    all.put("describe", new DescribeCommand(setup));
    all.put("coverage", new CoverageCommand(setup));
    all.put("ports", new PortsCommand(setup));
    all.put("ics", new IcsCommand(setup));
    all.put("decode", new DecodeCommand());
    all.put("merge", new MergeCommand(setup));
    all.put("diff", new DiffCommand(setup.terminal()));
    all.put("explain", new ExplainCommand(setup));
    all.put("rejudge", new RejudgeCommand(setup));
    all.put("pack", new PackCommand(setup));
    all.put("check-pack", new CheckPackCommand(setup));
    all.put("results", ResultsCommand.with(setup.terminal()));
    all.put("restore", new RestoreCommand(setup));
    all.put("audit", new AuditCommand());
    all.put("qualify", new QualifyCommand(setup));
    all.put("sim", new SimCommand());
    all.put("completion", new CompletionCommand());
    CommandLine line = new CommandLine(new Main());
    Object named = args.length == 0 ? null : all.get(args[0]);
    if (named == null) {
      all.forEach(line::addSubcommand);
    } else {
      line.addSubcommand(args[0], named);
    }
    return line;
  }

  /// Returns the command line with all commands, for documentation only.
  static CommandLine withEveryCommand() {
    return commands(new String[0], Setup.installed(Terminal.NONE, new Interruption()));
  }

  private static int misused(ParameterException e, Terminal terminal) {
    CommandLine line = e.getCommandLine();
    line.getErr().println(terminal.complaint(complaint(e, line)));
    line.getErr().println("See: " + line.getCommandSpec().qualifiedName() + " --help");
    return RunResult.MISUSED;
  }

  private static String complaint(ParameterException e, CommandLine line) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      String number = NumberOption.complaint(e);
      return number.isEmpty()
          ? String.valueOf(e.getMessage()).replaceFirst("^Error: ", "")
          : number;
    }
    String word = unmatched.getUnmatched().getFirst();
    List<String> close = unmatched.getSuggestions();
    String what =
        word.startsWith("-") ? "option" : line.getParent() == null ? "command" : "argument";
    String hint =
        close.isEmpty()
            ? what.equals("command")
                ? "; available: " + String.join(", ", line.getSubcommands().keySet())
                : ""
            : "; did you mean: " + String.join(", ", close);
    return "no such " + what + " \"" + word + "\"" + hint;
  }

  private static int failed(Exception e, CommandLine line, Terminal terminal) {
    if (e instanceof UsageException) {
      line.getErr().println(terminal.complaint(String.valueOf(e.getMessage())));
      return RunResult.MISUSED;
    }
    if (e instanceof InvalidPathException invalid) {
      String where =
          "file name not representable in this locale: \""
              + invalid.getInput()
              + "\"; try LC_ALL=C.UTF-8";
      line.getErr().println(terminal.complaint(where));
      return RunResult.MISUSED;
    }
    if (e instanceof FailureException) {
      line.getErr().println(terminal.complaint(String.valueOf(e.getMessage())));
      return RunResult.UNDECIDED;
    }
    internal(e, line);
    return RunResult.UNDECIDED;
  }

  private static void internal(Throwable e, CommandLine line) {
    line.getErr().println("ibassay: internal error, please report it: " + e);
    e.printStackTrace(line.getErr());
  }

  /// Prints the version.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ibassay " + Setup.version()};
    }
  }
}
