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
      paramLabel = "FILE",
      description = "Add the run to this store, an SQLite file: see \"ibassay results\".")
  @Nullable Path file;

  @Option(
      names = "--firmware",
      paramLabel = "VERSION",
      description = "The devices' firmware, for the store.")
  @Nullable String firmware;

  /// Before the run: what cannot be written is better said now.
  void check() throws UsageException, FailureException {
    if (file != null) {
      try {
        Store.open(file).close();
      } catch (StoreException e) {
        throw new FailureException(String.valueOf(e.getMessage()));
      }
    } else if (firmware != null) {
      throw new UsageException("--firmware " + firmware + ": expected --store, which it is for");
    }
  }

  /// After it.
  void add(Path results) throws UsageException, FailureException {
    if (file != null) {
      try (Store store = Store.open(file)) {
        store.add(List.of(results), null, firmware);
      } catch (StoreException e) {
        throw new FailureException(String.valueOf(e.getMessage()));
      }
    }
  }
}
