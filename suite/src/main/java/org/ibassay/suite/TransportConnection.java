package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.TestException.Cause.DUT;

import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Reth;

/// The connection between tester and DUT, one at a time.
abstract class TransportConnection extends TransportPackets {
  private static final int FIRST_QPN = 0x001BA0;
  private static final int SHORT = 8;

  private Retries resending = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private int nextQpn = FIRST_QPN;
  private int startPsn;

  /// Opens a reliable connection: the DUT never sends again by itself.
  protected final void openRcChannel() throws TestException {
    openRcChannel(Retries.NONE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times when the DUT sends again
  protected final void openRcChannel(Retries times) throws TestException {
    openRcChannel(times, Integer.MAX_VALUE);
  }

  /// Opens a reliable connection.
  ///
  /// @param times when the DUT sends again
  /// @param reads how many READs and atomics it may have outstanding at most
  protected final void openRcChannel(Retries times, int reads) throws TestException {
    resending = times;
    mostReads = reads;
    if (roundTripTime().isZero()) {
      startPsn = parameters(START_PSN).getFirst().intValue();
      measureRoundTrip();
    }
    open();
  }

  /// Says what the DUT's QP lets the tester do, from the next connection on.
  protected final void setQpRights(AccessRights allowed) {
    rights = allowed;
  }

  /// Says where both sides begin to count; closes a connection that began elsewhere.
  final void startAt(int psn) throws TestException {
    if (isOpen() && startPsn != psn) {
      closeRcChannel();
    }
    startPsn = psn;
  }

  /// Whether the DUT sends again by itself, by timers that take longer than an answer.
  final boolean isSendingAgain() {
    return !resending.equals(Retries.NONE);
  }

  /// Opens a connection like the last one.
  final void open() throws TestException {
    open(rights);
  }

  /// Opens a connection on which the tester may do that.
  final void open(AccessRights allowed) throws TestException {
    PacketPort port = packetPort();
    DeviceAttributes dut = attributes();
    int mtu = port.path().mtu() == 0 ? dut.activeMtu() : port.path().mtu();
    RcSettings settings =
        RcSettings.to(port.path().tester(), nextQpn++)
            .withGidIndex(port.path().gidIndex())
            .withPathMtu(mtu)
            .withPsns(startPsn, startPsn)
            .withAccess(allowed)
            .withReads(
                new Reads(Math.min(mostReads, dut.maxReadsAsInitiator()), dut.maxReadsAsTarget()))
            .withRetries(resending)
            .withDepth(DEPTH);
    forgetRequests();
    setCc(new ChannelContext(upper(() -> upperTester().open(settings)), settings));
  }

  /// Ends the connection and what was registered for it; requests that are under way are flushed.
  protected final void closeRcChannel() throws TestException {
    if (isOpen()) {
      ChannelContext open = cc();
      setCc(null);
      upper(() -> upperTester().close(open.qp()));
      setClosed(open.ttQpn());
    }
    freeMemory();
    discardPackets();
  }

  /// Finds out how long an answer takes, by a request that every QP takes, on a connection of its
  /// own.
  final void measureRoundTrip() throws TestException {
    int tries = isLossless() ? 1 : 1 + retries();
    for (int i = 0; i < tries; i++) {
      open(AccessRights.ALL);
      try {
        long sent = now();
        transportTxPacket(shortWrite(registerMemory()));
        PacketIn any = transportRxPacketIfAny();
        if (any != null) {
          setRoundTripNanos(Math.max(1, any.nanos() - sent));
          return;
        }
      } finally {
        closeRcChannel();
      }
    }
    throw new TestException(DUT, "no answer to an RDMA WRITE on a new connection within 5 s");
  }

  private static PacketOut shortWrite(MemoryRegion region) {
    return rdma(OpCode.RC_RDMA_WRITE_ONLY, region, SHORT).payload(new byte[SHORT]);
  }

  /// A request of one packet to read or write the beginning of a region.
  static PacketOut rdma(OpCode opCode, MemoryRegion region, int bytes) {
    return PacketOut.of(opCode)
        .ackReq()
        .set(Reth.VA, region.address())
        .set(Reth.R_KEY, region.rkey())
        .set(Reth.DMA_LEN, bytes);
  }
}
