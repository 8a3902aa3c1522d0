package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.ChannelContext;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.RcConnection;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTester;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;

/// The DUT as the responder of a reliable connection: makes valid requests, sends them, and
/// verifies the DUT's responses.
final class DutResponder {
  /// Number of packets of the response to a READ.
  static final int READ_PACKETS = 2;

  /// Number of valid requests that put the next one in the middle of a connection.
  static final int LEAD = 3;

  /// Operand of atomics: the value to swap in or to add.
  static final long NUMBER = 0x0123456789ABCDEFL;

  private final TransportTester<RcConnection> tt;

  DutResponder(TransportTester<RcConnection> tt) {
    this.tt = tt;
  }

  private ChannelContext cc() {
    return tt.channel().cc();
  }

  // --- requests

  /// Returns a request that accesses the DUT's buffer. A SEND or WRITE is one full packet.
  PacketOut request(RequestKind kind) {
    return switch (kind) {
      case SEND -> PacketOut.of(RC_SEND_ONLY).ackReq().payload(pattern(cc().pmtu()));
      case WRITE -> PacketOut.write(tt.memory().buffer(), pattern(cc().pmtu()));
      case READ -> PacketOut.read(tt.memory().buffer(), (long) READ_PACKETS * cc().pmtu());
      case CMPSWAP -> atomic(RC_CMPSWAP);
      case FETCHADD -> atomic(RC_FETCHADD);
    };
  }

  private PacketOut atomic(OpCode opCode) {
    return PacketOut.atomic(opCode, tt.memory().buffer()).set(AtomicEth.SWAP_DT, NUMBER);
  }

  /// Returns the PSN after a request of [#request].
  static int after(int psn, RequestKind kind) {
    return Psn.add(psn, kind == RequestKind.READ ? READ_PACKETS : 1);
  }

  /// Returns the packets of a SEND, or of an RDMA WRITE to the start of a region, each with AckReq
  /// = 1.
  List<PacketOut> message(RequestKind kind, MemoryRegion region, byte[] data) {
    return message(
        kind == RequestKind.SEND ? MessageOpCodes.SENDS : MessageOpCodes.WRITES, region, data);
  }

  /// Returns the packets of a SEND, each with AckReq = 1.
  List<PacketOut> send(byte[] data) {
    int count = cc().packets(data.length);
    List<PacketOut> message = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OpCode opCode = MessageOpCodes.SENDS.of(i, count);
      message.add(PacketOut.of(opCode).ackReq().payload(cc().part(data, i)));
    }
    return message;
  }

  /// Returns the packets of [#message] with immediate data in the last one.
  List<PacketOut> immediate(RequestKind kind, MemoryRegion region, byte[] data, int immediate) {
    List<PacketOut> packets =
        message(
            kind == RequestKind.SEND ? MessageOpCodes.SENDS_IMM : MessageOpCodes.WRITES_IMM,
            region,
            data);
    packets.getLast().set(ImmDt.IMM_DT, Integer.toUnsignedLong(immediate));
    return packets;
  }

  private List<PacketOut> message(MessageOpCodes opCodes, MemoryRegion region, byte[] data) {
    int count = cc().packets(data.length);
    List<PacketOut> message = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PacketOut packet = PacketOut.of(opCodes.of(i, count)).ackReq().payload(cc().part(data, i));
      if (i == 0 && opCodes.first() == OpCode.RC_RDMA_WRITE_FIRST) {
        packet
            .set(Reth.VA, region.address())
            .set(Reth.R_KEY, region.rkey())
            .set(Reth.DMA_LEN, data.length);
      }
      message.add(packet);
    }
    return message;
  }

  /// Sends the packets of a message, each after the previous one is acknowledged, and verifies each
  /// ACK.
  ///
  /// @param psn of the first packet
  /// @param msn number of requests that the responder has executed before
  void sendMessage(List<PacketOut> message, int psn, int msn) throws TestException {
    for (int i = 0; i < message.size(); i++) {
      tt.packets().send(message.get(i), Psn.add(psn, i));
      verifyResponsePacket(RC_ACK, Psn.add(psn, i), i == message.size() - 1 ? msn + 1 : msn);
    }
  }

  /// Sends a packet; on a lossy link, retransmits it until it is answered.
  void sendUntilAnswered(PacketOut packetOut, int psn) throws TestException {
    tt.packets().send(packetOut, psn);
    int resends = tt.dut().isLossless() ? 0 : tt.dut().retries();
    for (int i = 0; i < resends && tt.packets().peek(psn) == null; i++) {
      tt.packets().send(packetOut, psn);
    }
  }

  /// Sends short valid requests, each after the previous one is answered, so that the next request
  /// is in the middle of a connection. They access a separate zero-filled region, and each uses one
  /// PSN.
  ///
  /// @param kind WRITE, or READ where the DUT may not be written to
  /// @param count number of requests
  /// @return the PSN after the requests
  int lead(RequestKind kind, int count) throws TestException {
    MemoryRegion own = tt.memory().register();
    for (int i = 0; i < count; i++) {
      int psn = cc().psn(i);
      boolean isWrite = kind == RequestKind.WRITE;
      tt.packets()
          .send(
              isWrite
                  ? PacketOut.write(own, new byte[Long.BYTES])
                  : PacketOut.read(own, Long.BYTES),
              psn);
      verifyResponsePacket(isWrite ? RC_ACK : RC_RDMA_READ_RESP_ONLY, psn, i + 1);
    }
    return cc().psn(count);
  }

  // --- the DUT's responses

  /// Receives the complete response to a request; verifies OpCode, syndrome, PSN, and MSN.
  ///
  /// @param psn of the request
  /// @param msn number of requests that the responder has then executed
  /// @return the last packet of the response
  PacketIn verifyResponse(RequestKind kind, int psn, int msn) throws TestException {
    return switch (kind) {
      case SEND, WRITE -> verifyResponsePacket(RC_ACK, psn, msn);
      case CMPSWAP, FETCHADD -> verifyResponsePacket(RC_ATOMIC_ACK, psn, msn);
      case READ -> {
        verifyResponsePacket(RC_RDMA_READ_RESP_FIRST, psn, msn);
        yield verifyResponsePacket(RC_RDMA_READ_RESP_LAST, Psn.next(psn), msn);
      }
    };
  }

  /// Receives the complete response to a READ or atomic; verifies OpCode, syndrome, and PSN.
  ///
  /// @param psn of the request
  List<PacketIn> receiveResponse(RequestKind kind, int psn) throws TestException {
    return kind.isAtomic()
        ? List.of(receiveResponsePacket(RC_ATOMIC_ACK, psn))
        : List.of(
            receiveResponsePacket(RC_RDMA_READ_RESP_FIRST, psn),
            receiveResponsePacket(RC_RDMA_READ_RESP_LAST, Psn.next(psn)));
  }

  /// Receives a packet of a response; verifies OpCode, syndrome, PSN, and MSN.
  PacketIn verifyResponsePacket(OpCode opCode, int psn, int msn) throws TestException {
    PacketIn packetIn = receiveResponsePacket(opCode, psn);
    if (packetIn.has(Header.AETH)) {
      tt.checks().verifyMsn(packetIn, msn);
    }
    return packetIn;
  }

  private PacketIn receiveResponsePacket(OpCode opCode, int psn) throws TestException {
    PacketIn packetIn = tt.packets().receive(opCode, psn);
    tt.packets().throwIfLost(packetIn);
    tt.checks().verifyPsn(packetIn, psn);
    if (packetIn.has(Header.AETH)) {
      tt.checks().verifyAck(packetIn);
    }
    return packetIn;
  }

  /// Receives the ACK of a duplicate SEND or WRITE; verifies that its PSN is that of the duplicate
  /// or of a newer packet.
  ///
  /// @param newest PSN of the newest packet that the ACK may include
  PacketIn verifyAcknowledgedAgain(int duplicate, int newest) throws TestException {
    PacketIn ack = tt.packets().receive(RC_ACK, duplicate);
    tt.packets().throwIfLost(ack);
    tt.checks().verifyAck(ack);
    tt.checks()
        .verify(
            ack,
            !Psn.isBefore(ack.psn(), duplicate) && !Psn.isBefore(newest, ack.psn()),
            () -> "a PSN from %d to %d".formatted(duplicate, newest),
            ack::toString);
    return ack;
  }

  /// Receives a NAK for a packet; verifies code, PSN, and MSN.
  ///
  /// @param msn number of requests that the responder has executed before
  void verifyNak(int code, int psn, int msn) throws TestException {
    PacketIn packetIn = tt.packets().receive(RC_ACK, psn, new Nak(code).toString());
    if (code != Nak.PSN_SEQUENCE_ERROR) {
      tt.packets().throwIfLost(packetIn);
    }
    boolean isNak = tt.checks().verifyNak(packetIn, code);
    tt.checks().verifyPsn(packetIn, psn);
    if (isNak) { // a request executed in spite of the fault counts, too
      tt.checks().verifyMsn(packetIn, msn);
    }
  }

  /// Receives a NAK for a packet; verifies PSN, MSN, and that the code is an allowed one.
  ///
  /// @param msn number of requests that the responder has executed before
  /// @param codes allowed NAK codes
  /// @return the packet received
  PacketIn verifyRefused(int psn, int msn, Integer... codes) throws TestException {
    String naks =
        Arrays.stream(codes)
            .map(code -> new Nak(code).toString())
            .collect(Collectors.joining(", or "));
    PacketIn packetIn = tt.packets().receive(RC_ACK, psn, naks);
    tt.packets().throwIfLost(packetIn);
    tt.checks().verifyPsn(packetIn, psn);
    boolean isRefused =
        tt.checks()
            .verify(
                packetIn,
                packetIn.syndrome() instanceof Nak nak && List.of(codes).contains(nak.code()),
                () -> naks,
                packetIn::toString);
    if (isRefused) {
      tt.checks().verifyMsn(packetIn, msn);
    }
    return packetIn;
  }

  /// Sends a valid RDMA WRITE on a new connection and verifies its ACK, to show that a DUT that was
  /// silent before still responds.
  void verifyServes() throws TestException {
    tt.memory().register();
    tt.packets().send(request(RequestKind.WRITE), cc().startPsn());
    verifyResponse(RequestKind.WRITE, cc().startPsn(), 1);
  }
}
