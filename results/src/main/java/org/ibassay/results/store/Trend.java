package org.ibassay.results.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A run, and the tests that changed since the last run of the same device that decided them.
///
/// @param nowFailing tests that passed before
/// @param nowPassing tests that failed before
public record Trend(StoredRun run, List<String> nowFailing, List<String> nowPassing) {
  /// Returns the trend of the latest runs, oldest first.
  ///
  /// @param device `LIKE` pattern
  /// @param limit number of runs
  public static Store.Question<List<Trend>> of(String device, int limit) {
    return connection -> {
      Map<String, Map<String, Boolean>> before = new HashMap<>();
      List<Trend> trends = new ArrayList<>();
      for (StoredRun run : StoredRun.latest(device, limit).of(connection)) {
        Map<String, Boolean> last = before.computeIfAbsent(run.device(), _ -> new HashMap<>());
        Trend trend = new Trend(run, new ArrayList<>(), new ArrayList<>());
        decided(connection, run)
            .forEach((test, isFailed) -> {
              Boolean wasFailed = last.put(test, isFailed);
              if (wasFailed != null && !wasFailed.equals(isFailed)) {
                (isFailed ? trend.nowFailing : trend.nowPassing).add(test);
              }
            });
        trends.add(trend);
      }
      return trends;
    };
  }

  /// Returns the tests that passed or failed in a run, by id, and whether they failed.
  private static Map<String, Boolean> decided(Connection connection, StoredRun run)
      throws SQLException {
    Map<String, Boolean> decided = new TreeMap<>();
    String query =
        "SELECT t.test, t.verdict FROM test_result t JOIN device_run d ON d.id = t.device_run"
            + " WHERE d.run = ? AND d.device = ? AND d.uri = ? AND t.verdict IN ('pass', 'fail')";
    try (PreparedStatement sql = connection.prepareStatement(query)) {
      sql.setLong(1, run.run());
      sql.setString(2, run.device());
      sql.setString(3, run.uri());
      try (ResultSet row = sql.executeQuery()) {
        while (row.next()) {
          decided.merge(row.getString(1), row.getString(2).equals("fail"), Boolean::logicalOr);
        }
      }
    }
    return decided;
  }
}
