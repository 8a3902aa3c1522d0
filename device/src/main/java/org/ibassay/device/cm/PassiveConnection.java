package org.ibassay.device.cm;

import org.ibassay.device.rc.Timer;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;

/// A connection that a peer asked for, or one that ended and is not forgotten yet.
final class PassiveConnection {
  private final CmMessage request;
  private final CmMessage reply;
  private final PortAddress peer;
  private final Timer timer;
  private ConnectionState state = ConnectionState.NONE;
  private int sent;

  /// @param reply as it is sent
  /// @param timer runs out when the connection waited long enough
  PassiveConnection(CmMessage request, CmMessage reply, PortAddress peer, Timer timer) {
    this.request = request;
    this.reply = reply;
    this.peer = peer;
    this.timer = timer;
  }

  CmMessage request() {
    return request;
  }

  CmMessage reply() {
    return reply;
  }

  PortAddress peer() {
    return peer;
  }

  long localId() {
    return reply.get(CmMessage.LOCAL_ID);
  }

  long remoteId() {
    return request.get(CmMessage.LOCAL_ID);
  }

  int qpn() {
    return (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  Timer timer() {
    return timer;
  }

  ConnectionState state() {
    return state;
  }

  void enter(ConnectionState next) {
    state = next;
  }

  /// How often REP was sent.
  int sent() {
    return sent;
  }

  void countSent() {
    sent++;
  }

  /// Whether a REQ is the one that asked for this connection, received again.
  boolean wasAskedBy(CmMessage other) {
    return remoteId() == other.get(CmMessage.LOCAL_ID)
        && request.get(ConnectRequest.LOCAL_CA_GUID) == other.get(ConnectRequest.LOCAL_CA_GUID);
  }

  /// Whether a REQ is for the peer's QP of this connection, which is not ended.
  boolean hasPeerQpOf(CmMessage other) {
    return state != ConnectionState.TIME_WAIT
        && request.get(ConnectRequest.LOCAL_QPN) == other.get(ConnectRequest.LOCAL_QPN)
        && request.get(ConnectRequest.LOCAL_CA_GUID) == other.get(ConnectRequest.LOCAL_CA_GUID);
  }
}
