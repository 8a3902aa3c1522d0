package org.ibassay.cli;

import java.nio.file.Path;
import java.util.List;
import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Adds a run to a store of results at its end.
final class StoreHook {
  @Option(
      names = "--store",
      paramLabel = "FILE|URL",
      description =
          "Add the run to this store: an SQLite file or postgresql://USER@HOST/DATABASE; see"
              + " \"ibassay results\".")
  @Nullable String where;

  @Option(
      names = "--firmware",
      paramLabel = "VERSION",
      description =
          "Firmware version of the devices, for the store. Default: that of the lab file, or as"
              + " reported by the agent.")
  @Nullable String firmware;

  /// Returns an argument as displayed in reports: a database URL without its password.
  static String withoutPassword(String argument) {
    return argument
        .replaceFirst("(postgres(?:ql)?://[^:@/?]*):[^@/]*@", "$1@")
        .replaceAll("(?<=[?&])((?:ssl)?password=)[^&]*", "$1...");
  }

  /// Checks before the run whether the store can be written, because that is better reported early.
  void check() throws UsageException, FailureException {
    if (where != null) {
      try {
        Store.open(where).close();
      } catch (StoreException e) {
        throw new FailureException(String.valueOf(e.getMessage()));
      }
    } else if (firmware != null) {
      throw new UsageException("--firmware " + firmware + ": requires --store");
    }
  }

  /// Adds the results after the run.
  void add(Path results) throws UsageException, FailureException {
    if (where != null) {
      try (Store store = Store.open(where)) {
        store.add(List.of(results), null, firmware);
      } catch (StoreException e) {
        throw new FailureException(String.valueOf(e.getMessage()));
      }
    }
  }
}
