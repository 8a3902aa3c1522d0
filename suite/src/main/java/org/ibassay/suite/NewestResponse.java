package org.ibassay.suite;

import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// The newest PSN and MSN that the DUT has acknowledged as responder. The DUT may repeat its newest
/// acknowledge at any time, to return credits (9.7.7.2); it must answer no other request again, and
/// none that it has not received.
final class NewestResponse {
  private boolean isKnown;
  private int psn;
  private int msn;

  /// Whether a packet is a response.
  static boolean isResponse(PacketIn packetIn) {
    OpCode opCode = packetIn.has(Header.BTH) ? packetIn.opCode() : null;
    return opCode != null && opCode.operation().isResponse();
  }

  /// Resets it: nothing has been answered.
  void forget() {
    isKnown = false;
  }

  /// Records a response that a test awaited. A NAK also acknowledges all packets before its PSN.
  void received(PacketIn packetIn) {
    if (!isResponse(packetIn)) {
      return;
    }
    boolean isAck = !packetIn.has(Header.AETH) || packetIn.syndrome() instanceof Syndrome.Ack;
    int answered = isAck ? packetIn.psn() : Psn.add(packetIn.psn(), -1);
    if (!isKnown || !Psn.isBefore(answered, psn)) {
      psn = answered;
      msn = packetIn.has(Header.AETH) ? packetIn.msn() : msn;
      isKnown = true;
    }
  }

  /// The PSN after the newest; `otherwise` if nothing has been answered.
  int next(int otherwise) {
    return isKnown ? Psn.next(psn) : otherwise;
  }

  /// `AETH_MSN` of the newest response.
  int msn() {
    return msn;
  }

  /// Whether a response that no test awaits is allowed.
  boolean allows(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && psn == packetIn.psn() && msn == packetIn.msn();
  }

  /// Whether only its MSN makes a response disallowed.
  boolean hasOtherMsn(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && psn == packetIn.psn() && msn != packetIn.msn();
  }

  /// Whether an acknowledge concerns requests that have been answered.
  boolean covers(PacketIn packetIn) {
    return isKnown && !Psn.isBefore(psn, packetIn.psn());
  }

  /// Completes "expected ...".
  String expected() {
    return isKnown
        ? "nothing more, or the newest acknowledge again: PSN %d, MSN %d".formatted(psn, msn)
        : "no response, as nothing was asked";
  }

  /// Whether an acknowledge has a PSN after the newest; no link can make it from an earlier one.
  boolean isBefore(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && Psn.isBefore(psn, packetIn.psn());
  }

  private static boolean isPlainAck(PacketIn packetIn) {
    return packetIn.is(OpCode.RC_ACK) && packetIn.syndrome() instanceof Syndrome.Ack;
  }
}
