package org.ibassay.audit;

import java.util.SplittableRandom;

/// How the two sides of a connection behave, within what is legal.
final class LegalSetting {
  final Wire.Path path;

  /// Of the responder.
  final int qp;

  /// Of the requester.
  final int back;

  /// Of the first request.
  int firstPsn;

  int pmtu = 256;
  int messages;

  /// Share of packets that are lost after the capture.
  double loss;

  boolean coalesces;
  boolean readsFromMiddle;

  /// Whether each message is for the same place.
  boolean fixedAddress;

  /// How many requests are sent at a time, at most.
  int burst = 11;

  /// How many of its first messages are those of every connection with that first PSN.
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
