package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;

/// Runs parts of a procedure, each on a new connection.
///
/// On a real link that is considered lossless, a part whose result a lost packet would explain gets
/// one more trial: the DUT's own queues may drop packets that the link delivered.
///
/// On a lossy link, a lost packet may look like a non-conformance. A part that does not pass is
/// repeated: a few times if the link turns out to be good, and all trials have to agree; otherwise
/// until a lost packet is an unlikely cause. A packet that is never received over a link that loses
/// nothing else was not sent.
final class ConnectionTrials {
  /// Maximum number of trials of a part that does not pass: if the link is hardly the cause, and if
  /// it may be.
  private static final int TRIALS = 3;

  private static final int LEAST_TRIALS = 12;
  private static final int PROBES_AGAIN = 3;

  /// Upper limit of useful retries.
  private static final int MOST_DOUBLINGS = 12;

  private final Steps steps;
  private final TransportDut dut;
  private final TestedChannel connection;
  private final CarriageProbe probe;
  private final List<String> notes = new ArrayList<>();

  ConnectionTrials(Steps steps, TransportDut dut, TestedChannel connection, CarriageProbe probe) {
    this.steps = steps;
    this.dut = dut;
    this.connection = connection;
    this.probe = probe;
  }

  /// Runs a part, just once on a lossless link.
  void carryOut(Part part) throws TestException {
    if (!dut.isLossless()) {
      onLossyLink(part);
    } else if (dut.isSimulated()) {
      onConnection(part);
    } else {
      withSecondTrial(part);
    }
  }

  /// Returns the current loss of the link.
  ///
  /// @param step step that the probe packets belong to
  LinkQuality linkQuality(String step) throws TestException {
    String outer = steps.current();
    steps.step(step);
    try {
      return probe.quality();
    } finally {
      steps.step(outer);
    }
  }

  /// Returns what the reader of a verdict should know about the trials.
  List<String> notes() {
    return notes;
  }

  /// Packets that the DUT still sends after an aborted part are not judged.
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

  private void withSecondTrial(Part part) throws TestException {
    Trial first = steps.trial(() -> onConnection(part));
    if (first.passed() || !first.mayBeLoss()) {
      steps.adopt(first);
      return;
    }
    Trial second = steps.trial(() -> onConnection(part));
    String place = steps.body().place.toString();
    notes.add(
        "%s%s; in a second trial, %s"
            .formatted(
                first.firstTrouble(),
                place.isEmpty() ? "" : ", at " + place,
                second.passed()
                    ? "everything passed: a packet may have been lost"
                    : "it did not pass either"));
    steps.adopt(second);
  }

  private void onLossyLink(Part part) throws TestException {
    TrialTally trials = new TrialTally();
    Trial trial;
    do {
      long before = received();
      trial = steps.trial(() -> onConnection(part));
      trials.add(trial, received() - before);
    } while (!trial.passed() && needsAnotherTrial(trials));
    boolean isSpotless = trials.count() > 1 && isSpotless(trials);
    if (trial.passed() ? !isSpotless : trials.agree()) {
      if (isSpotless && trials.allMissTheSame()) {
        steps.body().log.fail(trials.notSent());
      }
      steps.adopt(trial);
    } else {
      undecided(
          trials.anyFailed()
              ? "a check failed in some trials only: a packet may have been lost"
              : "no response in some trials only: a packet may have been lost");
    }
  }

  /// Discards the results of all trials.
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

  /// A lossy link may by chance have carried all probe packets: if trials differ, the link is
  /// probed again.
  private boolean isSpotless(TrialTally trials) throws TestException {
    for (int i = 0; i < PROBES_AGAIN && trials.differ() && probe.isSpotless(); i++) {
      probe.probeAgain();
    }
    return probe.isSpotless();
  }

  /// A part has many packets, all of which must be delivered: each retry of the run beyond the
  /// first few doubles the number of trials. A result that is always the same is not caused by a
  /// lost packet.
  private boolean needsAnotherTrial(TrialTally trials) throws TestException {
    if (isSpotless(trials)) {
      return trials.count() < TRIALS;
    }
    if (!connection.isSendingAgain()) {
      dut.beHasty();
    }
    int most = 1 << Math.min(dut.retries(), MOST_DOUBLINGS);
    return trials.count() < LEAST_TRIALS
        || (trials.count() < most && trials.alike() < LEAST_TRIALS);
  }
}
