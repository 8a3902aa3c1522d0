package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;

/// Carries out parts of a procedure, each with a new connection.
///
/// Where a real carrier is held to lose nothing, what a lost packet explains is tried once more:
/// the DUT's own queues may drop what the carrier brought.
///
/// Where packets can get lost, a lost one may look like a non-conformance. What did not pass is
/// tried again: a few times on a link that turns out to be good, where all tries have to agree, and
/// else as long as a lost packet would be no wonder. What never comes over a link that loses
/// nothing else was not sent.
final class ConnectionTries {
  /// How often a part is tried that does not pass: where what happens is hardly the link's doing,
  /// and where it may be.
  private static final int TRIES = 3;

  private static final int LEAST_TRIES = 12;
  private static final int PROBES_AGAIN = 3;

  /// More retries are of no use.
  private static final int MOST_DOUBLINGS = 12;

  private final Steps steps;
  private final TransportDut dut;
  private final TestedChannel connection;
  private final CarriageProbe probe;
  private final List<String> notes = new ArrayList<>();

  ConnectionTries(Steps steps, TransportDut dut, TestedChannel connection, CarriageProbe probe) {
    this.steps = steps;
    this.dut = dut;
    this.connection = connection;
    this.probe = probe;
  }

  /// Carries out a part, once where no packet can get lost.
  void carryOut(Part part) throws TestException {
    if (!dut.isLossless()) {
      tryAgain(part);
    } else if (dut.isSimulated()) {
      onConnection(part);
    } else {
      trySecondTime(part);
    }
  }

  /// How well the link carries packets now.
  ///
  /// @param step that what is sent to find that out belongs to
  LinkQuality linkQuality(String step) throws TestException {
    String outer = steps.current();
    steps.step(step);
    try {
      return probe.quality();
    } finally {
      steps.step(outer);
    }
  }

  /// What a reader of the verdict should know of the tries.
  List<String> notes() {
    return notes;
  }

  /// A part that ends early leaves what the DUT still sends unjudged.
  private void onConnection(Part part) throws TestException {
    try {
      if (!connection.isOpen()) {
        connection.open();
      }
      part.run();
      connection.close();
    } finally {
      connection.abandon();
    }
  }

  private void trySecondTime(Part part) throws TestException {
    Trial first = steps.trial(() -> onConnection(part));
    if (first.passed() || !first.mayBeLoss()) {
      steps.adopt(first);
      return;
    }
    Trial second = steps.trial(() -> onConnection(part));
    String place = steps.body().place.toString();
    notes.add(
        "%s%s; at a second try %s"
            .formatted(
                first.firstTrouble(),
                place.isEmpty() ? "" : ", at " + place,
                second.passed()
                    ? "all passed: a packet may have got lost"
                    : "it did not pass, either"));
    steps.adopt(second);
  }

  private void tryAgain(Part part) throws TestException {
    TrialTally tries = new TrialTally();
    Trial trial;
    do {
      long before = received();
      trial = steps.trial(() -> onConnection(part));
      tries.add(trial, received() - before);
    } while (!trial.passed() && isToBeTriedAgain(tries));
    boolean isSpotless = tries.count() > 1 && isSpotless(tries);
    if (trial.passed() ? !isSpotless : tries.agree()) {
      if (isSpotless && tries.allMissTheSame()) {
        steps.body().log.fail(tries.notSent());
      }
      steps.adopt(trial);
    } else {
      undecided(
          tries.anyFailed()
              ? "a check failed in some tries only: a packet may have got lost"
              : "no answer in some tries only: a packet may have got lost");
    }
  }

  /// Nothing that any try came to counts.
  private void undecided(String why) {
    steps.context().page().procedure().stream()
        .filter(step -> !step.assertions().isEmpty())
        .findFirst()
        .ifPresent(step -> steps.step(step.id()));
    steps.undecided(why);
  }

  private long received() {
    return dut.packetPort().counters().received();
  }

  /// A link that loses packets may by chance have carried all that was sent to find that out: where
  /// tries differ, it is asked again.
  private boolean isSpotless(TrialTally tries) throws TestException {
    for (int i = 0; i < PROBES_AGAIN && tries.differ() && probe.isSpotless(); i++) {
      probe.probeAgain();
    }
    return probe.isSpotless();
  }

  /// A part has many packets, and all of them have to come: each retry of the run, beyond the first
  /// few, doubles the tries. What always comes to the same is not the doing of a lost packet.
  private boolean isToBeTriedAgain(TrialTally tries) throws TestException {
    if (isSpotless(tries)) {
      return tries.count() < TRIES;
    }
    if (!connection.isSendingAgain()) {
      dut.beHasty();
    }
    int most = 1 << Math.min(dut.retries(), MOST_DOUBLINGS);
    return tries.count() < LEAST_TRIES || (tries.count() < most && tries.alike() < LEAST_TRIES);
  }
}
