package org.ibassay.device.cm;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.Timer;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;

/// A connection, or one that ended and is not forgotten yet.
abstract sealed class Connection permits ActiveConnection, PassiveConnection {
  private final CmMessage request;
  private final PortAddress peer;
  private final Timer timer;
  private ConnectionState state = ConnectionState.NONE;
  private CmMessage unanswered;
  private int sent;

  /// @param request REQ, whoever sent it
  /// @param runOut takes it when it waited long enough
  Connection(Fabric fabric, CmMessage request, PortAddress peer, Consumer<Connection> runOut) {
    this.request = request;
    this.peer = peer;
    this.unanswered = request;
    this.timer = new Timer(fabric, () -> runOut.accept(this));
  }

  /// Its own Communication ID.
  abstract long localId();

  /// The peer's Communication ID; 0 for as long as it is not known.
  abstract long remoteId();

  /// Its own QP.
  abstract int qpn();

  abstract int peerQpn();

  /// How long an answer of the peer may take, as an exponent.
  abstract int timeout();

  final CmMessage request() {
    return request;
  }

  final PortAddress peer() {
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

  /// A message of this side, whose other fields are 0.
  final CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, request.header(MadHeader.TRANSACTION_ID))
        .set(CmMessage.LOCAL_ID, localId())
        .set(CmMessage.REMOTE_ID, remoteId());
  }

  final CmMessage dreq() {
    return message(DisconnectRequest.ATTRIBUTE).set(DisconnectRequest.REMOTE_QPN_EECN, peerQpn());
  }

  // --- what is sent until it is answered

  final void awaitAnswer(CmMessage message) {
    unanswered = message;
    sent = 0;
  }

  final CmMessage unanswered() {
    return unanswered;
  }

  /// How often that was sent.
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
