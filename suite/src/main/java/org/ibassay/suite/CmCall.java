package org.ibassay.suite;

import static org.ibassay.suite.TestException.Cause.DUT;

import java.util.Arrays;
import java.util.Objects;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.cm.LoadAlternatePath;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// The tester asks the DUT for a connection: the messages of one, and its packets.
public final class CmCall {
  private static final long UNIT_NANOS = 4_096;
  private static final String ALTERNATE = "Alternate ";
  private static final int OF_REP = 1;
  private static final int CONSUMER = 28;
  private static final int INVALID_SERVICE_ID = 8;

  private final TransportDut dut;
  private final CmExchange exchange;
  private final Steps steps;
  private final CmMessage request;
  private @Nullable CmIn reply;
  private int writes;
  private boolean isOver;

  /// @param request of ids that no other call has
  CmCall(Steps steps, TransportDut dut, CmExchange exchange, CmMessage request) {
    this.steps = steps;
    this.dut = dut;
    this.exchange = exchange;
    this.request = request;
  }

  /// The time that an exponent stands for, in nanoseconds (12.6).
  public static long nanos(int exponent) {
    return UNIT_NANOS << exponent;
  }

  // --- what it is known by

  /// REQ, or what stands in its place, to be changed before it is sent.
  public CmMessage request() {
    return request;
  }

  /// The tester's Communication ID.
  public long localId() {
    return request.get(CmMessage.LOCAL_ID);
  }

  /// The tester's QP.
  public int qpn() {
    return (int) request.get(ConnectRequest.LOCAL_QPN);
  }

  /// The DUT's Communication ID; 0 before REP.
  public long dutId() {
    return reply == null ? 0 : reply.get(CmMessage.LOCAL_ID);
  }

  /// The DUT's QP.
  public int dutQpn() {
    return (int) Objects.requireNonNull(reply, "no REP yet").get(ConnectReply.LOCAL_QPN);
  }

  boolean isOwn(CmMessage message) {
    return message.header(MadHeader.MGMT_CLASS) == CmMessage.MGMT_CLASS
        && (message.header(MadHeader.TRANSACTION_ID) == request.header(MadHeader.TRANSACTION_ID)
            || message.get(idOf(message)) == localId());
  }

  /// Where a message of the DUT has the tester's Communication ID, or its RequestID.
  private static Field idOf(CmMessage message) {
    return message.is(ServiceIdResReqResp.ATTRIBUTE)
        ? ServiceIdResReqResp.REQUEST_ID
        : CmMessage.REMOTE_ID;
  }

  // --- messages of the tester

  /// Sends REQ.
  public void ask() throws TestException {
    exchange.send(request);
  }

  /// Sends a message.
  public void send(CmMessage message) throws TestException {
    exchange.send(message);
  }

  /// RTU.
  public CmMessage rtu() {
    return message(ReadyToUse.ATTRIBUTE);
  }

  /// DREQ.
  public CmMessage dreq() {
    return message(DisconnectRequest.ATTRIBUTE)
        .set(DisconnectRequest.REMOTE_QPN_EECN, reply == null ? 0 : dutQpn());
  }

  /// DREP.
  public CmMessage drep() {
    return message(DisconnectReply.ATTRIBUTE);
  }

  /// REJ of a REP: the consumer refuses.
  public CmMessage rej() {
    return message(ConnectReject.ATTRIBUTE)
        .set(ConnectReject.MESSAGE_REJECTED, OF_REP)
        .set(ConnectReject.REASON, CONSUMER);
  }

  /// MRA of a REP.
  ///
  /// @param timeout exponent of the time that the tester needs
  public CmMessage mra(int timeout) {
    return message(MsgRcptAck.ATTRIBUTE)
        .set(MsgRcptAck.MESSAGE_MRAED, OF_REP)
        .set(MsgRcptAck.SERVICE_TIMEOUT, timeout);
  }

  /// LAP: the path of the connection is to be its alternate path, too.
  public CmMessage lap() {
    CmMessage lap =
        message(LoadAlternatePath.ATTRIBUTE)
            .set(LoadAlternatePath.REMOTE_QPN_EECN, dutQpn())
            .set(
                LoadAlternatePath.REMOTE_CM_RESPONSE_TIMEOUT,
                request.get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT));
    for (Field field : LoadAlternatePath.ATTRIBUTE.layout().fields()) {
      if (field.name().startsWith(ALTERNATE)) {
        Field primary = ConnectRequest.primary(field.name().substring(ALTERNATE.length()));
        if (field.form() == Form.GID) {
          lap.set(field, Gid.get(primary, request.bytes(), CmMessage.DATA));
        } else {
          lap.set(field, request.get(primary));
        }
      }
    }
    return lap;
  }

  /// SIDR_REQ for the ServiceID of this call.
  public CmMessage sidrReq() {
    return CmMessage.of(ServiceIdResReq.ATTRIBUTE, request.header(MadHeader.TRANSACTION_ID))
        .set(ServiceIdResReq.REQUEST_ID, localId())
        .set(ServiceIdResReq.PARTITION_KEY, request.get(ConnectRequest.PARTITION_KEY))
        .set(ServiceIdResReq.SERVICE_ID, request.get(ConnectRequest.SERVICE_ID));
  }

  private CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, request.header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, localId())
        .set(CmMessage.REMOTE_ID, dutId());
  }

  // --- messages of the DUT

  /// Receives the next message, which should be of that kind. MRAs of a REQ are passed over, and
  /// give the DUT the time that they say; so is REP when it was sent again, as RTU may take its
  /// time.
  ///
  /// @throws TestException when none is received, or another: nothing can be said of what follows
  public CmIn receive(GmpAttribute kind) throws TestException {
    return received(kind, await(kind));
  }

  /// Receives the next message, which should be of that kind if there is any; what [#receive]
  /// passes over is.
  ///
  /// @return null when none is received in time
  /// @throws TestException when another is received
  public @Nullable CmIn receiveAny(GmpAttribute kind) throws TestException {
    CmIn next = await(kind);
    return next == null ? null : received(kind, next);
  }

  private @Nullable CmIn await(GmpAttribute kind) throws TestException {
    CmIn next = exchange.next(this, dut.answerNanos());
    while (next != null
        && !next.is(kind)
        && (next.is(MsgRcptAck.ATTRIBUTE) || isReplyAgain(next))) {
      long more = isReplyAgain(next) ? 0 : nanos((int) next.get(MsgRcptAck.SERVICE_TIMEOUT));
      next = exchange.next(this, dut.answerNanos() + more);
    }
    return next;
  }

  private CmIn received(GmpAttribute kind, @Nullable CmIn next) throws TestException {
    if (next == null) {
      throw exchange.missing(kind.name());
    }
    CmIn received = next;
    if (kind.equals(ConnectReply.ATTRIBUTE) && isOfNobody(received)) {
      throw new TestException(
          DUT,
          "step %s: the DUT rejects a REQ for the service that its URI names (cm=PORT) with reason 8:"
                  .formatted(steps.current())
              + " nobody offers it");
    }
    if (!steps
        .checks()
        .verify(received.frame(), received.is(kind), kind::name, received::toString)) {
      throw new TestException(
          DUT, "step %s: expected %s, received %s".formatted(steps.current(), kind.name(), next));
    }
    return received;
  }

  private static boolean isOfNobody(CmIn received) {
    return received.is(ConnectReject.ATTRIBUTE)
        && received.get(ConnectReject.REASON) == INVALID_SERVICE_ID;
  }

  private boolean isReplyAgain(CmIn next) {
    return reply != null && Arrays.equals(next.message().toArray(), reply.message().toArray());
  }

  /// Receives the next message, whatever it is.
  ///
  /// @throws TestException when none is received
  public CmIn receive() throws TestException {
    CmIn next = exchange.next(this, dut.answerNanos());
    if (next == null) {
      throw exchange.missing("an answer");
    }
    steps.checks().passed(next.frame(), "");
    return next;
  }

  /// Receives REP, and answers by its ids from now on.
  public CmIn receiveReply() throws TestException {
    CmIn received = receive(ConnectReply.ATTRIBUTE);
    reply = received;
    return received;
  }

  /// Asks, and receives REP.
  public CmIn askAndReceive() throws TestException {
    ask();
    return receiveReply();
  }

  /// Asks, receives REP, and sends RTU.
  public CmIn establish() throws TestException {
    CmIn received = askAndReceive();
    send(rtu());
    return received;
  }

  /// The next message; null when none is received in time.
  ///
  /// @param nanos from now
  public @Nullable CmIn next(long nanos) throws TestException {
    return exchange.next(this, nanos);
  }

  /// Verifies that no message is received.
  ///
  /// @param nanos from now
  public boolean verifySilence(long nanos) throws TestException {
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

  /// Verifies that the next packet of the tester is acknowledged.
  public boolean verifyServes() throws TestException {
    return exchange.verifyAcknowledged(this, nextPsn());
  }

  /// Verifies that the next packet of the tester is not acknowledged.
  public boolean verifyServesNoMore() throws TestException {
    return exchange.verifyUnacknowledged(this, nextPsn());
  }

  private int nextPsn() {
    CmIn rep = Objects.requireNonNull(reply, "no REP yet");
    return Psn.add((int) rep.get(ConnectReply.STARTING_PSN), writes++);
  }

  /// It ended, and need not be ended.
  public void setOver() {
    isOver = true;
  }

  /// Ends it, so that the DUT has not to keep it.
  void hangUp() throws TestException {
    if (reply == null || isOver) {
      return;
    }
    isOver = true;
    exchange.send(dreq());
    long deadline = dut.now() + dut.silenceNanos();
    CmIn next = exchange.take(this, deadline);
    while (next != null && !next.is(DisconnectReply.ATTRIBUTE)) {
      next = exchange.take(this, deadline);
    }
  }
}
