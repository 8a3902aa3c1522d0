package org.ibassay.device.cm;

import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.GsiPeer;
import org.ibassay.link.upper.ConnectSettings;
import org.ibassay.link.upper.ConnectionStatus;
import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.jspecify.annotations.Nullable;

/// A connection that the DUT requested.
final class ActiveConnection extends CmConnection {
  private final ConnectSettings settings;
  private @Nullable CmMessage reply;
  private ConnectionStatus status = new ConnectionStatus(State.CONNECTING, 0);

  ActiveConnection(
      Fabric fabric,
      CmMessage request,
      ConnectSettings settings,
      GsiPeer peer,
      Consumer<CmConnection> runOut) {
    super(fabric, request, peer, runOut);
    this.settings = settings;
  }

  ConnectSettings settings() {
    return settings;
  }

  @Override
  long localId() {
    return request().get(CmMessage.LOCAL_ID);
  }

  @Override
  long remoteId() {
    return reply == null ? 0 : reply.get(CmMessage.LOCAL_ID);
  }

  @Override
  int qpn() {
    return (int) request().get(ConnectRequest.LOCAL_QPN);
  }

  @Override
  int peerQpn() {
    return reply == null ? 0 : (int) reply.get(ConnectReply.LOCAL_QPN);
  }

  @Override
  int timeout() {
    return (int) request().get(ConnectRequest.REMOTE_CM_RESPONSE_TIMEOUT);
  }

  /// The peer accepted it.
  void accepted(CmMessage rep) {
    reply = rep;
  }

  /// The peer rejected it.
  void rejected(int reason) {
    status = new ConnectionStatus(State.REJECTED, reason);
  }

  /// Returns the status that the application sees.
  ConnectionStatus status() {
    return status;
  }

  @Override
  void enter(ConnectionState next) {
    super.enter(next);
    if (next == ConnectionState.ESTABLISHED) {
      status = new ConnectionStatus(State.ESTABLISHED, 0);
    } else if (next == ConnectionState.TIME_WAIT) {
      status =
          switch (status.state()) {
            case CONNECTING -> new ConnectionStatus(State.UNREACHABLE, 0);
            case ESTABLISHED -> new ConnectionStatus(State.DISCONNECTED, 0);
            default -> status;
          };
    }
  }
}
