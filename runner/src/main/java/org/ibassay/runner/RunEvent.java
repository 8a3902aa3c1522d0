package org.ibassay.runner;

import java.time.Duration;
import java.time.Instant;
import org.ibassay.suite.Page;

/// An event of a run.
public sealed interface RunEvent {

  /// The first event.
  ///
  /// @param at when
  /// @param tests how many there are to run, each counted once for each DUT and round
  /// @param duts how many
  record RunStarted(Instant at, int tests, int duts) implements RunEvent {}

  /// A DUT was identified, or could not be: then [DutInfo#trouble] says why.
  ///
  /// @param index into [RunResult#duts]
  /// @param dut what it says of itself
  record DutFound(int index, DutInfo dut) implements RunEvent {}

  /// A round is about to start; told only where there are several.
  ///
  /// @param round from 1
  /// @param rounds how many there are
  record RoundStarted(int round, int rounds) implements RunEvent {}

  /// A test is about to start.
  ///
  /// @param dut index of the DUT
  /// @param page the test's
  record TestStarted(int dut, Page page) implements RunEvent {}

  /// How far a long test is; some ten times a second at most.
  ///
  /// @param page the test's
  /// @param done of `total`
  /// @param total whole length
  record Progress(Page page, long done, long total) implements RunEvent {}

  /// A test lets time pass on a real link, for longer than a person likes to wait without a reason.
  ///
  /// @param page the test's
  /// @param duration how long
  record Waiting(Page page, Duration duration) implements RunEvent {}

  /// A test ended, and what it changed was put back: once a round.
  ///
  /// @param result what became of it
  record TestEnded(TestResult result) implements RunEvent {}

  /// The last event.
  ///
  /// @param result what became of the run
  record RunEnded(RunResult result) implements RunEvent {}
}
