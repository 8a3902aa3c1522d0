package org.ibassay.suite;

import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// How far the DUT has answered, as responder. It may repeat its newest acknowledge at any time, to
/// tell of new credits (9.7.7.2); it answers nothing twice, and nothing that it has not received.
final class NewestResponse {
  private boolean isKnown;
  private int psn;
  private int msn;

  /// Whether a packet is a response.
  static boolean isResponse(PacketIn packetIn) {
    OpCode opCode = packetIn.has(Header.BTH) ? packetIn.opCode() : null;
    return opCode != null && opCode.operation().isResponse();
  }

  /// Nothing was answered yet.
  void forget() {
    isKnown = false;
  }

  /// A response was received that a test had waited for. A NAK stands for all before its PSN.
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

  /// The PSN after the newest; `otherwise` where nothing was answered yet.
  int next(int otherwise) {
    return isKnown ? Psn.next(psn) : otherwise;
  }

  /// `AETH_MSN` of the newest.
  int msn() {
    return msn;
  }

  /// Whether a response may be there that no test waits for.
  boolean allows(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && psn == packetIn.psn() && msn == packetIn.msn();
  }

  /// Whether it would be allowed, had it another MSN.
  boolean hasOtherMsn(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && psn == packetIn.psn() && msn != packetIn.msn();
  }

  /// Whether an acknowledge is for what was answered already.
  boolean covers(PacketIn packetIn) {
    return isKnown && !Psn.isBefore(psn, packetIn.psn());
  }

  /// Completes "expected ...".
  String expected() {
    return isKnown
        ? "nothing more, or the newest acknowledge again: PSN %d, MSN %d".formatted(psn, msn)
        : "no response, as nothing was asked";
  }

  /// Whether an acknowledge stands for what is after the newest: no link makes that of another.
  boolean isBefore(PacketIn packetIn) {
    return isPlainAck(packetIn) && isKnown && Psn.isBefore(psn, packetIn.psn());
  }

  private static boolean isPlainAck(PacketIn packetIn) {
    return packetIn.is(OpCode.RC_ACK) && packetIn.syndrome() instanceof Syndrome.Ack;
  }
}
