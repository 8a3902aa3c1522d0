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

/// # Every test of the transport
///
/// ## Always
///
/// - R1: A packet of the DUT is whole: it has the headers of its OpCode, lengths that agree, and a
///   right ICRC. [ia-rc#01]
/// - R2: A packet of the DUT has TVer 0, the partition of the connection, and goes to the tester's
///   QP; the Syndrome of an AETH is not a reserved one. [ia-rc#02]
public abstract class TransportTest extends TransportPackets {
  private static final int FIRST_QPN = 0x001BA0;
  private static final int TRIES = 3;

  private Retries retries = Retries.NONE;
  private int mostReads = Integer.MAX_VALUE;
  private AccessRights rights = AccessRights.ALL;
  private int nextQpn = FIRST_QPN;
  private int startPsn;

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

  /// Where packets can get lost, a lost one may look like a departure. A departure fails a check in
  /// each of several tries; else it stays open what happened.
  private void tryOnConnections(Part procedure) throws TestException {
    for (int i = 1; i < TRIES; i++) {
      if (!failsAsTrial(() -> onConnection(procedure))) {
        if (i > 1) {
          inconclusive("a check failed in some tries only: a packet may have got lost");
        }
        return;
      }
    }
    onConnection(procedure);
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
    setCc(open());
    try {
      MemoryRegion region = registerMemory();
      long sent = now();
      transportTxPacket(
          packet(OpCode.RC_RDMA_WRITE_ONLY)
              .ackReq()
              .set(Reth.VA, region.address())
              .set(Reth.R_KEY, region.rkey())
              .set(Reth.DMA_LEN, 8)
              .payload(new byte[8]));
      PacketIn any = transportRxPacketIfAny();
      if (any == null) {
        throw new TestException(DUT, "no answer to an RDMA WRITE on a new connection within 5 s");
      }
      return Math.max(1, any.nanos() - sent);
    } finally {
      closeRcChannel();
    }
  }
}
