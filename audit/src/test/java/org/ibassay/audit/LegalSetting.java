package org.ibassay.audit;

import java.util.SplittableRandom;

/// Legal choices of the two sides of a connection.
final class LegalSetting {
  final Wire.Path path;

  /// QP of the responder.
  final int qp;

  /// QP of the requester.
  final int back;

  /// PSN of the first request.
  int firstPsn;

  int pmtu = 256;
  int messages;

  /// Share of packets that are lost after the capture.
  double loss;

  boolean coalesces;
  boolean readsFromMiddle;

  /// Whether all messages use the same address.
  boolean fixedAddress;

  /// The maximum number of requests sent at a time.
  int burst = 11;

  /// How many of its first messages are the same in every connection with that first PSN.
  int alike;

  /// The message that the responder may not execute; -1 for none.
  int refused = -1;

  /// When the requester's QP is reset.
  long requesterEnd = Long.MAX_VALUE;

  long responderEnd = Long.MAX_VALUE;

  private LegalSetting(Wire.Path path, int qp, int back) {
    this.path = path;
    this.qp = qp;
    this.back = back;
  }

  static LegalSetting of(SplittableRandom random, Wire.Path path, int qp, int back, double loss) {
    LegalSetting made = new LegalSetting(path, qp, back);
    made.messages = random.nextInt(40);
    made.loss = loss;
    made.coalesces = random.nextBoolean();
    made.readsFromMiddle = random.nextBoolean();
    return made;
  }
}
