package org.ibassay.results.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results;

/// Adds results files in a transaction.
final class Insertion implements AutoCloseable {
  private static final String RUN =
      "INSERT INTO run (id, hash, started, version, verdict, file) VALUES (?, ?, ?, ?, ?, ?)"
          + " ON CONFLICT (hash) DO NOTHING";
  private static final String DEVICE_RUN =
      "INSERT INTO device_run (id, run, started, device, firmware, uri, passed, failed, undecided,"
          + " not_applicable) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String TEST =
      "INSERT INTO test_result (device_run, test, verdict) VALUES (?, ?, ?)";
  private static final String ASSERTION =
      "INSERT INTO assertion_result (device_run, test, assertion, verdict, known, unstable)"
          + " VALUES (?, ?, ?, ?, ?, ?)";
  private static final String TEST_SUMMARY =
      "INSERT INTO test_summary (device, firmware, test, verdict, started, decided, failed)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (device, firmware, test) DO UPDATE SET"
          + " verdict = CASE WHEN excluded.started >= test_summary.started THEN excluded.verdict"
          + " ELSE test_summary.verdict END,"
          + " started = CASE WHEN excluded.started >= test_summary.started THEN excluded.started"
          + " ELSE test_summary.started END,"
          + " decided = test_summary.decided + excluded.decided,"
          + " failed = test_summary.failed + excluded.failed";
  private static final String ASSERTION_SUMMARY =
      "INSERT INTO assertion_summary (device, firmware, test, assertion, failed, undecided,"
          + " unstable) VALUES (?, ?, ?, ?, ?, ?, ?)"
          + " ON CONFLICT (device, firmware, test, assertion) DO UPDATE SET"
          + " failed = assertion_summary.failed + excluded.failed,"
          + " undecided = assertion_summary.undecided + excluded.undecided,"
          + " unstable = assertion_summary.unstable + excluded.unstable";

  private final List<PreparedStatement> all = new ArrayList<>();
  private final PreparedStatement run;
  private final PreparedStatement deviceRun;
  private final PreparedStatement test;
  private final PreparedStatement assertion;
  private final PreparedStatement testSummary;
  private final PreparedStatement assertionSummary;
  private long lastRun;
  private long lastDevice;

  Insertion(Connection connection, Dialect dialect) throws SQLException {
    try (Statement sql = connection.createStatement()) {
      // no other writer takes the next ids
      dialect.lockRuns(sql);
      lastRun = number(sql, "SELECT COALESCE(MAX(id), 0) FROM run");
      lastDevice = number(sql, "SELECT COALESCE(MAX(id), 0) FROM device_run");
    }
    run = prepared(connection, RUN);
    deviceRun = prepared(connection, DEVICE_RUN);
    test = prepared(connection, TEST);
    assertion = prepared(connection, ASSERTION);
    testSummary = prepared(connection, TEST_SUMMARY);
    assertionSummary = prepared(connection, ASSERTION_SUMMARY);
  }

  private static long number(Statement sql, String query) throws SQLException {
    try (ResultSet row = sql.executeQuery(query)) {
      return row.next() ? row.getLong(1) : 0;
    }
  }

  private PreparedStatement prepared(Connection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    all.add(statement);
    return statement;
  }

  /// Adds a file.
  ///
  /// @return whether it was new
  boolean add(StoredFile file) throws SQLException {
    Results results = file.results();
    set(
        run,
        lastRun + 1,
        file.hash(),
        results.started(),
        results.version(),
        results.origin().verdict().text(),
        results.file());
    if (run.executeUpdate() == 0) {
      return false;
    }
    lastRun++;
    for (StoredDevice device : file.devices()) {
      add(results, device);
    }
    return true;
  }

  private void add(Results results, StoredDevice device) throws SQLException {
    lastDevice++;
    String started = results.started();
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    for (Results.Test done : results.tests()) {
      if (done.dut() == device.dut()) {
        counts.merge(done.verdict(), 1, Integer::sum);
        add(device.name(), device.firmware(), started, done);
      }
    }
    set(
        deviceRun,
        lastDevice,
        lastRun,
        started,
        device.name(),
        device.firmware(),
        device.uri(),
        counts.getOrDefault(Verdict.PASS, 0),
        counts.getOrDefault(Verdict.FAIL, 0),
        counts.getOrDefault(Verdict.INCONCLUSIVE, 0) + counts.getOrDefault(Verdict.ERROR, 0),
        counts.getOrDefault(Verdict.NOT_APPLICABLE, 0));
    deviceRun.addBatch();
  }

  private void add(String device, String firmware, String started, Results.Test done)
      throws SQLException {
    boolean isFailed = done.verdict() == Verdict.FAIL;
    boolean isDecided = isFailed || done.verdict() == Verdict.PASS;
    String verdict = done.verdict().text();
    set(test, lastDevice, done.id(), verdict);
    test.addBatch();
    set(
        testSummary,
        device,
        firmware,
        done.id(),
        verdict,
        started,
        isDecided ? 1 : 0,
        isFailed ? 1 : 0);
    testSummary.addBatch();
    if (done.verdict() == Verdict.PASS || done.verdict() == Verdict.NOT_APPLICABLE) {
      return;
    }
    for (Results.Assertion item : done.assertions()) {
      int known = item.isKnown() ? 1 : 0;
      int unstable = item.isUnstable() ? 1 : 0;
      set(assertion, lastDevice, done.id(), item.id(), item.verdict().text(), known, unstable);
      assertion.addBatch();
      if (item.verdict() != Verdict.PASS && item.verdict() != Verdict.NOT_APPLICABLE) {
        int failed = item.verdict() == Verdict.FAIL ? 1 : 0;
        // an assertion of an undecided test does not count as decided, either
        int undecided = isDecided ? 1 - failed : 0;
        set(assertionSummary, device, firmware, done.id(), item.id(), failed, undecided, unstable);
        assertionSummary.addBatch();
      }
    }
  }

  private static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /// Executes the collected statements.
  void flush() throws SQLException {
    for (PreparedStatement statement :
        List.of(deviceRun, test, assertion, testSummary, assertionSummary)) {
      statement.executeBatch();
    }
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : all) {
      statement.close();
    }
  }
}
