package org.ibassay.suite;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.TestException.Cause.DUT;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// Measures packet loss and the round-trip time of the link, on its own connections.
final class LinkProbe implements CarriageProbe {
  private static final int BURSTS = 64;
  private static final int REQUESTS_IN_BURST = 8;
  private static final int MOST_TROUBLES = 10;
  private static final long LEAST_PROBE_NANOS = 200_000_000;
  private static final int SHORT = 8;

  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketExchange packets;
  private final RcConnection connection;
  private final DutWork work;
  private @Nullable LinkQuality quality;

  /// PSN of the next request.
  private int psn;

  LinkProbe(RcConnection connection, DutWork work) {
    this.connection = connection;
    this.work = work;
    dut = connection.dut;
    memory = connection.memory;
    packets = connection.packets;
  }

  /// Measures the round-trip time, unless it is known.
  @Override
  public void measureRoundTrip() throws TestException {
    dut.measureRoundTrip(this::measureOnce);
    if (dut.roundTripTime().isZero()) {
      throw new TestException(
          DUT, "no response to an RDMA WRITE, nor to a READ, on a new connection within 5 s each");
    }
  }

  private void measureOnce() throws TestException {
    connection.open(AccessRights.ALL);
    try {
      if (dut.can(Ability.RESPONDER)) {
        measureByRequests();
      } else {
        measureByWork();
      }
    } finally {
      connection.abandon();
    }
  }

  /// Measures with an RDMA WRITE, which every QP accepts, and if that is not acknowledged, with a
  /// READ: the link is not silent if the DUT only fails to acknowledge.
  private void measureByRequests() throws TestException {
    MemoryRegion region = memory.register();
    int first = connection.cc().startPsn();
    if (!measureBy(GivenChannel.plain(dut, region, SHORT), first)
        && dut.attributes().maxReadsAsTarget() > 0) {
      measureBy(PacketOut.read(region, SHORT), Psn.next(first));
    }
  }

  /// Measures until the DUT sends a READ, of a DUT that is tested as requester only.
  private void measureByWork() throws TestException {
    MemoryRegion region = memory.register();
    long posted = dut.now();
    work.post(new SendRequest.Read(1, region.slice(0, SHORT), TT_ADDRESS, TT_RKEY));
    takeRoundTrip(packets.peek(connection.cc().dutStartPsn()), posted);
  }

  private boolean measureBy(PacketOut request, int requestPsn) throws TestException {
    long sent = dut.now();
    packets.send(request, requestPsn);
    return takeRoundTrip(packets.peek(requestPsn), sent);
  }

  private boolean takeRoundTrip(@Nullable PacketIn any, long begin) {
    if (any != null) {
      dut.setRoundTripNanos(Math.max(1, any.nanos() - begin));
    }
    return any != null;
  }

  @Override
  public boolean isSpotless() throws TestException {
    if (quality == null) {
      probeAgain();
    }
    return quality == LinkQuality.SPOTLESS;
  }

  @Override
  public void probeAgain() throws TestException {
    quality = quality();
  }

  /// Sends bursts of RDMA WRITEs, short ones and ones of the path MTU alternately, each to be
  /// acknowledged once and in order, and READs that return full packets. READs are left out if the
  /// DUT does not answer short ones, for a path may carry only short packets; WRITEs are left out
  /// if the DUT answers READs but acknowledges no WRITE, since that is not caused by the link. With
  /// a DUT that is tested as requester only, the link is not measured.
  @Override
  public LinkQuality quality() throws TestException {
    if (!dut.can(Ability.RESPONDER)) {
      return dut.isLossless() ? LinkQuality.SPOTLESS : LinkQuality.BAD;
    }
    int troubles = 0;
    Acks acks = new Acks();
    try {
      connection.abandon();
      measureRoundTrip();
      boolean reads =
          dut.attributes().maxReadsAsTarget() > 0
              && isServed(() -> PacketOut.read(memory.buffer(), SHORT));
      boolean writes = !reads || isServed(() -> GivenChannel.plain(dut, memory.buffer(), SHORT));
      for (int i = 0; i < BURSTS && troubles <= MOST_TROUBLES; i++) {
        if (!isCarried(reads, writes, acks)) {
          troubles++;
          connection.abandon();
        }
      }
    } finally {
      connection.abandon();
    }
    return LinkQuality.of(troubles + acks.troubles(), MOST_TROUBLES);
  }

  private boolean isServed(Supplier<PacketOut> request) throws TestException {
    boolean served = false;
    for (int i = 0; i <= dut.retries() && !served; i++) {
      open();
      served = isAnswered(List.of(request.get()), new Acks());
      connection.abandon();
    }
    return served;
  }

  private void open() throws TestException {
    if (!connection.isOpen()) {
      connection.open(AccessRights.ALL);
      memory.register();
      psn = connection.cc().startPsn();
    }
  }

  private boolean isCarried(boolean reads, boolean writes, Acks acks) throws TestException {
    open();
    MemoryRegion region = memory.buffer();
    List<PacketOut> burst = new ArrayList<>();
    int count =
        writes
            ? REQUESTS_IN_BURST
            : Math.min(REQUESTS_IN_BURST, dut.attributes().maxReadsAsTarget());
    for (int i = 0; i < count; i++) {
      int bytes = i % 2 == 0 ? SHORT : dut.pathMtu();
      boolean isRead = !writes || (reads && i == count - 1);
      burst.add(isRead ? PacketOut.read(region, bytes) : GivenChannel.plain(dut, region, bytes));
    }
    return isAnswered(burst, acks);
  }

  /// Whether all requests are answered in order. One acknowledge may cover several (9.7.5.1.2).
  private boolean isAnswered(List<PacketOut> requests, Acks acks) throws TestException {
    int next = psn;
    for (PacketOut request : requests) {
      packets.send(request, psn);
      psn = Psn.next(psn);
    }
    long deadline = dut.now() + Math.max(LEAST_PROBE_NANOS, 20 * dut.roundTripTime().toNanos());
    while (next != psn) {
      PacketIn packetIn = packets.receiveBefore(deadline);
      if (packetIn == null || !(packetIn.syndrome() instanceof Syndrome.Ack)) {
        return false;
      }
      boolean isRepeat = Psn.isBefore(packetIn.psn(), next);
      if (isRepeat ? !acks.isRepeat(packetIn) : !Psn.isBefore(packetIn.psn(), psn)) {
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
