package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # Responder of a reliable connection
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
abstract class R09 extends TransportTest {
  /// A READ of the procedures is answered in two packets.
  static final int READ_PACKETS = 2;

  static final long NUMBER = 0x0123456789ABCDEFL;

  /// A test is made anew for each run.
  R09() {}

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
    repeatForStartPsns(
        which,
        () -> {
          try {
            procedure.run();
          } catch (TestException e) {
            if (e.whose() != TestException.Cause.DUT) {
              throw e;
            }
            inconclusive(String.valueOf(e.getMessage()));
          }
        });
  }

  /// Sends a packet with a PSN.
  final void send(PacketOut packetOut, int psn) throws TestException {
    cc().setTtTxReqPsn(psn);
    transportTxPacket(packetOut);
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
    verifyAck(packetIn);
    verifyPsn(packetIn);
    if (packetIn.has(Header.AETH)) {
      verifyMsn(packetIn, msn);
    }
    return packetIn;
  }

  /// Receives a NAK for a packet, and checks code and PSN.
  final void verifyNak(int code, int psn) throws TestException {
    cc().setTtRxExpectPsn(psn);
    PacketIn packetIn = transportRxPacket(RC_ACK);
    verifyNak(packetIn, code);
    verifyPsn(packetIn);
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
