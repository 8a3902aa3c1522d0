package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.runner.UsageException;
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
          + " frames of that capture. Results of different suites are refused, and so are two"
          + " different results of a test on a device."
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
          "Output directories of runs, of lab runs, or of earlier merges; not of runs with --fabric.")
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
