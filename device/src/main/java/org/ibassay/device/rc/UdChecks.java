package org.ibassay.device.rc;

import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;

/// The checks of a datagram.
final class UdChecks {
  private UdChecks() {}

  /// Whether a datagram has a fault; to be called in the order of the faults.
  static boolean has(UdFault fault, TransportPacket packet, DatagramQp qp, DatagramAdapter at) {
    PostedReceive receive = qp.receives().next();
    return switch (fault) {
      case CARRIER -> !HeaderChecks.isCarried(packet);
      case ICRC -> !HeaderChecks.isSound(packet);
      case T_VER -> packet.get(Header.BTH, Bth.T_VER) != 0;
      case DESTINATION -> !at.isDestination(packet);
      case OPCODE -> !packet.is(OpCode.UD_SEND_ONLY) && !packet.is(OpCode.UD_SEND_ONLY_IMM);
      case P_KEY -> !HeaderChecks.isOfPartition(at.pKey(), (int) packet.get(Header.BTH, Bth.P_KEY));
      case Q_KEY ->
          packet.has(Header.DETH)
              && (int) packet.get(Header.DETH, Deth.Q_KEY) != qp.settings().qKey();
      case NOT_READY -> !qp.isReceiving();
      case TOO_LONG_FOR_PATH -> packet.payloadBytes() > at.mtu();
      case NO_RECEIVE -> receive == null;
      case TOO_LONG_FOR_RECEIVE ->
          receive != null && GrhArea.BYTES + packet.payloadBytes() > receive.into().bytes();
    };
  }
}
