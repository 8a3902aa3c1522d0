package org.ibassay.results.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.ibassay.runner.UsageException;
import org.jspecify.annotations.Nullable;

/// A store of results: an SQLite file. Several may add to it at once.
public final class Store implements AutoCloseable {
  /// How long one waits for another that writes.
  private static final String PATIENCE_MILLIS = "120000";

  /// So many files are added at a time, all of them or none.
  private static final int BATCH = 200;

  private final String name;
  private final Connection connection;

  private Store(String name, Connection connection) {
    this.name = name;
    this.connection = connection;
  }

  /// Opens a store, or makes it.
  ///
  /// @throws UsageException when the file is no store
  /// @throws StoreException when it cannot be opened
  public static Store open(Path file) throws UsageException, StoreException {
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", PATIENCE_MILLIS);
    // A transaction takes the lock at its start: one that reads first could not have it later.
    properties.setProperty("transaction_mode", "IMMEDIATE");
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
      try {
        Migrations.apply(connection, file.toString());
        return new Store(file.toString(), connection);
      } catch (SQLException | UsageException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      if (String.valueOf(e.getMessage()).contains("SQLITE_NOTADB")) {
        throw new UsageException("store " + file + ": is no store, but another file");
      }
      throw failed(file.toString(), e);
    }
  }

  /// Opens a store that has to exist.
  public static Store openExisting(Path file) throws UsageException, StoreException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "store " + file + ": there is no such file; \"ibassay results add\" makes it");
    }
    return open(file);
  }

  private static StoreException failed(String name, SQLException e) {
    return new StoreException("store " + name + ": " + e.getMessage(), e);
  }

  /// How many files were added.
  ///
  /// @param added new ones
  /// @param known ones that the store had, by their SHA-256
  public record Added(int added, int known) {}

  /// Adds results files, or those of output directories.
  ///
  /// @param device what their device is called, or null: its node GUID, or its URI
  /// @param firmware of the devices, or null: as their agents say
  /// @throws UsageException when one is no results file; those before it may have been added
  /// @throws StoreException when the store cannot be written
  public Added add(List<Path> files, @Nullable String device, @Nullable String firmware)
      throws UsageException, StoreException {
    int added = 0;
    List<StoredFile> batch = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      // Read before the lock is taken, so that others need not wait for it.
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
      try (Insertion insertion = new Insertion(connection)) {
        for (StoredFile file : batch) {
          added += insertion.add(file) ? 1 : 0;
        }
        insertion.flush();
      }
      connection.commit();
      connection.setAutoCommit(true);
      return added;
    } catch (SQLException e) {
      StoreException failed = failed(name, e);
      try {
        connection.rollback();
      } catch (SQLException again) {
        failed.addSuppressed(again);
      }
      throw failed;
    }
  }

  /// Asks.
  ///
  /// @param question what is asked, of the connection
  public <T> T ask(Question<T> question) throws StoreException {
    try {
      return question.of(connection);
    } catch (SQLException e) {
      throw failed(name, e);
    }
  }

  /// What can be asked of a store.
  @FunctionalInterface
  public interface Question<T> {
    /// The answer.
    T of(Connection connection) throws SQLException;
  }

  @Override
  public void close() throws StoreException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(name, e);
    }
  }
}
