package org.ibassay.device.cm;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.device.rc.Timer;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;

/// A connection, including one that has ended but is still remembered.
abstract sealed class CmConnection permits ActiveConnection, PassiveConnection {
  private final CmMessage request;
  private final GsiPeer peer;
  private final Timer timer;
  private ConnectionState state = ConnectionState.NONE;
  private CmMessage unanswered;
  private int sent;

  /// @param request REQ, from either side
  /// @param runOut called when it has waited long enough
  CmConnection(Fabric fabric, CmMessage request, GsiPeer peer, Consumer<CmConnection> runOut) {
    this.request = request;
    this.peer = peer;
    this.unanswered = request;
    this.timer = new Timer(fabric, () -> runOut.accept(this));
  }

  /// The local Communication ID.
  abstract long localId();

  /// The peer's Communication ID; 0 while it is unknown.
  abstract long remoteId();

  /// The local QP.
  abstract int qpn();

  abstract int peerQpn();

  /// The timeout for a response of the peer, as an exponent.
  abstract int timeout();

  final CmMessage request() {
    return request;
  }

  final GsiPeer peer() {
    return peer;
  }

  final Timer timer() {
    return timer;
  }

  final ConnectionState state() {
    return state;
  }

  void enter(ConnectionState next) {
    state = next;
  }

  /// Returns a message from this side; all other fields are 0.
  final CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, request.header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, localId())
        .set(CmMessage.REMOTE_ID, remoteId());
  }

  final CmMessage dreq() {
    return message(DisconnectRequest.ATTRIBUTE).set(DisconnectRequest.REMOTE_QPN_EECN, peerQpn());
  }

  // --- messages that are resent until they are answered

  final void awaitAnswer(CmMessage message) {
    unanswered = message;
    sent = 0;
  }

  final CmMessage unanswered() {
    return unanswered;
  }

  /// How often the message was sent.
  final int sent() {
    return sent;
  }

  final void countSent() {
    sent++;
  }

  final int mostRetries() {
    return (int) request.get(ConnectRequest.MAX_CM_RETRIES);
  }
}
