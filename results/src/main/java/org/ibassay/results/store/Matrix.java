package org.ibassay.results.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A device's tests by firmware version.
///
/// @param versions in the order in which they were first tested
/// @param cells by test and version; none for a version on which the test was not run
public record Matrix(String device, List<String> versions, Map<String, Map<String, Cell>> cells) {
  /// The outcomes of the runs of a test on a version.
  ///
  /// @param verdict verdict of the latest run
  /// @param decided number of runs that passed or failed
  /// @param failed number of runs that failed
  public record Cell(String verdict, int decided, int failed) {
    /// Whether runs of this version differ.
    public boolean isFlaky() {
      return failed > 0 && failed < decided;
    }
  }

  /// Returns the matrix of every device.
  ///
  /// @param device `LIKE` pattern
  /// @param test `LIKE` pattern
  public static Store.Question<List<Matrix>> of(String device, String test) {
    return connection -> {
      Map<String, Map<String, Map<String, Cell>>> cells = new TreeMap<>();
      try (PreparedStatement sql =
          connection.prepareStatement(
              "SELECT device, test, firmware, verdict, decided, failed FROM test_summary"
                  + " WHERE device LIKE ? ESCAPE '\\' AND test LIKE ? ESCAPE '\\'")) {
        sql.setString(1, device);
        sql.setString(2, test);
        try (ResultSet row = sql.executeQuery()) {
          while (row.next()) {
            cells
                .computeIfAbsent(row.getString(1), _ -> new TreeMap<>())
                .computeIfAbsent(row.getString(2), _ -> new LinkedHashMap<>())
                .put(row.getString(3), new Cell(row.getString(4), row.getInt(5), row.getInt(6)));
          }
        }
      }
      Map<String, List<String>> versions = versions(connection, device);
      List<Matrix> matrices = new ArrayList<>();
      cells.forEach((name, tests) ->
          matrices.add(new Matrix(name, versions.getOrDefault(name, List.of()), tests)));
      return matrices;
    };
  }

  /// Returns each device's firmware versions, in the order in which they were first tested.
  static Map<String, List<String>> versions(Connection connection, String device)
      throws SQLException {
    Map<String, List<String>> versions = new LinkedHashMap<>();
    try (PreparedStatement sql =
        connection.prepareStatement(
            "SELECT device, firmware, MIN(started) FROM device_run WHERE device LIKE ? ESCAPE '\\'"
                + " GROUP BY device, firmware ORDER BY device, MIN(started), firmware")) {
      sql.setString(1, device);
      try (ResultSet row = sql.executeQuery()) {
        while (row.next()) {
          versions.computeIfAbsent(row.getString(1), _ -> new ArrayList<>()).add(row.getString(2));
        }
      }
    }
    return versions;
  }
}
