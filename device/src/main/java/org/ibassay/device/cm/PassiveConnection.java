package org.ibassay.device.cm;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;

/// A connection that a peer requested.
final class PassiveConnection extends CmConnection {
  private final CmMessage reply;

  /// @param reply the REP as sent
  PassiveConnection(
      Fabric fabric,
      CmMessage request,
      CmMessage reply,
      GsiPeer peer,
      Consumer<CmConnection> runOut) {
    super(fabric, request, peer, runOut);
    this.reply = reply;
    awaitAnswer(reply);
  }

  @Override
  long localId() {
    return reply.get(CmMessage.LOCAL_ID);
  }

  @Override
  long remoteId() {
    return request().get(CmMessage.LOCAL_ID);
  }

  @Override
  int qpn() {
    return (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  @Override
  int peerQpn() {
    return (int) request().get(ConnectRequest.LOCAL_QPN);
  }

  @Override
  int timeout() {
    return (int) request().get(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT);
  }

  /// Whether a REQ is the repeated REQ of this connection.
  boolean wasAskedBy(CmMessage other) {
    return remoteId() == other.get(CmMessage.LOCAL_ID)
        && request().get(ConnectRequest.LOCAL_CA_GUID) == other.get(ConnectRequest.LOCAL_CA_GUID);
  }

  /// Whether a REQ is for the peer's QP of this connection, which has not ended.
  boolean hasPeerQpOf(CmMessage other) {
    return state() != ConnectionState.TIME_WAIT
        && peerQpn() == other.get(ConnectRequest.LOCAL_QPN)
        && request().get(ConnectRequest.LOCAL_CA_GUID) == other.get(ConnectRequest.LOCAL_CA_GUID);
  }
}
