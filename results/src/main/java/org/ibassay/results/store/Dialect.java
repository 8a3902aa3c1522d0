package org.ibassay.results.store;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

/// The differences between the databases that a store can use.
enum Dialect {
  /// A transaction locks the file when it begins, which is sufficient.
  SQLITE {
    @Override
    void lockSchema(Statement sql) {}

    @Override
    void lockRuns(Statement sql) {}

    @Override
    String schema(String statement) {
      return statement;
    }
  },

  /// Transactions write concurrently unless one locks others out. Text is compared by the rules of
  /// a language unless the column says otherwise.
  POSTGRESQL {
    @Override
    void lockSchema(Statement sql) throws SQLException {
      sql.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
    }

    @Override
    void lockRuns(Statement sql) throws SQLException {
      sql.execute("LOCK TABLE run IN EXCLUSIVE MODE");
    }

    @Override
    String schema(String statement) {
      return TEXT.matcher(statement).replaceAll("$1 COLLATE \"C\"");
    }
  };

  /// An arbitrary number that other programs are unlikely to lock.
  private static final long SCHEMA_LOCK = 0x6962_6173_7361_79L;

  private static final Pattern TEXT = Pattern.compile("\\b(TEXT|VARCHAR\\(\\d+\\))");

  /// Prevents others from changing tables until the transaction ends.
  abstract void lockSchema(Statement sql) throws SQLException;

  /// Prevents others from adding runs until the transaction ends; they can read.
  abstract void lockRuns(Statement sql) throws SQLException;

  /// Adapts a statement of a migration.
  abstract String schema(String statement);
}
