package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// The messages of one connection between the tester and the DUT, and its packets, whoever asks for
/// it.
public abstract sealed class CmDialog permits CmCall, DutCall {
  private static final long UNIT_NANOS = 4_096;
  private static final int CONSUMER = 28;

  private final TransportDut dut;
  private final CmExchange exchange;
  private final Steps steps;
  private int writes;
  private boolean isOver;

  CmDialog(Steps steps, TransportDut dut, CmExchange exchange) {
    this.steps = steps;
    this.dut = dut;
    this.exchange = exchange;
  }

  /// The time that an exponent stands for, in nanoseconds (12.6).
  public static long nanos(int exponent) {
    return UNIT_NANOS << exponent;
  }

  // --- what it is known by

  /// REQ, whoever sent it.
  abstract CmMessage req();

  /// The tester's Communication ID.
  public abstract long localId();

  /// The tester's QP.
  public abstract int qpn();

  /// The DUT's Communication ID; 0 before its first message.
  public abstract long dutId();

  /// The DUT's QP; 0 before its first message.
  public abstract int dutQpn();

  /// PSN of the tester's first packet.
  abstract int firstPsn();

  /// Whether a message of the DUT is of this connection.
  abstract boolean isOwn(CmMessage message);

  /// Whether a message that is received where another is expected was sent again, as an answer may
  /// take its time.
  abstract boolean isSentAgain(CmIn next);

  final TransportDut dut() {
    return dut;
  }

  final CmExchange exchange() {
    return exchange;
  }

  final Steps steps() {
    return steps;
  }

  // --- messages of the tester

  /// Sends a message.
  public final void send(CmMessage message) throws TestException {
    exchange.send(message);
  }

  /// DREQ.
  public final CmMessage dreq() {
    return message(DisconnectRequest.ATTRIBUTE).set(DisconnectRequest.REMOTE_QPN_EECN, dutQpn());
  }

  /// DREP.
  public final CmMessage drep() {
    return message(DisconnectReply.ATTRIBUTE);
  }

  /// REJ of the DUT's REQ or REP: the consumer refuses.
  public final CmMessage rej() {
    return message(ConnectReject.ATTRIBUTE)
        .set(ConnectReject.MESSAGE_REJECTED, answered())
        .set(ConnectReject.REASON, CONSUMER);
  }

  /// MRA of the DUT's REQ or REP.
  ///
  /// @param timeout exponent of the time that the tester needs
  public final CmMessage mra(int timeout) {
    return message(MsgRcptAck.ATTRIBUTE)
        .set(MsgRcptAck.MESSAGE_MRAED, answered())
        .set(MsgRcptAck.SERVICE_TIMEOUT, timeout);
  }

  /// Which message of the DUT the tester answers: 0 REQ, 1 REP.
  abstract int answered();

  final CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, req().header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, localId())
        .set(CmMessage.REMOTE_ID, dutId());
  }

  // --- messages of the DUT

  /// Receives the next message, which should be of that kind. MRAs are passed over, and give the
  /// DUT the time that they say; so is what was sent again, as an answer may take its time.
  ///
  /// @throws TestException when none is received, or another: nothing can be said of what follows
  public final CmIn receive(GmpAttribute kind) throws TestException {
    return received(kind, await(kind));
  }

  /// Receives the next message, which should be of that kind if there is any; what [#receive]
  /// passes over is.
  ///
  /// @return null when none is received in time
  /// @throws TestException when another is received
  public final @Nullable CmIn receiveAny(GmpAttribute kind) throws TestException {
    CmIn next = await(kind);
    return next == null ? null : received(kind, next);
  }

  private @Nullable CmIn await(GmpAttribute kind) throws TestException {
    CmIn next = exchange.next(this, dut.answerNanos());
    while (next != null && !next.is(kind) && (next.is(MsgRcptAck.ATTRIBUTE) || isSentAgain(next))) {
      long more = isSentAgain(next) ? 0 : nanos((int) next.get(MsgRcptAck.SERVICE_TIMEOUT));
      next = exchange.next(this, dut.answerNanos() + more);
    }
    return next;
  }

  private CmIn received(GmpAttribute kind, @Nullable CmIn next) throws TestException {
    if (next == null) {
      throw exchange.missing(kind.name());
    }
    CmIn received = next;
    verifyOffered(kind, received);
    if (!steps
        .checks()
        .verify(received.frame(), received.is(kind), kind::name, received::toString)) {
      throw new TestException(
          DUT, "step %s: expected %s, received %s".formatted(steps.current(), kind.name(), next));
    }
    return received;
  }

  /// Whether the DUT is what its URI says.
  void verifyOffered(GmpAttribute kind, CmIn received) throws TestException {
    // by default nothing is said of what it offers
  }

  /// Receives the next message, whatever it is.
  ///
  /// @throws TestException when none is received
  public final CmIn receive() throws TestException {
    CmIn next = exchange.next(this, dut.answerNanos());
    if (next == null) {
      throw exchange.missing("an answer");
    }
    steps.checks().passed(next.frame(), "");
    return next;
  }

  /// The next message; null when none is received in time.
  ///
  /// @param nanos from now
  public final @Nullable CmIn next(long nanos) throws TestException {
    return exchange.next(this, nanos);
  }

  /// Verifies that no message is received.
  ///
  /// @param nanos from now
  public final boolean verifySilence(long nanos) throws TestException {
    CmIn any = exchange.next(this, nanos);
    return steps
        .checks()
        .verify(
            any == null ? 0 : any.frame(),
            any == null,
            () -> "no message within %.1f s".formatted(nanos / 1e9),
            () -> String.valueOf(any));
  }

  // --- packets

  /// Verifies that the next packet of the tester is acknowledged, and counted: what is taken for
  /// one that was received before is acknowledged, too.
  public final boolean verifyServes() throws TestException {
    int psn = Psn.add(firstPsn(), writes++);
    return exchange.verifyAcknowledged(this, psn, writes);
  }

  /// Verifies that the next packet of the tester is not acknowledged, which leaves its PSN to a
  /// later one.
  public final boolean verifyServesNoMore() throws TestException {
    return exchange.verifyUnacknowledged(this, Psn.add(firstPsn(), writes));
  }

  /// It ended, and need not be ended.
  public final void setOver() {
    isOver = true;
  }

  /// Whether it ended.
  final boolean isOver() {
    return isOver;
  }

  /// Ends it, so that the DUT has not to keep it.
  abstract void hangUp() throws TestException;

  /// Waits for a message, and passes all others over.
  ///
  /// @return whether it was received
  final boolean passes(GmpAttribute kind) throws TestException {
    long deadline = dut.now() + dut.silenceNanos();
    CmIn next = exchange.take(this, deadline);
    while (next != null && !next.is(kind)) {
      next = exchange.take(this, deadline);
    }
    return next != null;
  }
}
