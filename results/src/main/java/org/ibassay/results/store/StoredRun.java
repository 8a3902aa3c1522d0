package org.ibassay.results.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// A device of a run in the store.
///
/// @param run number of the run in the store
/// @param counts number of tests that passed, failed, had no verdict, did not apply
public record StoredRun(
    long run,
    String hash,
    String started,
    String device,
    String firmware,
    String uri,
    String file,
    List<Integer> counts) {

  /// A verdict that is no pass.
  ///
  /// @param assertion id of the assertion; empty for the test itself
  public record Found(String test, String assertion, String verdict) {}

  /// Returns the latest runs, oldest first.
  ///
  /// @param device `LIKE` pattern
  /// @param limit number of runs
  public static Store.Question<List<StoredRun>> latest(String device, int limit) {
    return rows("d.device LIKE ? ESCAPE '\\'", device, limit);
  }

  /// Returns the number of runs.
  public static Store.Question<Integer> count() {
    return connection -> {
      try (Statement sql = connection.createStatement();
          ResultSet row = sql.executeQuery("SELECT COUNT(*) FROM run")) {
        return row.next() ? row.getInt(1) : 0;
      }
    };
  }

  /// Returns the devices of a run.
  ///
  /// @param run its number, or the start of its hash
  public static Store.Question<List<StoredRun>> of(String run) {
    return run.matches("[0-9]{1,9}")
        ? rows("r.id = CAST(? AS INTEGER)", run, Integer.MAX_VALUE)
        : rows("r.hash LIKE ? ESCAPE '\\'", run + "%", Integer.MAX_VALUE);
  }

  private static Store.Question<List<StoredRun>> rows(String which, String value, int limit) {
    return connection -> {
      List<StoredRun> runs = new ArrayList<>();
      String query =
          "SELECT r.id, r.hash, r.started, d.device, d.firmware, d.uri, r.file, d.passed, d.failed,"
              + " d.undecided, d.not_applicable FROM device_run d JOIN run r ON r.id = d.run WHERE "
              + which
              + " ORDER BY d.started DESC, d.id DESC LIMIT ?";
      try (PreparedStatement sql = connection.prepareStatement(query)) {
        sql.setString(1, value);
        sql.setInt(2, limit);
        try (ResultSet row = sql.executeQuery()) {
          while (row.next()) {
            runs.add(
                new StoredRun(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7),
                    List.of(row.getInt(8), row.getInt(9), row.getInt(10), row.getInt(11))));
          }
        }
      }
      return runs.reversed();
    };
  }

  /// Returns a query for everything that did not pass on this device.
  public Store.Question<List<Found>> found() {
    return connection -> {
      List<Found> found = new ArrayList<>();
      String query =
          "SELECT t.test, '', t.verdict FROM test_result t JOIN device_run d ON d.id = t.device_run"
              + " WHERE d.run = ? AND d.device = ? AND d.uri = ? AND t.verdict NOT IN ('pass', 'not-applicable')"
              + " UNION ALL SELECT a.test, a.assertion, a.verdict FROM assertion_result a"
              + " JOIN device_run d ON d.id = a.device_run"
              + " WHERE d.run = ? AND d.device = ? AND d.uri = ?"
              + " AND a.verdict NOT IN ('pass', 'not-applicable')"
              + " ORDER BY 1, 2, 3";
      try (PreparedStatement sql = connection.prepareStatement(query)) {
        sql.setLong(1, run);
        sql.setString(2, device);
        sql.setString(3, uri);
        sql.setLong(4, run);
        sql.setString(5, device);
        sql.setString(6, uri);
        try (ResultSet row = sql.executeQuery()) {
          while (row.next()) {
            found.add(new Found(row.getString(1), row.getString(2), row.getString(3)));
          }
        }
      }
      return found;
    };
  }
}
