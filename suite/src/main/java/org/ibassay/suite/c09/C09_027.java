package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;

import java.math.BigInteger;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # Order of responses of a reliable connection
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
public abstract class C09_027 extends TransportTest {
  /// A READ request of [#sendReadRequests] is answered in so many packets, the second in one.
  static final int FIRST_READ_PACKETS = 5;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    return true;
  }

  /// Whether the DUT takes in so many READs and atomics at a time, atomics among them; else the
  /// present step's checks do not apply.
  final boolean takesAtomics(int outstanding) throws TestException {
    if (attributes().atomics() == Atomics.NONE) {
      notApplicable("the DUT has no atomics");
      return false;
    }
    if (attributes().maxReadsAsTarget() < outstanding) {
      notApplicable(
          "the DUT takes in %d READs and atomics at a time, the procedure sends %d"
              .formatted(attributes().maxReadsAsTarget(), outstanding));
      return false;
    }
    return true;
  }

  /// An atomic on the DUT's buffer.
  final PacketOut atomic(OpCode opCode) {
    return packet(opCode)
        .ackReq()
        .set(AtomicEth.VA, cc().buffer().address())
        .set(AtomicEth.R_KEY, cc().buffer().rkey());
  }

  /// Reads remote data by a FetchAdd of 0:
  ///
  /// - PACKET_OUT is a FetchAdd: BTH_OpCode = RC_FETCHADD, BTH_AckReq = 1, Atomic_vaddr and
  ///   Atomic_rkey = DUT buffer, Atomic_SWAP_ADD = 0, CC.TT_TxReqPSN = psn; TransportTxPacket(CC,
  ///   PACKET_OUT).
  /// - CC.TT_RxExpectPSN = psn; TransportRxPacket(CC, PACKET_IN); verify that it is an ATOMIC
  ///   Acknowledge with AETH_Syndrome & ACK_MASK == ACK and BTH_PSN == psn.
  /// - Returned is AtomicAckETH_OrigRemDt.
  ///
  /// @param psn of the request
  protected BigInteger sendFetch(final long psn) throws TestException {
    PacketOut packetOut = atomic(RC_FETCHADD).set(AtomicEth.SWAP_DT, 0);
    cc().setTtTxReqPsn((int) psn);
    transportTxPacket(packetOut);
    cc().setTtRxExpectPsn((int) psn);
    PacketIn packetIn = transportRxPacket(RC_ATOMIC_ACK);
    verifyAck(packetIn);
    verifyPsn(packetIn);
    return new BigInteger(Long.toUnsignedString(packetIn.origRemDt()));
  }

  /// Sends two READ requests of the DUT's buffer, each with BTH_AckReq = 1 and its
  /// TransportTxPacket(CC, PACKET_OUT):
  ///
  /// - CC.TT_TxReqPSN = psn, RETH_dmaLength = 5 * PMTU: five packets answer it.
  /// - CC.TT_TxReqPSN = Mod(psn + 5, 2^24), RETH_dmaLength = PMTU: one packet answers it.
  ///
  /// @param psn of the first one; the second has the PSN behind the responses to it
  protected void sendReadRequests(final long psn) throws TestException {
    cc().setTtTxReqPsn((int) psn);
    transportTxPacket(readRequest(FIRST_READ_PACKETS));
    cc().setTtTxReqPsn(Psn.add((int) psn, FIRST_READ_PACKETS));
    transportTxPacket(readRequest(1));
  }

  private PacketOut readRequest(int packets) {
    return packet(RC_RDMA_READ_REQ)
        .ackReq()
        .set(Reth.VA, cc().buffer().address())
        .set(Reth.R_KEY, cc().buffer().rkey())
        .set(Reth.DMA_LEN, (long) packets * cc().pmtu());
  }
}
