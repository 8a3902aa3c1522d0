package org.ibassay.cli;

import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.runner.UsageException;
import picocli.CommandLine.Option;

/// The option that selects a store of results, for commands that query one.
final class StoreOption {
  @Option(
      names = "--store",
      paramLabel = "FILE|URL",
      defaultValue = "ibassay-results.db",
      description = {
        "Store: an SQLite file, or postgresql://USER@HOST/DATABASE. Default: ${DEFAULT-VALUE}."
      })
  String where = "";

  /// Queries the store.
  <T> T ask(Store.Question<T> question) throws UsageException, FailureException {
    try (Store store = Store.openExisting(where)) {
      return store.ask(question);
    } catch (StoreException e) {
      throw new FailureException(String.valueOf(e.getMessage()));
    }
  }

  /// Converts a glob to a pattern of SQL's LIKE.
  static String like(String glob) {
    return glob.replaceAll("([\\\\%_])", "\\\\$1").replace('*', '%').replace('?', '_');
  }
}
