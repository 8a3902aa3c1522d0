package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.MessageData.text;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.RcConnection;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// The DUT as the requester of a reliable connection: posts Work Requests, verifies the requests
/// that the DUT sends, and sends the tester's responses.
///
/// Requests send data from the start of the buffer; READs and atomics store theirs after it.
final class DutRequester {
  /// Number of packets of a SEND, a WRITE, or the response to a READ.
  static final int PACKETS = 3;

  static final int NUMBER_BYTES = 8;

  /// Three retries, each after ACK timeout 16 (268 ms).
  static final Retries SENDS_AGAIN = new Retries(16, 3, 0, 0);

  /// Original data in the tester's responses to atomics.
  static final long ORIGINAL = 0x7766554433221100L;

  private static final long NUMBER = 0x0123456789ABCDEFL;
  private static final long COMPARE = 0x13579BDF02468ACEL;

  private final TransportTester<RcConnection> tt;

  DutRequester(TransportTester<RcConnection> tt) {
    this.tt = tt;
  }

  private ChannelContext cc() {
    return tt.channel().cc();
  }

  // --- Work Requests

  /// Registers memory and fills it with data to send.
  void registerData() throws TestException {
    tt.memory().fill(tt.memory().register(), data());
  }

  /// Overwrites the memory of all requests with zeros.
  void clearData() throws TestException {
    tt.memory().fill(tt.memory().buffer(), new byte[2 * messageBytes()]);
  }

  /// Verifies that the memory of READs and atomics holds zeros.
  void verifyCleared() throws TestException {
    tt.memory().verify(tt.memory().buffer(), messageBytes(), new byte[messageBytes()]);
  }

  /// Executes the DUT's first request, PSN CC.Start_PSN. Its acknowledge reports no credit count,
  /// so later SENDs do not wait for credits.
  void exchangeFirstWrite() throws TestException {
    postShortWrite(0);
    receive(RC_RDMA_WRITE_ONLY, cc().dutStartPsn());
    respond(RC_ACK, cc().dutStartPsn(), 1);
    tt.work().verifyEnded(tt.work().pollSends(1), List.of(Ended.well(0)));
  }

  /// Posts a request of a kind on the DUT.
  void post(RequestKind kind, long id) throws TestException {
    int bytes = messageBytes();
    Buffer data = tt.memory().buffer().slice(0, bytes);
    Buffer into = tt.memory().buffer().slice(bytes, bytes);
    tt.work()
        .post(
            switch (kind) {
              case SEND -> new SendRequest.Send(id, data);
              case WRITE -> new SendRequest.Write(id, data, TT_ADDRESS, TT_RKEY);
              case READ -> new SendRequest.Read(id, into, TT_ADDRESS, TT_RKEY);
              case CMPSWAP ->
                  new SendRequest.CompareSwap(
                      id, number(bytes), TT_ADDRESS, TT_RKEY, COMPARE, NUMBER);
              case FETCHADD ->
                  new SendRequest.FetchAdd(id, number(bytes), TT_ADDRESS, TT_RKEY, NUMBER);
            });
  }

  /// Posts a SEND of one packet on the DUT.
  void postShortSend(long id) throws TestException {
    tt.work().post(new SendRequest.Send(id, number(0)));
  }

  /// Posts an RDMA WRITE of one packet on the DUT.
  void postShortWrite(long id) throws TestException {
    tt.work().post(new SendRequest.Write(id, number(0), TT_ADDRESS, TT_RKEY));
  }

  /// Posts a READ of one packet on the DUT.
  void postShortRead(long id) throws TestException {
    tt.work().post(new SendRequest.Read(id, number(messageBytes()), TT_ADDRESS, TT_RKEY));
  }

  private Buffer number(int at) {
    return tt.memory().buffer().slice(at, NUMBER_BYTES);
  }

  private int messageBytes() {
    return PACKETS * cc().pmtu();
  }

  /// A stock program on the DUT's host only handles strings.
  private byte[] data() {
    return tt.dut().can(Ability.REQUESTS) ? pattern(messageBytes()) : text(messageBytes());
  }

  // --- the DUT's requests

  /// Returns the OpCodes of the request packets of a kind.
  static List<OpCode> opCodes(RequestKind kind) {
    return switch (kind) {
      case SEND -> MessageOpCodes.SENDS.of(PACKETS);
      case WRITE -> MessageOpCodes.WRITES.of(PACKETS);
      case READ -> List.of(RC_RDMA_READ_REQ);
      case CMPSWAP -> List.of(RC_CMPSWAP);
      case FETCHADD -> List.of(RC_FETCHADD);
    };
  }

  /// Receives the packets of a request from a given one on; verifies all their fields.
  ///
  /// @param psn of its first packet
  /// @return the last packet
  PacketIn verifyRequest(RequestKind kind, int psn, int from) throws TestException {
    List<OpCode> opCodes = opCodes(kind);
    PacketIn last = verifyPart(kind, psn, from);
    for (int i = from + 1; i < opCodes.size(); i++) {
      last = verifyPart(kind, psn, i);
    }
    return last;
  }

  private PacketIn verifyPart(RequestKind kind, int psn, int i) throws TestException {
    PacketIn packetIn = receive(opCodes(kind).get(i), Psn.add(psn, i));
    if (packetIn.has(Header.RETH)) {
      verifyReth(packetIn, 0);
    }
    if (packetIn.has(Header.ATOMIC_ETH)) {
      Long compare = kind == RequestKind.FETCHADD ? null : COMPARE;
      tt.checks().verifyAtomicEth(packetIn, TT_ADDRESS, TT_RKEY, NUMBER, compare);
    }
    if (kind == RequestKind.SEND || kind == RequestKind.WRITE) {
      tt.checks().verifyPayload(packetIn, cc().part(data(), i));
    }
    return packetIn;
  }

  /// Returns the PSN after a request.
  static int after(int psn, RequestKind kind) {
    return Psn.add(psn, kind.isAtomic() ? 1 : PACKETS);
  }

  /// Receives the DUT's next packet; verifies OpCode and PSN.
  PacketIn receive(OpCode opCode, int psn) throws TestException {
    PacketIn packetIn = tt.packets().receive(opCode, psn);
    tt.checks().verifyPsn(packetIn, psn);
    return packetIn;
  }

  /// Verifies that a request covers the whole message except its first packets.
  void verifyReth(PacketIn packetIn, int without) {
    int before = without * cc().pmtu();
    tt.checks().verifyReth(packetIn, TT_ADDRESS + before, TT_RKEY, messageBytes() - before);
  }

  // --- the tester's responses

  /// Sends the complete response to a request.
  ///
  /// @param psn of its first packet
  void respond(RequestKind kind, int psn, int msn) throws TestException {
    switch (kind) {
      case SEND, WRITE -> respond(RC_ACK, Psn.add(psn, PACKETS - 1), msn);
      case READ -> respondToRead(psn, 0, msn);
      case CMPSWAP, FETCHADD -> respond(RC_ATOMIC_ACK, psn, msn);
    }
  }

  /// Responds to a READ that covers the whole message except its first packets.
  ///
  /// @param psn of the first packet of the whole message
  void respondToRead(int psn, int without, int msn) throws TestException {
    respondFirst(psn, without, msn);
    for (int i = without + 1; i < PACKETS; i++) {
      respondPart(psn, i, msn);
    }
  }

  /// Sends one packet of the response to a whole READ.
  void respondPart(int psn, int index, int msn) throws TestException {
    OpCode opCode = MessageOpCodes.READ_RESPONSES.of(index, PACKETS);
    PacketOut part = PacketOut.of(opCode);
    respond(opCode.headers().contains(Header.AETH) ? part.ack(msn) : part, psn, index);
  }

  /// Sends the first packet of [#respondToRead].
  void respondFirst(int psn, int without, int msn) throws TestException {
    respond(PacketOut.of(RC_RDMA_READ_RESP_FIRST).ack(msn), psn, without);
  }

  private void respond(PacketOut response, int psn, int index) throws TestException {
    tt.packets().send(response.payload(cc().part(data(), index)), Psn.add(psn, index));
  }

  /// Responds with one packet.
  void respond(OpCode opCode, int psn, int msn) throws TestException {
    PacketOut response = PacketOut.of(opCode).ack(msn);
    tt.packets()
        .send(
            switch (opCode) {
              case RC_ATOMIC_ACK -> response.set(AtomicAckEth.ORIG_REM_DT, ORIGINAL);
              case RC_ACK -> response;
              default -> response.payload(new byte[NUMBER_BYTES]);
            },
            psn);
  }

  /// Acknowledges all up to a PSN.
  void acknowledge(int psn, int msn) throws TestException {
    respond(RC_ACK, psn, msn);
  }

  /// Answers the request with a NAK or RNR NAK.
  void refuse(Syndrome syndrome, int psn, int msn) throws TestException {
    tt.packets().send(PacketOut.of(RC_ACK).aeth(syndrome, msn), psn);
  }

  // --- checks

  /// Verifies that the DUT's memory holds the data of the responses.
  void verifyBrought(RequestKind kind) throws TestException {
    if (kind.isAtomic()) {
      tt.memory().verifyNumber(tt.memory().buffer(), messageBytes(), ORIGINAL);
    } else if (kind == RequestKind.READ) {
      tt.memory().verify(tt.memory().buffer(), messageBytes(), data());
    }
  }
}
