package org.ibassay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.fabric.FabricJunit;
import org.ibassay.runner.fabric.FabricResult;
import org.ibassay.runner.html.FabricReport;
import org.ibassay.runner.html.ReportSource;
import org.ibassay.runner.merge.FabricMerge;
import org.ibassay.runner.merge.Merge;
import org.ibassay.runner.merge.MergedFiles;
import org.ibassay.runner.report.OutputDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay merge`.
@Command(
    name = "merge",
    description = {
      "Make one result of many: of the parts of a split run, or of runs of different devices.",
      "Each device keeps its own report and capture, in a directory below --out; packet numbers are"
          + " frames of that capture. Parts of a run over a fabric become one such run. Results of"
          + " different suites are rejected, and so are two different results of a test on a device."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ibassay merge shard-* --out all         the parts of a split run",
      "  ibassay merge ca switch --out both      two runs",
      "",
      "Exit codes: that of a run with these results; 2 wrong use, results that do not",
      "belong together; 3 also where a part of a split run is missing."
    })
final class MergeCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description =
          "Output directories of runs, of lab runs, of parts of one run with --fabric, or of earlier"
              + " merges.")
  List<Path> directories = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "For the merged result.")
  Path out = Path.of("");

  @Mixin OwnTestsOption tests = new OwnTestsOption();

  @Mixin StoreHook store = new StoreHook();

  @Spec @Nullable CommandSpec spec;

  private final Setup setup;

  MergeCommand(Setup setup) {
    this.setup = setup;
  }

  @Override
  public Integer call() throws UsageException, FailureException {
    CommandSpec command = Objects.requireNonNull(spec, "picocli fills it in");
    store.check();
    if (FabricMerge.isFor(directories)) {
      return mergeFabric(command);
    }
    Merge merge = Merge.of(directories, Setup.version());
    checkOut();
    try (OutputDirectory directory = OutputDirectory.prepare(out)) {
      MergedFiles.gather(merge, directory);
      FleetText text =
          new FleetText(
              command.commandLine().getOut(),
              command.commandLine().getErr(),
              setup.terminal(),
              System::nanoTime,
              FleetText.Style.QUIET);
      MergedOutput output =
          new MergedOutput(
              tests.load(setup).suite().pages(), Setup.tester(), Setup.commandLine(command));
      int exit = output.write(merge, directory, null, false, text);
      store.add(directory.results());
      return exit;
    } catch (IOException e) {
      throw new FailureException("output directory " + out + ": " + e.getMessage());
    }
  }

  private int mergeFabric(CommandSpec command) throws UsageException, FailureException {
    FabricMerge merge;
    try {
      merge = FabricMerge.of(directories);
    } catch (IOException e) {
      throw new FailureException("cannot be read: " + e.getMessage());
    }
    checkOut();
    try (OutputDirectory directory = OutputDirectory.prepare(out)) {
      FabricResult result = merge.write(directory);
      FabricJunit.write(result, directory.junit());
      List<String> leftOut =
          merge.isSafe() ? List.of("tests that change a node: left out by --safe") : List.of();
      ReportSource source =
          new ReportSource(Setup.tester(), Setup.commandLine(command), merge.suite(), leftOut);
      FabricReport.write(result, source, directory.report());
      print(result, merge.isSafe() ? "--safe" : "--own-fabric", command);
      store.add(directory.results());
      return result.exit();
    } catch (IOException e) {
      throw new FailureException("output directory " + out + ": " + e.getMessage());
    }
  }

  private void print(FabricResult result, String manner, CommandSpec command) {
    PrintWriter err = command.commandLine().getErr();
    FabricText text =
        new FabricText(
            command.commandLine().getOut(),
            err,
            setup.terminal(),
            new RerunCommand(Text.quoted(Setup.command()) + " run", List.of(manner)),
            System::nanoTime,
            FleetText.Style.NORMAL,
            0);
    text.print(result);
    if (!result.scope().missing().isEmpty()) {
      err.println(setup.terminal().complaint(FleetText.missing(result.scope())));
    }
  }

  /// Files to be merged must not be overwritten.
  private void checkOut() throws UsageException {
    Path target = out.toAbsolutePath().normalize();
    for (Path directory : directories) {
      Path source = directory.toAbsolutePath().normalize();
      if (source.startsWith(target) || target.startsWith(source)) {
        throw new UsageException(
            "--out %s: expected a directory apart from %s, which is merged"
                .formatted(out, directory));
      }
    }
  }
}
