package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// What the tests have in common in which the DUT asks and the tester answers.
///
/// The DUT's requests take their data from the beginning of the buffer; what a READ or an atomic
/// brings goes behind that.
abstract class R09_Requester extends R09 {
  /// A SEND, WRITE or READ of the procedures has so many packets.
  static final int PACKETS = 3;

  static final int NUMBER_BYTES = 8;

  private static final long TT_ADDRESS = C09_060.TT_ADDRESS;
  private static final int TT_RKEY = C09_060.TT_RKEY;
  private static final long COMPARE = 0x13579BDF02468ACEL;

  /// What the tester claims that an atomic has found.
  private static final long ORIGINAL = 0x7766554433221100L;

  /// How a request ended.
  record Ended(long id, Status status) {
    @Override
    public String toString() {
      return id + " " + status;
    }
  }

  static Ended flushed(long id) {
    return new Ended(id, Status.WR_FLUSH_ERR);
  }

  // --- what the DUT is asked to do

  /// Registers memory, with data to send.
  final void registerData() throws TestException {
    fill(registerMemory(), pattern(messageBytes()));
  }

  /// The DUT's first request, PSN CC.Start_PSN, and its acknowledge, which says that credits are
  /// not counted: so no SEND behind it waits for any.
  final void exchangeFirstWrite() throws TestException {
    post(new SendRequest.Write(0, number(0), TT_ADDRESS, TT_RKEY));
    receive(RC_RDMA_WRITE_ONLY, cc().dutStartPsn());
    respond(RC_ACK, cc().dutStartPsn(), 1);
    verifyEnded(pollSendQueue(1), List.of(new Ended(0, Status.SUCCESS)));
  }

  /// Has the DUT post a request of a kind.
  final void post(Kind kind, long id) throws TestException {
    Buffer data = cc().buffer().slice(0, messageBytes());
    Buffer into = cc().buffer().slice(messageBytes(), messageBytes());
    post(
        switch (kind) {
          case SEND -> new SendRequest.Send(id, data);
          case WRITE -> new SendRequest.Write(id, data, TT_ADDRESS, TT_RKEY);
          case READ -> new SendRequest.Read(id, into, TT_ADDRESS, TT_RKEY);
          case CMPSWAP ->
              new SendRequest.CompareSwap(
                  id, number(messageBytes()), TT_ADDRESS, TT_RKEY, COMPARE, NUMBER);
          case FETCHADD ->
              new SendRequest.FetchAdd(id, number(messageBytes()), TT_ADDRESS, TT_RKEY, NUMBER);
        });
  }

  /// Has the DUT post a SEND of one packet.
  final void postShortSend(long id) throws TestException {
    post(new SendRequest.Send(id, number(0)));
  }

  /// Has the DUT post a READ of one packet.
  final void postShortRead(long id) throws TestException {
    post(new SendRequest.Read(id, number(messageBytes()), TT_ADDRESS, TT_RKEY));
  }

  private Buffer number(int at) {
    return cc().buffer().slice(at, NUMBER_BYTES);
  }

  final int messageBytes() {
    return PACKETS * cc().pmtu();
  }

  // --- its requests

  /// The OpCodes of the packets that ask for a kind of request.
  static List<OpCode> opCodes(Kind kind) {
    return switch (kind) {
      case SEND -> List.of(RC_SEND_FIRST, RC_SEND_MIDDLE, RC_SEND_LAST);
      case WRITE -> List.of(RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE, RC_RDMA_WRITE_LAST);
      case READ -> List.of(RC_RDMA_READ_REQ);
      case CMPSWAP -> List.of(RC_CMPSWAP);
      case FETCHADD -> List.of(RC_FETCHADD);
    };
  }

  /// Receives the packets of a request, from one of them on; checks all that they say.
  ///
  /// @param psn of its first packet
  final void verifyRequest(Kind kind, int psn, int from) throws TestException {
    List<OpCode> opCodes = opCodes(kind);
    for (int i = from; i < opCodes.size(); i++) {
      PacketIn packetIn = receive(opCodes.get(i), Psn.add(psn, i));
      if (packetIn.has(Header.RETH)) {
        verifyReth(packetIn, 0);
      }
      if (packetIn.has(Header.ATOMIC_ETH)) {
        verifyAtomicEth(packetIn, kind);
      }
      if (!kind.isAtomic() && kind != Kind.READ) {
        verifyPayload(packetIn, part(i));
      }
    }
  }

  /// Receives the DUT's next packet, and checks OpCode and PSN.
  final PacketIn receive(OpCode opCode, int psn) throws TestException {
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(opCode);
    verifyPsn(packetIn);
    return packetIn;
  }

  /// A request is for the whole message but its first packets.
  final void verifyReth(PacketIn packetIn, int without) {
    int before = without * cc().pmtu();
    verifyReth(packetIn, TT_ADDRESS + before, TT_RKEY, messageBytes() - before);
  }

  /// The compare data of a FetchAdd is nobody's business.
  private void verifyAtomicEth(PacketIn packetIn, Kind kind) {
    long va = packetIn.get(Header.ATOMIC_ETH, AtomicEth.VA);
    long rkey = packetIn.get(Header.ATOMIC_ETH, AtomicEth.R_KEY);
    long swapDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT);
    long cmpDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.CMP_DT);
    verifyField(
        packetIn,
        va == TT_ADDRESS
            && rkey == TT_RKEY
            && swapDt == NUMBER
            && (kind == Kind.FETCHADD || cmpDt == COMPARE),
        () ->
            firstOf(
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.VA, TT_ADDRESS),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.R_KEY, TT_RKEY),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.SWAP_DT, NUMBER),
                wrongField(packetIn, Header.ATOMIC_ETH, AtomicEth.CMP_DT, COMPARE)),
        () -> "VA 0x%X, R_Key 0x%X, SwapDt 0x%016X".formatted(TT_ADDRESS, TT_RKEY, NUMBER),
        () ->
            "VA 0x%X, R_Key 0x%X, SwapDt 0x%016X, CmpDt 0x%016X in %s"
                .formatted(va, rkey, swapDt, cmpDt, packetIn));
  }

  private byte[] part(int packet) {
    return Arrays.copyOfRange(
        pattern(messageBytes()), packet * cc().pmtu(), (packet + 1) * cc().pmtu());
  }

  // --- the tester's responses

  /// Responds to a whole request, as its responder would.
  ///
  /// @param psn of its first packet
  final void respond(Kind kind, int psn, int msn) throws TestException {
    switch (kind) {
      case SEND, WRITE -> respond(RC_ACK, Psn.add(psn, PACKETS - 1), msn);
      case READ -> respondToRead(psn, 0, msn);
      case CMPSWAP, FETCHADD -> respond(RC_ATOMIC_ACK, psn, msn);
    }
  }

  /// Responds to a READ of the whole message but its first packets.
  ///
  /// @param psn of the whole
  final void respondToRead(int psn, int without, int msn) throws TestException {
    respondFirst(psn, without, msn);
    for (int i = without + 1; i < PACKETS - 1; i++) {
      send(packet(RC_RDMA_READ_RESP_MIDDLE).payload(part(i)), Psn.add(psn, i));
    }
    PacketOut last = C09_060.withAeth(packet(RC_RDMA_READ_RESP_LAST), msn);
    send(last.payload(part(PACKETS - 1)), Psn.add(psn, PACKETS - 1));
  }

  /// The first packet of that.
  final void respondFirst(int psn, int without, int msn) throws TestException {
    PacketOut first = C09_060.withAeth(packet(RC_RDMA_READ_RESP_FIRST), msn);
    send(first.payload(part(without)), Psn.add(psn, without));
  }

  /// Responds with one packet.
  final void respond(OpCode opCode, int psn, int msn) throws TestException {
    PacketOut response = C09_060.withAeth(packet(opCode), msn);
    send(
        switch (opCode) {
          case RC_ATOMIC_ACK -> response.set(AtomicAckEth.ORIG_REM_DT, ORIGINAL);
          case RC_ACK -> response;
          default -> response.payload(new byte[NUMBER_BYTES]);
        },
        psn);
  }

  /// Responds that it did not carry out the request.
  final void refuse(Syndrome syndrome, int psn, int msn) throws TestException {
    send(packet(RC_ACK).set(Aeth.SYNDROME, syndrome.value()).set(Aeth.MSN, msn), psn);
  }

  // --- what becomes of it

  /// What has completed is exactly that, in that order.
  final void verifyEnded(List<Completion> completions, List<Ended> expected) {
    List<Ended> actual = completions.stream().map(c -> new Ended(c.id(), c.status())).toList();
    verify(
        0,
        actual.equals(expected),
        () -> "completions " + expected,
        () -> actual.isEmpty() ? "none" : actual.toString());
  }

  /// The DUT's memory holds what the responses brought.
  final void verifyBrought(Kind kind) throws TestException {
    if (kind.isAtomic()) {
      verifyNumber(cc().buffer(), messageBytes(), ORIGINAL);
    } else if (kind == Kind.READ) {
      verifyMemory(cc().buffer(), messageBytes(), pattern(messageBytes()));
    }
  }
}
