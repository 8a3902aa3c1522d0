package org.ibassay.results.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.ibassay.runner.UsageException;

/// Updates a store's tables: one SQL file per version, each executed once.
final class Migrations {
  private static final List<String> FILES = List.of("001.sql");

  private Migrations() {}

  /// @param connection a connection that commits each statement
  /// @throws UsageException if a later ibassay made the store
  static void apply(Connection connection, String store, Dialect dialect)
      throws SQLException, UsageException {
    int version = version(connection);
    if (version > FILES.size()) {
      throw new UsageException(
          "store %s: was made by a later ibassay: its tables are of version %d, expected %d"
              .formatted(store, version, FILES.size()));
    }
    if (version < FILES.size()) {
      connection.setAutoCommit(false);
      migrate(connection, dialect);
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static void migrate(Connection connection, Dialect dialect) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      dialect.lockSchema(sql);
      sql.execute("CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY)");
      // another process may have updated it meanwhile
      for (int version = version(sql); version < FILES.size(); version++) {
        for (String statement : text(FILES.get(version)).split(";\\s*\n", -1)) {
          if (!statement.isBlank()) {
            sql.execute(dialect.schema(statement));
          }
        }
        sql.executeUpdate("INSERT INTO migration (version) VALUES (" + (version + 1) + ")");
      }
    }
  }

  /// The version of the tables; 0 for an empty store.
  static int version(Connection connection) throws SQLException {
    String schema = connection.getSchema();
    try (ResultSet tables = connection.getMetaData().getTables(null, schema, "migration", null);
        Statement sql = connection.createStatement()) {
      return tables.next() ? version(sql) : 0;
    }
  }

  private static int version(Statement sql) throws SQLException {
    try (ResultSet row = sql.executeQuery("SELECT COALESCE(MAX(version), 0) FROM migration")) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private static String text(String file) {
    try (InputStream in = Migrations.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
