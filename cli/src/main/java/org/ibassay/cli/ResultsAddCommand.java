package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay results add`.
@Command(
    name = "add",
    description = "Add runs to a store. Results already in the store are skipped.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Several processes can add to a store at the same time.",
      "",
      "Example:",
      "  ibassay results add runs/*/results.json --store lab.db --firmware 1.2"
    })
final class ResultsAddCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Output directories of runs, or results.json files.")
  List<Path> runs = new ArrayList<>();

  @Mixin StoreOption store = new StoreOption();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description =
          "Name of the device. Default: its name in the lab file, its node GUID, or its URI.")
  @Nullable String device;

  @Option(
      names = "--firmware",
      paramLabel = "VERSION",
      description =
          "Firmware version of the device, which no management attribute holds. Default: that of"
              + " the lab file, as reported by the agent, or \"unknown\".")
  @Nullable String firmware;

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    try (Store open = Store.open(store.where)) {
      Store.Added added = open.add(runs, device, firmware);
      Objects.requireNonNull(spec, "picocli fills it in")
          .commandLine()
          .getOut()
          .printf(
              "%s: %s added%s%n",
              open.name(),
              Text.count(added.added(), "run"),
              added.known() == 0 ? "" : ", " + added.known() + " it had already");
      return RunResult.PASSED;
    } catch (StoreException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }
}
