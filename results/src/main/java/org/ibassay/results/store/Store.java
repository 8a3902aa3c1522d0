package org.ibassay.results.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;

/// A store of results: an SQLite file, or a PostgreSQL database. Several processes may add to it
/// concurrently.
public final class Store implements AutoCloseable {
  /// The number of files added in one transaction.
  private static final int BATCH = 200;

  private final StoreAddress address;
  private final Connection connection;

  private Store(StoreAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  /// Opens a store and creates it if necessary.
  ///
  /// @param where a file, or `postgresql://HOST/DATABASE`
  /// @throws UsageException if the file is not a store
  /// @throws StoreException if it cannot be opened
  public static Store open(String where) throws UsageException, StoreException {
    return open(StoreAddress.of(where), false);
  }

  /// Opens an existing store.
  ///
  /// @param where a file, or `postgresql://HOST/DATABASE`
  public static Store openExisting(String where) throws UsageException, StoreException {
    StoreAddress address = StoreAddress.of(where);
    if (address.isMissing()) {
      throw new UsageException(
          "store " + where + ": no such file; create it with \"ibassay results add\"");
    }
    return open(address, true);
  }

  private static Store open(StoreAddress address, boolean hasToExist)
      throws UsageException, StoreException {
    try {
      Connection connection = DriverManager.getConnection(address.url(), address.properties());
      try {
        if (hasToExist && Migrations.version(connection) == 0) {
          throw new UsageException(
              "store " + address.name() + ": has no results; \"ibassay results add\" adds them");
        }
        Migrations.apply(connection, address.name(), address.dialect());
        return new Store(address, connection);
      } catch (SQLException | UsageException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage()).contains("SQLITE_NOTADB")) {
        throw new UsageException("store " + address.name() + ": is no store, but another file");
      }
      throw failed(address, e);
    }
  }

  /// The store's name, without a password.
  public String name() {
    return address.name();
  }

  private static StoreException failed(StoreAddress address, SQLException e) {
    String message = String.valueOf(e.getMessage());
    Throwable cause = e.getCause();
    if (cause != null && cause.getMessage() != null && !message.contains(cause.getMessage())) {
      message += " " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }
    return new StoreException(
        "store " + address.name() + ": " + message.replaceAll("\\s*\\R\\s*", "; "), e);
  }

  /// The number of files added.
  ///
  /// @param added number of new files
  /// @param known number of files that the store already had, by SHA-256
  public record Added(int added, int known) {}

  /// Adds results files, or those of output directories.
  ///
  /// @param device name of their device; null for its node GUID or URI
  /// @param firmware firmware of the devices; null for the version that their agents report
  /// @throws UsageException if one is not a results file; those before it may have been added
  /// @throws StoreException if the store cannot be written
  public Added add(List<Path> files, @Nullable String device, @Nullable String firmware)
      throws UsageException, StoreException {
    int added = 0;
    List<StoredFile> batch = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      // read before the lock is taken, so that others do not wait for it
      batch.add(StoredFile.read(files.get(i), device, firmware));
      if (batch.size() == BATCH || i == files.size() - 1) {
        added += insert(batch);
        batch.clear();
      }
    }
    return new Added(added, files.size() - added);
  }

  private int insert(List<StoredFile> batch) throws StoreException {
    try {
      int added = 0;
      connection.setAutoCommit(false);
      try (Insertion insertion = new Insertion(connection, address.dialect())) {
        for (StoredFile file : batch) {
          added += insertion.add(file) ? 1 : 0;
        }
        insertion.flush();
      }
      connection.commit();
      connection.setAutoCommit(true);
      return added;
    } catch (SQLException e) {
      StoreException failed = failed(address, e);
      try {
        connection.rollback();
      } catch (SQLException again) {
        failed.addSuppressed(again);
      }
      throw failed;
    }
  }

  /// Executes a query.
  ///
  /// @param question executes SQL on the connection
  public <T> T ask(Question<T> question) throws StoreException {
    try {
      return question.of(connection);
    } catch (SQLException e) {
      throw failed(address, e);
    }
  }

  /// A query of a store.
  @FunctionalInterface
  public interface Question<T> {
    /// Returns the result.
    T of(Connection connection) throws SQLException;
  }

  @Override
  public void close() throws StoreException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(address, e);
    }
  }
}
