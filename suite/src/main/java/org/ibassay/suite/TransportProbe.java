package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Finds out how well the link carries packets of the transport.
abstract class TransportProbe extends TransportConnection {
  private static final int BURSTS = 64;
  private static final int REQUESTS_IN_BURST = 8;
  private static final int MOST_TROUBLES = 10;
  private static final long LEAST_PROBE_NANOS = 200_000_000;
  private static final int SHORT = 8;

  private @Nullable LinkQuality quality;

  /// Whether the link carried every packet that was sent to find that out.
  final boolean isSpotless() throws TestException {
    if (quality == null) {
      probeAgain();
    }
    return quality == LinkQuality.SPOTLESS;
  }

  /// Finds out anew.
  final void probeAgain() throws TestException {
    quality = linkQuality();
  }

  /// RDMA WRITEs, several at a time, short ones and full ones by turns, each to be acknowledged
  /// once and in order; and READs that bring full packets back, unless the DUT does not even serve
  /// short ones: a path may carry short packets only.
  @Override
  public final LinkQuality linkQuality() throws TestException {
    final String outer = body().step;
    step("R1");
    int troubles = 0;
    Acks acks = new Acks();
    try {
      closeRcChannel();
      if (roundTripTime().isZero()) {
        measureRoundTrip();
      }
      boolean reads = servesReads();
      for (int i = 0; i < BURSTS && troubles <= MOST_TROUBLES; i++) {
        if (!isCarried(reads, acks)) {
          troubles++;
          closeRcChannel();
        }
      }
    } finally {
      closeRcChannel();
      step(outer);
    }
    return LinkQuality.of(troubles + acks.troubles(), MOST_TROUBLES);
  }

  private boolean servesReads() throws TestException {
    boolean served = false;
    if (attributes().maxReadsAsTarget() > 0) {
      for (int i = 0; i <= retries() && !served; i++) {
        openProbe();
        served =
            isAnswered(List.of(rdma(OpCode.RC_RDMA_READ_REQ, cc().buffer(), SHORT)), new Acks());
        closeRcChannel();
      }
    }
    return served;
  }

  private void openProbe() throws TestException {
    if (!isOpen()) {
      open(AccessRights.ALL);
      registerMemory();
    }
  }

  private boolean isCarried(boolean reads, Acks acks) throws TestException {
    openProbe();
    MemoryRegion region = cc().buffer();
    List<PacketOut> burst = new ArrayList<>();
    for (int i = 0; i < REQUESTS_IN_BURST; i++) {
      int bytes = i % 2 == 0 ? SHORT : cc().pmtu();
      boolean isRead = reads && i == REQUESTS_IN_BURST - 1;
      burst.add(
          isRead
              ? rdma(OpCode.RC_RDMA_READ_REQ, region, bytes)
              : rdma(OpCode.RC_RDMA_WRITE_ONLY, region, bytes).payload(new byte[bytes]));
    }
    return isAnswered(burst, acks);
  }

  /// Whether requests are all answered, the last one too, and in order. One acknowledgement may
  /// stand for several (9.7.5.1.2).
  private boolean isAnswered(List<PacketOut> requests, Acks acks) throws TestException {
    int next = cc().ttTxReqPsn();
    int behind = Psn.add(next, requests.size());
    for (PacketOut request : requests) {
      transportTxPacket(request);
      cc().setTtTxReqPsn(Psn.next(cc().ttTxReqPsn()));
    }
    long deadline = now() + Math.max(LEAST_PROBE_NANOS, 20 * roundTripTime().toNanos());
    while (next != behind) {
      PacketIn packetIn = receiveBefore(deadline);
      if (packetIn == null || !(packetIn.syndrome() instanceof Syndrome.Ack)) {
        return false;
      }
      boolean isRepeat = Psn.isBefore(packetIn.psn(), next);
      if (isRepeat ? !acks.isRepeat(packetIn) : !Psn.isBefore(packetIn.psn(), behind)) {
        return false;
      }
      if (!isRepeat) {
        acks.isNew(packetIn);
        next = Psn.next(packetIn.psn());
      }
    }
    return true;
  }
}
