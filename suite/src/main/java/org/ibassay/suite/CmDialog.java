package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.jspecify.annotations.Nullable;

/// The messages and packets of one connection between the tester and the DUT, whichever side
/// requested it.
public abstract sealed class CmDialog permits CmCall, DutCall {
  private static final long UNIT_NANOS = 4_096;
  private static final int CONSUMER = 28;
  private static final long INVALID_R_KEY = 0x0BAD_0BADL;

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

  /// Converts a timeout exponent to nanoseconds (12.6).
  public static long nanos(int exponent) {
    return UNIT_NANOS << exponent;
  }

  // --- identification

  /// Returns REQ, whichever side sent it.
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

  /// Returns whether a DUT message belongs to this connection.
  abstract boolean isOwn(CmMessage message);

  /// Returns whether an unexpected message is a retransmission, which a slow answer may cause.
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

  /// REJ of the DUT's REQ or REP with the reason consumer reject.
  public final CmMessage rej() {
    return message(ConnectReject.ATTRIBUTE)
        .set(ConnectReject.MESSAGE_REJECTED, answered())
        .set(ConnectReject.REASON, CONSUMER);
  }

  /// MRA of the DUT's REQ or REP.
  ///
  /// @param timeout exponent of the tester's ServiceTimeout
  public final CmMessage mra(int timeout) {
    return message(MsgRcptAck.ATTRIBUTE)
        .set(MsgRcptAck.MESSAGE_MRAED, answered())
        .set(MsgRcptAck.SERVICE_TIMEOUT, timeout);
  }

  /// Returns the code of the DUT's message that the tester answers: 0 REQ, 1 REP.
  abstract int answered();

  final CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, req().header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, localId())
        .set(CmMessage.REMOTE_ID, dutId());
  }

  // --- messages of the DUT

  /// Receives the next message and verifies its kind. MRAs extend the time to wait; they and
  /// retransmissions, which a slow answer may cause, are ignored.
  ///
  /// @throws TestException if none or another one is received: later checks would be meaningless
  public final CmIn receive(GmpAttribute kind) throws TestException {
    return received(kind, await(kind));
  }

  /// Receives the next message, if there is one, and verifies its kind. Ignores the same messages
  /// as [#receive].
  ///
  /// @return null if none is received in time
  /// @throws TestException if another one is received
  public final @Nullable CmIn receiveAny(GmpAttribute kind) throws TestException {
    CmIn next = await(kind);
    return next == null ? null : received(kind, next);
  }

  /// Receives the next message and verifies that it is of one of two kinds.
  ///
  /// @throws TestException if none or another one is received
  final CmIn receiveOneOf(GmpAttribute one, GmpAttribute other) throws TestException {
    CmIn next = await(one);
    return received(next != null && next.is(other) ? other : one, next);
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
      decline(received);
      throw new TestException(
          DUT, "step %s: expected %s, received %s".formatted(steps.current(), kind.name(), next));
    }
    return received;
  }

  /// Ends a connection that a message opens against the tester's expectation.
  void decline(CmIn received) throws TestException {
    // by default, no message does
  }

  /// Verifies that the DUT offers what its URI says.
  void verifyOffered(GmpAttribute kind, CmIn received) throws TestException {
    // by default, nothing is known of the services it offers
  }

  /// Receives the next message of any kind.
  ///
  /// @throws TestException if none is received
  public final CmIn receive() throws TestException {
    CmIn next = exchange.next(this, dut.answerNanos());
    if (next == null) {
      throw exchange.missing("a response");
    }
    steps.checks().passed(next.frame(), "");
    return next;
  }

  /// Returns the next message, or null if none is received in time.
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

  /// Verifies that no message of a kind is received; others may be.
  ///
  /// @param nanos from now
  public final boolean verifyNever(GmpAttribute kind, long nanos) throws TestException {
    long deadline = dut.now() + nanos;
    CmIn next = next(nanos);
    while (next != null && !next.is(kind) && dut.now() < deadline) {
      next = next(deadline - dut.now());
    }
    CmIn last = next;
    boolean isMissing = last == null || !last.is(kind);
    return steps
        .checks()
        .verify(
            isMissing || last == null ? 0 : last.frame(),
            isMissing,
            () -> "no %s within %.1f s".formatted(kind.name(), nanos / 1e9),
            () -> String.valueOf(last));
  }

  // --- packets

  /// Verifies that the tester's next packet is acknowledged and counted by the MSN: a packet taken
  /// for a duplicate is acknowledged, too.
  public final boolean verifyServes() throws TestException {
    int psn = Psn.add(firstPsn(), writes++);
    return exchange.verifyAcknowledged(this, psn, writes);
  }

  /// Verifies that the tester's next packet is not acknowledged; its PSN is then reused.
  public final boolean verifyServesNoMore() throws TestException {
    return exchange.verifyUnacknowledged(this, Psn.add(firstPsn(), writes));
  }

  /// Verifies that the First packet of an RDMA WRITE with an invalid R_Key is refused because of
  /// the R_Key, not of its length. This ends the DUT's QP.
  ///
  /// @param bytes path MTU of the connection
  public final boolean verifyPathMtu(int bytes) throws TestException {
    PacketOut first =
        PacketOut.of(OpCode.RC_RDMA_WRITE_FIRST)
            .ackReq()
            .set(Reth.R_KEY, INVALID_R_KEY)
            .set(Reth.DMA_LEN, 2L * bytes)
            .payload(new byte[bytes]);
    return exchange.verifyRefused(
        this, first, Psn.add(firstPsn(), writes), new Nak(Nak.REMOTE_ACCESS_ERROR));
  }

  /// Records that the connection has ended and need not be closed.
  public final void setOver() {
    isOver = true;
  }

  /// Returns whether the connection has ended.
  final boolean isOver() {
    return isOver;
  }

  /// Ends the connection, so that the DUT need not keep it.
  abstract void hangUp() throws TestException;

  /// Waits for a message and ignores all others.
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
