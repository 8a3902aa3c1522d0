package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;

import java.util.List;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.OpCode;
import org.jspecify.annotations.Nullable;

/// The DUT as a sender of datagrams: posts Work Requests and verifies the packets that it sends.
final class DatagramSender {
  /// Payload length, in bytes, for checks in which the length does not matter.
  static final int SHORT = 64;

  private final TransportTester<DatagramPair> tt;

  DatagramSender(TransportTester<DatagramPair> tt) {
    this.tt = tt;
  }

  /// Registers memory and fills it with data to send.
  void registerData(int bytes) throws TestException {
    MemoryRegion region = tt.memory().register();
    tt.memory().fill(region, pattern(bytes));
  }

  /// Returns a Work Request for a datagram to the tester's QP.
  Datagram datagram(long id, int bytes) {
    return datagram(id, bytes, tt.channel().toTester());
  }

  /// Returns a Work Request for a datagram to the tester's QP through an address handle.
  Datagram datagram(long id, int bytes, AddressHandle to) {
    return datagram(id, bytes, to, DatagramPair.TT_Q_KEY);
  }

  /// Returns a Work Request for a datagram to the tester's QP with a Q_Key.
  Datagram datagram(long id, int bytes, AddressHandle to, int qKey) {
    return new Datagram(
        id, tt.memory().buffer().slice(0, bytes), to, tt.channel().ttQpn(), qKey, null, false);
  }

  /// Returns a Work Request for a datagram to the tester's QP, with immediate data or without.
  Datagram datagram(long id, int bytes, @Nullable Integer immediate, boolean solicited) {
    return new Datagram(
        id,
        tt.memory().buffer().slice(0, bytes),
        tt.channel().toTester(),
        tt.channel().ttQpn(),
        DatagramPair.TT_Q_KEY,
        immediate,
        solicited);
  }

  /// Posts a datagram on the DUT.
  void post(Datagram datagram) throws TestException {
    tt.work().post(tt.channel().qp(), datagram);
  }

  /// Receives a datagram from the DUT; verifies OpCode, PSN, and payload.
  PacketIn verifySent(OpCode opCode, int psn, int bytes) throws TestException {
    PacketIn packetIn = tt.packets().receive(opCode, psn);
    tt.checks().verifyPsn(packetIn, psn);
    tt.checks().verifyPayload(packetIn, pattern(bytes));
    return packetIn;
  }

  /// Verifies that a datagram has completed with success.
  void verifyCompleted(long id) throws TestException {
    tt.work().verifyEnded(tt.work().pollSends(1), List.of(Ended.well(id)));
  }
}
