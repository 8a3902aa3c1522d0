package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;

import java.math.BigInteger;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// # Order of responses on a reliable connection
public abstract class C09_027 extends TransportTest {
  /// The first READ request of [#sendReadRequests] is answered in this many packets, the second in
  /// one.
  static final int FIRST_READ_PACKETS = 5;

  /// Returns why the DUT does not accept this many READs and atomics at a time, including atomics,
  /// or null if it does.
  ///
  /// @return the limit that the DUT declares
  final @Nullable String lackFor(int outstanding) throws TestException {
    DeviceAttributes attributes = dut().attributes();
    if (attributes.atomics() == Atomics.NONE) {
      return "the DUT has no atomics";
    }
    return attributes.maxReadsAsTarget() < outstanding
        ? "the DUT accepts %d READs and atomics at a time; the procedure sends %d"
            .formatted(attributes.maxReadsAsTarget(), outstanding)
        : null;
  }

  /// Reads remote data with a FetchAdd of 0:
  ///
  /// - PACKET_OUT is a FetchAdd: BTH_OpCode = RC_FETCHADD, BTH_AckReq = 1, Atomic_vaddr and
  ///   Atomic_rkey = DUT buffer, Atomic_SWAP_ADD = 0, CC.TT_TxReqPSN = psn; TransportTxPacket(CC,
  ///   PACKET_OUT).
  /// - CC.TT_RxExpectPSN = psn; TransportRxPacket(CC, PACKET_IN); verify that it is an ATOMIC
  ///   Acknowledge with AETH_Syndrome & ACK_MASK == ACK and BTH_PSN == psn.
  /// - Returns AtomicAckETH_OrigRemDt.
  ///
  /// @param psn of the request
  protected BigInteger sendFetch(final long psn) throws TestException {
    PacketOut packetOut =
        PacketOut.atomic(RC_FETCHADD, memory().buffer()).set(AtomicEth.SWAP_DT, 0);
    transportTxPacket(packetOut, (int) psn);
    PacketIn packetIn = transportRxPacket(RC_ATOMIC_ACK, (int) psn);
    checks().verifyAck(packetIn);
    checks().verifyPsn(packetIn, (int) psn);
    return new BigInteger(Long.toUnsignedString(packetIn.origRemDt()));
  }

  /// Sends two READ requests of the DUT's buffer, each with BTH_AckReq = 1 and its
  /// TransportTxPacket(CC, PACKET_OUT):
  ///
  /// - CC.TT_TxReqPSN = psn, RETH_dmaLength = 5 * PMTU: five packets answer it.
  /// - CC.TT_TxReqPSN = Mod(psn + 5, 2^24), RETH_dmaLength = PMTU: one packet answers it.
  ///
  /// @param psn of the first one; the second has the PSN after its responses
  protected void sendReadRequests(final long psn) throws TestException {
    long bytes = (long) FIRST_READ_PACKETS * cc().pmtu();
    transportTxPacket(PacketOut.read(memory().buffer(), bytes), (int) psn);
    transportTxPacket(
        PacketOut.read(memory().buffer(), cc().pmtu()), Psn.add((int) psn, FIRST_READ_PACKETS));
  }
}
