package org.ibassay.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.ibassay.results.site.StoreSite;
import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `ibassay results site`.
@Command(
    name = "site",
    description = {
      "Write the store as web pages that open without a server.",
      "index.html shows devices by tests and flaky assertions. Each device has a page with its tests"
          + " by firmware version, and each assertion that failed one with the devices and versions"
          + " on which it did."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ibassay results site public --store lab.db"})
final class ResultsSiteCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Directory for the pages; created if missing.")
  String directory = "";

  @Mixin StoreOption store = new StoreOption();

  @Spec @Nullable CommandSpec spec;

  @Override
  public Integer call() throws UsageException, FailureException {
    Path folder = Path.of(directory);
    String made =
        "%s, by ibassay %s"
            .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), Setup.version());
    try (Store open = Store.openExisting(store.where)) {
      int pages = StoreSite.write(open, folder, made);
      Objects.requireNonNull(spec, "picocli fills it in")
          .commandLine()
          .getOut()
          .printf("%s: %s%n", folder.resolve("index.html"), Text.count(pages, "page"));
      return RunResult.PASSED;
    } catch (StoreException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new FailureException(
          "directory " + directory + ": cannot be written: " + e.getMessage());
    }
  }
}
