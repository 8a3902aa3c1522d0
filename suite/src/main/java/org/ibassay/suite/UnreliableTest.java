package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

/// A test of a service that acknowledges nothing.
public abstract class UnreliableTest extends TestCase {
  /// Packets from and to the DUT's QP.
  protected abstract PacketExchange packets();

  /// Where both sides begin to count, from the next QPs on.
  abstract void setStartPsn(int psn);

  abstract OneWayProbe probe();

  abstract ConnectionTries tries();

  // --- part by part

  /// Carries out one of several cases with a new pair of QPs, and closes it; where it cannot be
  /// carried on, the next one can.
  ///
  /// @param which completes the place of a check
  protected final void carryOut(String which, Part procedure) throws TestException {
    carryOut(which, parameters(START_PSN).getFirst(), procedure);
  }

  /// Carries out the procedure for each START_PSN, each time with a new pair of QPs.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    carryOutForStartPsns("", procedure);
  }

  /// Carries out one of several cases for each START_PSN, each time with a new pair of QPs.
  ///
  /// @param which completes the place of a check
  protected final void carryOutForStartPsns(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      carryOut(which, psn, procedure);
    }
  }

  private void carryOut(String which, long psn, Part procedure) throws TestException {
    setStartPsn((int) psn);
    try {
      at(
          which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
          psn,
          () -> tries().carryOut(() -> orInconclusive(procedure)));
      steps().stillAlive("R1");
    } finally {
      packets()
          .foreign()
          .keySet()
          .forEach(what -> remark("passed over, as it is not of the tester's QP: " + what));
    }
  }

  private void orInconclusive(Part procedure) throws TestException {
    try {
      part(procedure);
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      steps().undecided(String.valueOf(e.getMessage()));
    }
  }

  // --- for the runner

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  @Override
  public final LinkQuality linkQuality() throws TestException {
    String outer = steps().current();
    step(steps().context().page().procedure().getFirst().id());
    try {
      return probe().quality();
    } finally {
      step(outer);
    }
  }
}
