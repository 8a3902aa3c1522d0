package org.ibassay.link.roce;

import org.ibassay.link.LinkException;
import org.ibassay.link.packet.GmpPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;
import org.ibassay.wire.mad.GmpAttribute;

/// Identifiers shared by the messages of one connection.
///
/// @param transactionId TransactionID of its first message
/// @param localId the tester's Communication ID
/// @param remoteId the DUT's Communication ID
/// @param remoteQpn the DUT's QP
record CmEstablished(long transactionId, long localId, long remoteId, long remoteQpn) {
  private static final int TRIES = 8;

  /// Longer than the time after which a lost message is resent.
  static final long SETTLED_NANOS = 200_000_000L;

  /// Returns a message from the tester; all other fields are 0.
  CmMessage message(GmpAttribute kind) {
    return CmMessage.of(kind, transactionId)
        .set(CmMessage.LOCAL_ID, localId)
        .set(CmMessage.REMOTE_ID, remoteId);
  }

  /// Sends DREQ until DREP is received, or the retries are exhausted.
  void disconnect(PacketPort port, GmpPort messages) throws LinkException, InterruptedException {
    CmMessage dreq =
        message(DisconnectRequest.ATTRIBUTE).set(DisconnectRequest.REMOTE_QPN_EECN, remoteQpn);
    boolean isOver = false;
    for (int i = 0; i < TRIES && !isOver; i++) {
      messages.send(dreq.bytes());
      long deadline = port.clock().nanos() + SETTLED_NANOS;
      isOver = messages.receive(CmEstablished::isReply, deadline) != null;
    }
  }

  /// Parses a packet as a communication management message, whether or not it is one.
  static CmMessage message(ReceivedPacket received) {
    return CmMessage.read(GmpPort.mad(received));
  }

  private static boolean isReply(ReceivedPacket received) {
    return GmpPort.isGmp(received) && message(received).is(DisconnectReply.ATTRIBUTE);
  }
}
