package org.ibassay.runner;

import java.time.Duration;
import java.time.Instant;
import org.ibassay.suite.Page;

/// An event of a run.
public sealed interface RunEvent {

  /// The first event.
  ///
  /// @param at start of the run
  /// @param tests number of tests to run, each counted for each DUT and round
  /// @param duts number of DUTs
  record RunStarted(Instant at, int tests, int duts) implements RunEvent {}

  /// A DUT is about to be opened, which may take long.
  ///
  /// @param uri its URI
  record DutOpening(String uri) implements RunEvent {}

  /// A DUT was identified, or could not be: then [DutInfo#trouble] says why.
  ///
  /// @param index into [RunResult#duts]
  /// @param dut its attributes
  record DutFound(int index, DutInfo dut) implements RunEvent {}

  /// A round is about to start; only if there are several.
  ///
  /// @param round from 1
  /// @param rounds number of rounds
  record RoundStarted(int round, int rounds) implements RunEvent {}

  /// A test is about to start.
  ///
  /// @param dut index of the DUT
  /// @param page the test's page
  record TestStarted(int dut, Page page) implements RunEvent {}

  /// Progress of a long test, at most about ten times a second.
  ///
  /// @param page the test's page
  /// @param done part of `total`
  /// @param total amount of the whole
  record Progress(Page page, long done, long total) implements RunEvent {}

  /// A test waits on a real link for so long that the user should know.
  ///
  /// @param page the test's page
  /// @param duration duration of the wait
  record Waiting(Page page, Duration duration) implements RunEvent {}

  /// A test ended, and what it changed was restored; once per round.
  ///
  /// @param result result of the round
  record TestEnded(TestResult result) implements RunEvent {}

  /// The last event.
  ///
  /// @param result result of the run
  record RunEnded(RunResult result) implements RunEvent {}
}
