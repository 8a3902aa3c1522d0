package org.ibassay.device.cm;

import org.ibassay.wire.Field;
import org.ibassay.wire.cm.AlternatePathResponse;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.cm.MsgRcptAck;
import org.ibassay.wire.cm.ServiceIdResReq;
import org.ibassay.wire.cm.ServiceIdResReqResp;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;

/// Responses to messages except REP, and the reasons for rejecting a REQ.
final class CmAnswers {
  /// Reasons of REJ (12.6.7.2).
  static final int TIMEOUT = 4;

  static final int INVALID_COMMUNICATION_INSTANCE = 5;
  static final int INVALID_SERVICE_ID = 8;
  static final int INVALID_TRANSPORT_TYPE = 9;
  static final int STALE_CONNECTION = 10;
  static final int CONSUMER = 28;

  /// AP Status of APR (12.8.2).
  static final int PATH_LOADED = 0;

  static final int PATH_OF_UNKNOWN_CONNECTION = 1;
  static final int NO_ALTERNATE_PATHS = 2;

  private static final int OF_REQ = 0;
  private static final int OF_REP = 1;
  private static final int SERVICE_ID_NOT_SUPPORTED = 1;

  private CmAnswers() {}

  /// Returns a message with the TransactionID of the message that it answers, and with its
  /// Communication IDs exchanged; a REQ has only one, so the other is 0.
  static CmMessage of(GmpAttribute kind, CmMessage cause) {
    boolean isRequest = cause.is(ConnectRequest.ATTRIBUTE);
    return CmMessage.of(kind, cause.header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, isRequest ? 0 : cause.get(CmMessage.REMOTE_ID))
        .set(CmMessage.REMOTE_ID, cause.get(CmMessage.LOCAL_ID));
  }

  static CmMessage rej(CmMessage request, int reason) {
    return of(ConnectReject.ATTRIBUTE, request)
        .set(ConnectReject.MESSAGE_REJECTED, OF_REQ)
        .set(ConnectReject.REASON, reason);
  }

  static CmMessage mra(CmMessage cause, int timeout) {
    return of(MsgRcptAck.ATTRIBUTE, cause)
        .set(MsgRcptAck.MESSAGE_MRAED, cause.is(ConnectRequest.ATTRIBUTE) ? OF_REQ : OF_REP)
        .set(MsgRcptAck.SERVICE_TIMEOUT, timeout);
  }

  static CmMessage drep(CmMessage request) {
    return of(DisconnectReply.ATTRIBUTE, request);
  }

  static CmMessage apr(CmMessage request, int status) {
    return of(AlternatePathResponse.ATTRIBUTE, request)
        .set(AlternatePathResponse.AP_STATUS, status);
  }

  /// There is no datagram service.
  static CmMessage sidrRep(CmMessage request) {
    CmMessage answer =
        CmMessage.of(ServiceIdResReqResp.ATTRIBUTE, request.header(MadHeader.TRANSACTION_ID));
    copy(request, ServiceIdResReq.REQUEST_ID, answer, ServiceIdResReqResp.REQUEST_ID);
    copy(request, ServiceIdResReq.SERVICE_ID, answer, ServiceIdResReqResp.SERVICE_ID);
    return answer.set(ServiceIdResReqResp.STATUS, SERVICE_ID_NOT_SUPPORTED);
  }

  private static void copy(CmMessage from, Field field, CmMessage to, Field toField) {
    to.set(toField, from.get(field));
  }

  /// Whether the version of a REQ's private data is known.
  static boolean hasRightHeader(CmMessage request) {
    var header = request.from(ConnectRequest.PRIVATE_DATA);
    long ip = IpCmHeader.IPV.get(header, 0);
    return IpCmHeader.MAJ_V.get(header, 0) == 0 && (ip == 4 || ip == 6);
  }
}
