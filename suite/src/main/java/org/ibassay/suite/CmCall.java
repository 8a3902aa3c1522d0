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

/// The tester asks the DUT for a connection: the messages of one, and its packets.
public final class CmCall extends CmDialog {
  private static final String ALTERNATE = "Alternate ";
  private static final int OF_REP = 1;
  private static final int INVALID_SERVICE_ID = 8;

  /// The decision of the DUT's server, not of its communication manager.
  private static final int CONSUMER = 28;

  private final CmMessage request;
  private @Nullable CmIn reply;

  /// @param request of ids that no other call has
  CmCall(Steps steps, TransportDut dut, CmExchange exchange, CmMessage request) {
    super(steps, dut, exchange);
    this.request = request;
  }

  // --- what it is known by

  /// REQ, or what stands in its place, to be changed before it is sent.
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

  /// Where a message of the DUT has the tester's Communication ID, or its RequestID.
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
  boolean isSentAgain(CmIn next) {
    return reply != null && Arrays.equals(next.message().toArray(), reply.message().toArray());
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
