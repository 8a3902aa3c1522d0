package org.ibassay.results.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The history of an assertion on a device, by firmware version.
///
/// @param states by firmware, in the order in which versions were first tested
public record History(String device, String test, String assertion, Map<String, State> states) {
  /// The outcomes of the runs of a version.
  ///
  /// @param decided number of runs in which the test passed or failed, and the assertion was
  ///   decided
  /// @param failed number of these in which it failed
  /// @param isUnstable whether rounds of one run differed
  public record State(int decided, int failed, boolean isUnstable) {
    /// Whether runs of this version differ.
    public boolean isFlaky() {
      return isUnstable || (failed > 0 && failed < decided);
    }
  }

  /// A change between two versions.
  ///
  /// @param from the last decided version before
  /// @param isFailure whether it fails from then on; otherwise it was fixed
  public record Change(@Nullable String from, String to, boolean isFailure) {}

  /// Returns when it first failed, was fixed, and failed again.
  public List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    String before = null;
    boolean wasFailing = false;
    for (Map.Entry<String, State> version : states.entrySet()) {
      if (version.getValue().decided() > 0) {
        boolean isFailing = version.getValue().failed() > 0;
        if (isFailing != wasFailing) {
          changes.add(new Change(before, version.getKey(), isFailing));
        }
        wasFailing = isFailing;
        before = version.getKey();
      }
    }
    return changes;
  }

  /// Returns the histories of all assertions that failed at least once.
  ///
  /// @param device `LIKE` pattern
  /// @param test `LIKE` pattern
  public static Store.Question<List<History>> of(String device, String test) {
    return connection -> histories(connection, device, test);
  }

  private static List<History> histories(Connection connection, String device, String test)
      throws SQLException {
    Map<String, List<String>> versions = Matrix.versions(connection, device);
    Map<List<String>, Integer> decided = new LinkedHashMap<>();
    String tests =
        "SELECT device, test, firmware, decided FROM test_summary"
            + " WHERE device LIKE ? ESCAPE '\\' AND test LIKE ? ESCAPE '\\'";
    try (PreparedStatement sql = connection.prepareStatement(tests)) {
      sql.setString(1, device);
      sql.setString(2, test);
      try (ResultSet row = sql.executeQuery()) {
        while (row.next()) {
          decided.put(List.of(row.getString(1), row.getString(2), row.getString(3)), row.getInt(4));
        }
      }
    }
    return histories(connection, device, test, versions, decided);
  }

  private static List<History> histories(
      Connection connection,
      String device,
      String test,
      Map<String, List<String>> versions,
      Map<List<String>, Integer> decided)
      throws SQLException {
    Map<List<String>, Map<String, State>> found = new LinkedHashMap<>();
    String assertions =
        "SELECT device, test, assertion, firmware, failed, undecided, unstable"
            + " FROM assertion_summary WHERE device LIKE ? ESCAPE '\\' AND test LIKE ? ESCAPE '\\'"
            + " ORDER BY device, test, assertion";
    try (PreparedStatement sql = connection.prepareStatement(assertions)) {
      sql.setString(1, device);
      sql.setString(2, test);
      try (ResultSet row = sql.executeQuery()) {
        while (row.next()) {
          String name = row.getString(1);
          int runs = decided.getOrDefault(List.of(name, row.getString(2), row.getString(4)), 0);
          found
              .computeIfAbsent(
                  List.of(name, row.getString(2), row.getString(3)), _ -> new LinkedHashMap<>())
              .put(
                  row.getString(4),
                  new State(runs - row.getInt(6), row.getInt(5), row.getInt(7) > 0));
        }
      }
    }
    List<History> histories = new ArrayList<>();
    found.forEach((key, states) -> {
      if (states.values().stream().anyMatch(state -> state.failed() > 0)) {
        histories.add(history(key, states, versions, decided));
      }
    });
    return histories;
  }

  /// A version without a summary of the assertion is one in which it always passed.
  private static History history(
      List<String> key,
      Map<String, State> states,
      Map<String, List<String>> versions,
      Map<List<String>, Integer> decided) {
    Map<String, State> ordered = new LinkedHashMap<>();
    for (String version : versions.getOrDefault(key.get(0), List.of())) {
      Integer runs = decided.get(List.of(key.get(0), key.get(1), version));
      if (runs != null) {
        State state = states.getOrDefault(version, new State(runs, 0, false));
        ordered.put(version, state);
      }
    }
    return new History(key.get(0), key.get(1), key.get(2), ordered);
  }
}
