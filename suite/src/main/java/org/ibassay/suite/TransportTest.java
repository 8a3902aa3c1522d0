package org.ibassay.suite;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.TestException.Cause.DUT;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Reads;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.jspecify.annotations.Nullable;

/// # Every test of the transport
///
/// ## Always
///
/// - R1: A packet of the DUT is whole: it has the headers of its OpCode, lengths that agree, a
///   right ICRC, and nothing behind it. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the partition of the connection, and goes to the tester's
///   QP; the Syndrome of an AETH is not a reserved one. [ia-rc#02]
public abstract class TransportTest extends TransportPackets {
  private static final int FIRST_QPN = 0x001BA0;

  /// How often a part is tried that does not pass: where what happens is hardly the link's doing,
  /// and where it may be.
  private static final int TRIES = 3;

  private static final int MOST_TRIES = 12;
  private static final int ROUND_TRIPS = 4;

  private static final int BURSTS = 64;
  private static final int REQUESTS_IN_BURST = 8;
  private static final int MOST_TROUBLES = 10;
  private static final long LEAST_PROBE_NANOS = 200_000_000;

  private Retries retries = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private int nextQpn = FIRST_QPN;
  private int startPsn;
  private @Nullable LinkQuality quality;

  /// A test is made anew for each run.
  protected TransportTest() {}

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
    retries = times;
    mostReads = reads;
    if (roundTripTime().isZero()) {
      startPsn = parameters(START_PSN).getFirst().intValue();
      setRoundTripNanos(roundTrip());
    }
    setCc(open());
  }

  /// Says what the DUT's QP lets the tester do, from the next connection on.
  protected final void setQpRights(AccessRights allowed) {
    rights = allowed;
  }

  /// Carries out a procedure for each START_PSN, each time with a new connection; closes it.
  protected final void repeatForStartPsns(Part procedure) throws TestException {
    repeatForStartPsns("", procedure);
  }

  /// The same, for one of several cases.
  ///
  /// @param which completes the place of a check
  protected final void repeatForStartPsns(String which, Part procedure) throws TestException {
    for (long psn : parameters(START_PSN)) {
      withStartPsn(which, psn, procedure);
    }
  }

  /// Carries out a procedure for the first START_PSN alone, with a new connection; closes it.
  ///
  /// @param which completes the place of a check
  protected final void onceForStartPsn(String which, Part procedure) throws TestException {
    withStartPsn(which, parameters(START_PSN).getFirst(), procedure);
  }

  private void withStartPsn(String which, long psn, Part procedure) throws TestException {
    if (isOpen() && startPsn != psn) {
      closeRcChannel();
    }
    startPsn = (int) psn;
    at(
        which.isEmpty() ? "Start_PSN" : which + ", Start_PSN",
        psn,
        () -> {
          if (isLossless()) {
            onConnection(procedure);
          } else {
            tryOnConnections(procedure);
          }
        });
  }

  private void onConnection(Part procedure) throws TestException {
    try {
      if (!isOpen()) {
        setCc(open());
      }
      procedure.run();
    } finally {
      closeRcChannel();
    }
  }

  /// Where packets can get lost, a lost one may look like a departure. What did not pass is tried
  /// again: a few times on a link that turns out to be good, where all tries have to agree, and
  /// else as long as a lost packet would be no wonder. What never comes over a link that loses
  /// nothing else was not sent.
  private void tryOnConnections(Part procedure) throws TestException {
    int failures = 0;
    List<CheckLog.Failure> missing = new ArrayList<>();
    for (int tries = 1; ; tries++) {
      Trial trial = trial(() -> onConnection(procedure));
      if (trial.passed() && (tries == 1 || quality() != LinkQuality.SPOTLESS)) {
        adopt(trial);
        return;
      }
      failures += trial.failed() ? 1 : 0;
      CheckLog.Failure notCome = trial.missing();
      if (notCome != null && !trial.failed()) {
        missing.add(notCome);
      }
      if (trial.passed() || tries >= (quality() == LinkQuality.SPOTLESS ? TRIES : MOST_TRIES)) {
        boolean agreed = failures == tries || (failures == 0 && !trial.passed());
        if (agreed) {
          if (quality() == LinkQuality.SPOTLESS && isSame(missing, tries)) {
            notSent(missing.getFirst(), tries);
          }
          adopt(trial);
        } else {
          inconclusive(
              failures > 0
                  ? "a check failed in some tries only: a packet may have got lost"
                  : "no answer in some tries only: a packet may have got lost");
        }
        return;
      }
    }
  }

  /// Whether the same packet was missing at the end of all tries.
  private static boolean isSame(List<CheckLog.Failure> missing, int tries) {
    CheckLog.Failure first = missing.isEmpty() ? null : missing.getFirst();
    return first != null
        && missing.size() == tries
        && missing.stream()
            .allMatch(other ->
                other.step().equals(first.step())
                    && other.where().equals(first.where())
                    && other.expected().equals(first.expected()));
  }

  private void notSent(CheckLog.Failure missing, int tries) {
    body()
        .log
        .fail(
            new CheckLog.Failure(
                missing.step(),
                missing.where(),
                missing.expected(),
                "no packet in %d tries".formatted(tries),
                missing.packet(),
                missing.request(),
                missing.field()));
  }

  private LinkQuality quality() throws TestException {
    LinkQuality known = quality;
    if (known == null) {
      known = linkQuality();
      quality = known;
    }
    return known;
  }

  /// RDMA WRITEs, several at a time, each to be acknowledged once and in order.
  @Override
  public final LinkQuality linkQuality() throws TestException {
    final String outer = body().step;
    step("R1");
    int troubles = 0;
    Acks acks = new Acks();
    try {
      for (int i = 0; i < BURSTS && troubles <= MOST_TROUBLES; i++) {
        if (!isOpen()) {
          setCc(open());
          registerMemory();
        }
        if (!isCarried(REQUESTS_IN_BURST, acks)) {
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

  /// Acknowledgements of requests that were sent to find out how well the link carries packets. A
  /// responder may repeat the last one at any time (9.7.7.2), but so does a link that brings
  /// packets twice: only new credits tell the one from the other, or that it happens with each.
  private static final class Acks {
    private @Nullable PacketIn last;
    private int repeatsOfLast;
    private int count;
    private int repeats;
    private int repeatedOnce;

    void isNew(PacketIn ack) {
      last = ack;
      repeatsOfLast = 0;
      count++;
    }

    /// Takes one that repeats the last one, perhaps with new credits.
    boolean isRepeat(PacketIn ack) {
      if (last == null || ack.psn() != last.psn()) {
        return false;
      }
      if (Objects.equals(ack.syndrome(), last.syndrome())) {
        repeats++;
        repeatsOfLast++;
        repeatedOnce += repeatsOfLast == 1 ? 1 : 0;
      }
      return true;
    }

    /// What repeats the very last one may not have come yet.
    int troubles() {
      boolean isEach = repeats > 1 && repeats == repeatedOnce && repeats >= count - 1;
      return LinkQuality.troubles(repeats, isEach);
    }
  }

  /// Whether requests are all acknowledged, the last one too, and in order. One acknowledgement may
  /// stand for several (9.7.5.1.2).
  private boolean isCarried(int requests, Acks acks) throws TestException {
    int next = cc().ttTxReqPsn();
    int behind = Psn.add(next, requests);
    for (int psn = next; psn != behind; psn = Psn.next(psn)) {
      cc().setTtTxReqPsn(psn);
      transportTxPacket(shortWrite(cc().buffer()));
    }
    cc().setTtTxReqPsn(behind);
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

  private static PacketOut shortWrite(MemoryRegion region) {
    return PacketOut.of(OpCode.RC_RDMA_WRITE_ONLY)
        .ackReq()
        .set(Reth.VA, region.address())
        .set(Reth.R_KEY, region.rkey())
        .set(Reth.DMA_LEN, 8)
        .payload(new byte[8]);
  }

  private ChannelContext open() throws TestException {
    PacketPort port = packetPort();
    DeviceAttributes dut = attributes();
    int mtu = port.path().mtu() == 0 ? dut.activeMtu() : port.path().mtu();
    RcSettings settings =
        RcSettings.to(port.path().tester(), nextQpn++)
            .withGidIndex(port.path().gidIndex())
            .withPathMtu(mtu)
            .withPsns(startPsn, startPsn)
            .withAccess(rights)
            .withReads(
                new Reads(Math.min(mostReads, dut.maxReadsAsInitiator()), dut.maxReadsAsTarget()))
            .withRetries(retries)
            .withDepth(DEPTH);
    return new ChannelContext(upper(() -> upperTester().open(settings)), settings);
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

  /// How long an answer takes, from a request that every QP takes, on a connection of its own.
  private long roundTrip() throws TestException {
    int tries = isLossless() ? 1 : ROUND_TRIPS;
    for (int i = 0; i < tries; i++) {
      setCc(open());
      try {
        long sent = now();
        transportTxPacket(shortWrite(registerMemory()));
        PacketIn any = transportRxPacketIfAny();
        if (any != null) {
          return Math.max(1, any.nanos() - sent);
        }
      } finally {
        closeRcChannel();
      }
    }
    throw new TestException(DUT, "no answer to an RDMA WRITE on a new connection within 5 s");
  }
}
