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
import org.ibassay.wire.cm.LoadAlternatePath;
import org.ibassay.wire.cm.ReadyToUse;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// A connection that the tester requests from the DUT: its messages and its packets.
public final class CmCall extends CmDialog {
  private static final String ALTERNATE = "Alternate ";
  private static final int OF_REP = 1;
  private static final int INVALID_SERVICE_ID = 8;

  /// The decision of the DUT's server, not of its communication manager.
  private static final int CONSUMER = 28;

  private final CmMessage request;
  private @Nullable CmIn reply;

  /// @param request REQ or SIDR_REQ, with ids that no other call uses
  CmCall(Steps steps, TransportDut dut, CmExchange exchange, CmMessage request) {
    super(steps, dut, exchange);
    this.request = request;
  }

  // --- identification

  /// Returns REQ, or the message in its place, which may be modified before it is sent.
  public CmMessage request() {
    return request;
  }

  @Override
  CmMessage req() {
    return request;
  }

  @Override
  public long localId() {
    return request.get(CmMessage.LOCAL_ID);
  }

  @Override
  public int qpn() {
    return (int) request.get(ConnectRequest.LOCAL_QPN);
  }

  @Override
  public long dutId() {
    return reply == null ? 0 : reply.get(CmMessage.LOCAL_ID);
  }

  @Override
  public int dutQpn() {
    return reply == null ? 0 : (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  @Override
  int firstPsn() {
    return (int) Objects.requireNonNull(reply, "no REP yet").get(ConnectReply.STARTING_PSN);
  }

  @Override
  int answered() {
    return OF_REP;
  }

  @Override
  boolean isOwn(CmMessage message) {
    return message.header(MadHeader.TRANSACTION_ID) == request.header(MadHeader.TRANSACTION_ID)
        || (message.header(MadHeader.MGMT_CLASS) == CmMessage.MGMT_CLASS
            && message.get(idOf(message)) == localId());
  }

  /// Returns the field of a DUT message that holds the tester's Communication ID or RequestID.
  private static Field idOf(CmMessage message) {
    return message.is(ServiceIdResReqResp.ATTRIBUTE)
        ? ServiceIdResReqResp.REQUEST_ID
        : CmMessage.REMOTE_ID;
  }

  // --- messages of the tester

  /// Sends REQ.
  public void ask() throws TestException {
    send(request);
  }

  /// RTU.
  public CmMessage rtu() {
    return message(ReadyToUse.ATTRIBUTE);
  }

  /// Returns LAP, which proposes the current path as alternate path.
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

  /// Returns SIDR_REQ for the ServiceID of this call.
  public CmMessage sidrReq() {
    return CmMessage.of(ServiceIdResReq.ATTRIBUTE, request.header(MadHeader.TRANSACTION_ID))
        .set(ServiceIdResReq.REQUEST_ID, localId())
        .set(ServiceIdResReq.PARTITION_KEY, request.get(ConnectRequest.PARTITION_KEY))
        .set(ServiceIdResReq.SERVICE_ID, request.get(ConnectRequest.SERVICE_ID));
  }

  // --- messages of the DUT

  @Override
  void verifyOffered(GmpAttribute kind, CmIn received) throws TestException {
    if (kind.equals(ConnectReply.ATTRIBUTE) && received.is(ConnectReject.ATTRIBUTE)) {
      int reason = (int) received.get(ConnectReject.REASON);
      if (reason == INVALID_SERVICE_ID || reason == CONSUMER) {
        throw new TestException(
            DUT,
            ("step %s: the DUT rejects a REQ for the service that its URI names (cm=PORT)"
                    + " with reason %d: %s")
                .formatted(
                    steps().current(),
                    reason,
                    reason == CONSUMER
                        ? "its server accepts no further connection"
                        : "it is not offered"));
      }
    }
  }

  @Override
  void decline(CmIn received) throws TestException {
    if (received.is(ConnectReply.ATTRIBUTE)) {
      reply = received;
      setOver();
      send(rej());
    }
  }

  @Override
  boolean isSentAgain(CmIn next) {
    return reply != null && Arrays.equals(next.message().toArray(), reply.message().toArray());
  }

  /// Receives REP and uses its ids from now on.
  public CmIn receiveReply() throws TestException {
    CmIn received = receive(ConnectReply.ATTRIBUTE);
    reply = received;
    return received;
  }

  /// Receives REP, whose ids are used from now on, or a message of another kind.
  ///
  /// @throws TestException if neither is received
  public CmIn receiveReplyOr(GmpAttribute other) throws TestException {
    CmIn received = receiveOneOf(ConnectReply.ATTRIBUTE, other);
    if (received.is(ConnectReply.ATTRIBUTE)) {
      reply = received;
    }
    return received;
  }

  /// Sends REQ and receives REP.
  public CmIn askAndReceive() throws TestException {
    ask();
    return receiveReply();
  }

  /// Sends REQ, receives REP, and sends RTU.
  public CmIn establish() throws TestException {
    CmIn received = askAndReceive();
    send(rtu());
    return received;
  }

  @Override
  void hangUp() throws TestException {
    if (reply == null || isOver()) {
      return;
    }
    setOver();
    send(dreq());
    passes(DisconnectReply.ATTRIBUTE);
  }
}
