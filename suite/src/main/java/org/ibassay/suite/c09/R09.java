package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Part;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # Responder of a reliable connection
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
abstract class R09 extends TransportTest {
  /// A READ of the procedures is answered in two packets.
  static final int READ_PACKETS = 2;

  static final OpCodes SENDS =
      new OpCodes(RC_SEND_ONLY, RC_SEND_FIRST, RC_SEND_MIDDLE, RC_SEND_LAST);
  static final OpCodes WRITES =
      new OpCodes(
          RC_RDMA_WRITE_ONLY, RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE, RC_RDMA_WRITE_LAST);

  static final long NUMBER = 0x0123456789ABCDEFL;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    return true;
  }

  /// What can be asked of a responder.
  enum Kind {
    SEND(RC_SEND_ONLY, 1),
    WRITE(RC_RDMA_WRITE_ONLY, 1),
    READ(RC_RDMA_READ_REQ, READ_PACKETS),
    CMPSWAP(RC_CMPSWAP, 1),
    FETCHADD(RC_FETCHADD, 1);

    final OpCode opCode;

    /// How many PSNs it takes.
    final int psns;

    Kind(OpCode opCode, int psns) {
      this.opCode = opCode;
      this.psns = psns;
    }

    boolean isAtomic() {
      return this == CMPSWAP || this == FETCHADD;
    }

    /// Whether its response may be left to a later one.
    boolean mayBeCoalesced() {
      return this == SEND || this == WRITE;
    }
  }

  /// Whether the DUT serves a kind of request.
  final boolean serves(Kind kind) throws TestException {
    return !kind.isAtomic() || attributes().atomics() != Atomics.NONE;
  }

  /// A request of a kind, right in every way.
  final PacketOut request(Kind kind) {
    return switch (kind) {
      case SEND -> packet(RC_SEND_ONLY).ackReq().payload(pattern(cc().pmtu()));
      case WRITE -> write(cc().buffer(), pattern(cc().pmtu()));
      case READ -> read(cc().buffer(), (long) READ_PACKETS * cc().pmtu());
      case CMPSWAP -> atomic(RC_CMPSWAP, cc().buffer()).set(AtomicEth.SWAP_DT, NUMBER);
      case FETCHADD -> atomic(RC_FETCHADD, cc().buffer()).set(AtomicEth.SWAP_DT, NUMBER);
    };
  }

  final PacketOut write(MemoryRegion region, byte[] data) {
    return packet(RC_RDMA_WRITE_ONLY)
        .ackReq()
        .set(Reth.VA, region.address())
        .set(Reth.R_KEY, region.rkey())
        .set(Reth.DMA_LEN, data.length)
        .payload(data);
  }

  final PacketOut read(MemoryRegion region, long bytes) {
    return packet(RC_RDMA_READ_REQ)
        .ackReq()
        .set(Reth.VA, region.address())
        .set(Reth.R_KEY, region.rkey())
        .set(Reth.DMA_LEN, bytes);
  }

  final PacketOut atomic(OpCode opCode, MemoryRegion region) {
    return packet(opCode)
        .ackReq()
        .set(AtomicEth.VA, region.address())
        .set(AtomicEth.R_KEY, region.rkey());
  }

  /// Carries out one of several cases, for each START_PSN; where it cannot be carried on, the next
  /// one can.
  final void carryOutCase(String which, Part procedure) throws TestException {
    repeatForStartPsns(which, () -> orInconclusive(procedure));
  }

  /// The same for the first START_PSN alone, where the PSN has no part in what is checked.
  final void carryOutOnce(String which, Part procedure) throws TestException {
    onceForStartPsn(which, () -> orInconclusive(procedure));
  }

  private void orInconclusive(Part procedure) throws TestException {
    try {
      procedure.run();
    } catch (TestException e) {
      if (e.whose() != TestException.Cause.DUT) {
        throw e;
      }
      inconclusive(String.valueOf(e.getMessage()));
    }
  }

  /// The packets of a SEND, or of an RDMA WRITE to the beginning of a region, each with AckReq = 1.
  final List<PacketOut> message(Kind kind, MemoryRegion region, byte[] data) {
    int count = packets(data.length);
    List<PacketOut> message = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OpCode opCode = kind == Kind.SEND ? SENDS.of(i, count) : WRITES.of(i, count);
      PacketOut part = packet(opCode).ackReq().payload(part(data, i));
      if (kind == Kind.WRITE && i == 0) {
        part.set(Reth.VA, region.address())
            .set(Reth.R_KEY, region.rkey())
            .set(Reth.DMA_LEN, data.length);
      }
      message.add(part);
    }
    return message;
  }

  /// Which OpCode a packet of a message has.
  record OpCodes(OpCode only, OpCode first, OpCode middle, OpCode last) {
    /// @param index of the packet, of so many
    OpCode of(int index, int count) {
      if (count == 1) {
        return only;
      }
      return index == 0 ? first : index == count - 1 ? last : middle;
    }
  }

  /// How many packets a message has; one without payload has one.
  final int packets(int bytes) {
    return Math.max(1, Math.ceilDiv(bytes, cc().pmtu()));
  }

  /// The payload of a packet of a message.
  final byte[] part(byte[] data, int index) {
    int from = index * cc().pmtu();
    return Arrays.copyOfRange(data, from, Math.min(data.length, from + cc().pmtu()));
  }

  /// Sends the packets of a message, each when the one before is acknowledged, and checks each ACK.
  ///
  /// @param psn of the first
  /// @param msn how many requests the responder has carried out before
  final void sendMessage(List<PacketOut> message, int psn, int msn) throws TestException {
    for (int i = 0; i < message.size(); i++) {
      send(message.get(i), Psn.add(psn, i));
      verifyResponsePacket(RC_ACK, Psn.add(psn, i), i == message.size() - 1 ? msn + 1 : msn);
    }
  }

  /// Sends a packet with a PSN.
  final void send(PacketOut packetOut, int psn) throws TestException {
    cc().setTtTxReqPsn(psn);
    transportTxPacket(packetOut);
  }

  /// The same; where packets can get lost it is sent again while nothing answers.
  final void sendUntilAnswered(PacketOut packetOut, int psn) throws TestException {
    cc().setTtRxExpectPsn(psn); // an ACK of the one before, come twice, is no answer
    send(packetOut, psn);
    int resends = isLossless() ? 0 : retries();
    for (int i = 0; i < resends && peekPacket() == null; i++) {
      send(packetOut, psn);
    }
  }

  /// Receives the whole response to a request, and checks OpCode, syndrome, PSN and MSN.
  ///
  /// @param psn the request's
  /// @param msn how many requests the responder has then carried out
  /// @return its last packet
  final PacketIn verifyResponse(Kind kind, int psn, int msn) throws TestException {
    return switch (kind) {
      case SEND, WRITE -> verifyResponsePacket(RC_ACK, psn, msn);
      case CMPSWAP, FETCHADD -> verifyResponsePacket(RC_ATOMIC_ACK, psn, msn);
      case READ -> {
        verifyResponsePacket(RC_RDMA_READ_RESP_FIRST, psn, msn);
        yield verifyResponsePacket(RC_RDMA_READ_RESP_LAST, Psn.next(psn), msn);
      }
    };
  }

  final PacketIn verifyResponsePacket(OpCode opCode, int psn, int msn) throws TestException {
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(opCode);
    throwIfLost(packetIn);
    verifyPsn(packetIn);
    if (packetIn.has(Header.AETH)) {
      verifyAck(packetIn);
      verifyMsn(packetIn, msn);
    }
    return packetIn;
  }

  /// Receives a NAK for a packet, and checks code and PSN.
  final void verifyNak(int code, int psn) throws TestException {
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(RC_ACK, new Nak(code).toString());
    if (code != Nak.PSN_SEQUENCE_ERROR) {
      throwIfLost(packetIn);
    }
    verifyNak(packetIn, code);
    verifyPsn(packetIn);
  }

  /// Receives a refusal of a packet, and checks PSN and code.
  ///
  /// @param codes those that are allowed
  final void verifyRefused(int psn, Integer... codes) throws TestException {
    String naks =
        Arrays.stream(codes)
            .map(code -> new Nak(code).toString())
            .collect(Collectors.joining(", or "));
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(RC_ACK, naks);
    throwIfLost(packetIn);
    verifyPsn(packetIn);
    verify(
        packetIn,
        packetIn.syndrome() instanceof Nak nak && List.of(codes).contains(nak.code()),
        () -> naks,
        packetIn::toString);
  }

  /// Where packets can get lost, a NAK for a PSN sequence error tells of one before the last.
  private void throwIfLost(PacketIn packetIn) throws TestException {
    if (!isLossless()
        && packetIn.syndrome().equals(new Nak(Nak.PSN_SEQUENCE_ERROR))
        && Psn.isBefore(packetIn.psn(), cc().ttTxReqPsn())) {
      throw new TestException(
          TestException.Cause.DUT, "a packet got lost on its way to the DUT: " + packetIn);
    }
  }

  /// Where packets can get lost, one behind the next tells of that.
  ///
  /// @param psn of the packet that is to come next
  final void throwIfGap(int psn) throws TestException {
    if (isLossless()) {
      return;
    }
    PacketIn next = peekPacket();
    if (next != null && Psn.isBefore(psn, next.psn())) {
      throw new TestException(
          TestException.Cause.DUT, "a packet of the DUT got lost: " + next + " came instead");
    }
  }

  /// The DUT's QP is in the state expected.
  final void verifyState(QpAttributes.State expected) throws TestException {
    QpAttributes.State actual = queryState();
    verify(0, actual == expected, () -> "QP in state " + expected, () -> "in state " + actual);
  }

  /// The PSN behind a request of a kind.
  static int behind(int psn, Kind kind) {
    return Psn.add(psn, kind.psns);
  }
}
