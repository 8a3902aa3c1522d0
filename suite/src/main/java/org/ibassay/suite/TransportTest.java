package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;

/// # Every test of the transport
///
/// ## Always
///
/// - R1: A packet of the DUT is whole: it has the headers of its OpCode, lengths that agree, a
///   right ICRC, and nothing behind it. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the partition of the connection, and goes to the tester's
///   QP; the Syndrome of an AETH is not a reserved one. [ia-rc#02]
public abstract class TransportTest extends TransportProbe {
  /// How often a part is tried that does not pass: where what happens is hardly the link's doing,
  /// and where it may be.
  private static final int TRIES = 3;

  private static final int LEAST_TRIES = 12;
  private static final int PROBES_AGAIN = 3;

  /// More retries are of no use.
  private static final int MOST_DOUBLINGS = 12;

  @Override
  public final TesterKind testerKind() {
    return TesterKind.TRANSPORT;
  }

  /// Carries out a procedure for each START_PSN, each time with a new connection; closes it.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    repeatForStartPsns("", procedure);
  }

  /// The same, for one of several cases.
  ///
  /// @param which completes the place of a check
  protected final void repeatForStartPsns(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      withStartPsn(which, psn, procedure);
    }
  }

  /// Carries out a procedure for the first START_PSN alone, with a new connection; closes it.
  ///
  /// @param which completes the place of a check
  protected final void onceForStartPsn(String which, Part procedure) throws TestException {
    withStartPsn(which, parameters(START_PSN).getFirst(), procedure);
  }

  private void withStartPsn(String which, long psn, Part procedure) throws TestException {
    startAt((int) psn);
    at(
        which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
        psn,
        () -> {
          if (isLossless()) {
            onConnection(procedure);
          } else {
            tryOnConnections(procedure);
          }
        });
  }

  private void onConnection(Part procedure) throws TestException {
    try {
      if (!isOpen()) {
        open();
      }
      procedure.run();
    } finally {
      closeRcChannel();
    }
  }

  /// Where packets can get lost, a lost one may look like a non-conformance. What did not pass is
  /// tried again: a few times on a link that turns out to be good, where all tries have to agree,
  /// and else as long as a lost packet would be no wonder. What never comes over a link that loses
  /// nothing else was not sent.
  private void tryOnConnections(Part procedure) throws TestException {
    TrialTally tries = new TrialTally();
    Trial trial;
    do {
      long before = packetPort().counters().received();
      trial = steps().trial(() -> onConnection(procedure));
      tries.add(trial, packetPort().counters().received() - before);
    } while (!trial.passed() && isToBeTriedAgain(tries));
    boolean isSpotless = tries.count() > 1 && isSpotless(tries);
    if (trial.passed() ? !isSpotless : tries.agree()) {
      if (isSpotless && tries.allMissTheSame()) {
        body().log.fail(tries.notSent());
      }
      steps().adopt(trial);
    } else {
      inconclusive(
          tries.anyFailed()
              ? "a check failed in some tries only: a packet may have got lost"
              : "no answer in some tries only: a packet may have got lost");
    }
  }

  /// A link that loses packets may by chance have carried all that was sent to find that out: where
  /// tries differ, it is asked again.
  private boolean isSpotless(TrialTally tries) throws TestException {
    for (int i = 0; i < PROBES_AGAIN && tries.differ() && isSpotless(); i++) {
      probeAgain();
    }
    return isSpotless();
  }

  /// A part has many packets, and all of them have to come: each retry of the run, beyond the first
  /// few, doubles the tries. What always comes to the same is not the doing of a lost packet.
  private boolean isToBeTriedAgain(TrialTally tries) throws TestException {
    if (isSpotless(tries)) {
      return tries.count() < TRIES;
    }
    if (!isSendingAgain()) {
      beHasty();
    }
    int most = 1 << Math.min(retries(), MOST_DOUBLINGS);
    return tries.count() < LEAST_TRIES || (tries.count() < most && tries.alike() < LEAST_TRIES);
  }
}
