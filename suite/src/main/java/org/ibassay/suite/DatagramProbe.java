package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Finds out how well the link carries datagrams, and how long one takes. It does so on QPs of its
/// own.
final class DatagramProbe implements CarriageProbe {
  private static final int BURSTS = 64;
  private static final int IN_BURST = 8;
  private static final int MOST_TROUBLES = 10;
  private static final int GRH_BYTES = 40;

  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketExchange packets;
  private final DatagramPair pair;
  private final DutWork work;
  private @Nullable LinkQuality quality;

  DatagramProbe(
      TransportDut dut, DutMemory memory, PacketExchange packets, DatagramPair pair, DutWork work) {
    this.dut = dut;
    this.memory = memory;
    this.packets = packets;
    this.pair = pair;
    this.work = work;
  }

  /// Finds out how long a datagram takes until its receive is complete. Where none arrives, the
  /// times stay those of a slow link, and it is for the test to say what is missing.
  void measureRoundTrip() throws TestException {
    int tries = dut.isLossless() ? 1 : 1 + dut.retries();
    for (int i = 0; i < tries && dut.roundTripTime().isZero(); i++) {
      pair.openReady();
      try {
        work.postReceives(1, GRH_BYTES + 1);
        long sent = dut.now();
        packets.send(pair.datagram(OpCode.UD_SEND_ONLY, new byte[1]), 0);
        if (!work.pollReceives(1).isEmpty()) {
          dut.setRoundTripNanos(Math.max(1, dut.now() - sent));
        }
      } finally {
        pair.close();
      }
    }
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

  /// Datagrams both ways, several at a time, short ones and full ones by turns, each to arrive once
  /// and in order.
  @Override
  public LinkQuality quality() throws TestException {
    int troubles = 0;
    for (int i = 0; i < BURSTS && troubles <= MOST_TROUBLES; i++) {
      pair.close();
      pair.openReady();
      try {
        if (!reachesDut() || !reachesTester()) {
          troubles++;
        }
      } finally {
        pair.close();
      }
    }
    return LinkQuality.of(troubles, MOST_TROUBLES);
  }

  /// No two in a row are alike, so that each is known by its length.
  private int bytes(int index) throws TestException {
    return index % 2 == 0 ? index + 1 : dut.pathMtu() - index;
  }

  private boolean reachesDut() throws TestException {
    work.postReceives(2 * IN_BURST, GRH_BYTES + dut.pathMtu());
    for (int i = 0; i < IN_BURST; i++) {
      packets.send(pair.datagram(OpCode.UD_SEND_ONLY, new byte[bytes(i)]), i);
    }
    List<Completion> ended = work.pollReceives(IN_BURST);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < IN_BURST; i++) {
      expected.add((long) GRH_BYTES + bytes(i));
    }
    return ended.stream().map(Completion::bytes).toList().equals(expected);
  }

  private boolean reachesTester() throws TestException {
    MemoryRegion region = memory.register();
    for (int i = 0; i < IN_BURST; i++) {
      Buffer data = region.slice(0, bytes(i));
      work.post(
          pair.qp(),
          new Datagram(i, data, pair.toTester(), pair.ttQpn(), DatagramPair.TT_Q_KEY, null, false));
    }
    long deadline = dut.now() + dut.silenceNanos();
    List<Integer> psns = new ArrayList<>();
    PacketIn packetIn = packets.receiveBefore(deadline);
    while (packetIn != null && psns.size() < IN_BURST) {
      psns.add(packetIn.psn());
      packetIn = psns.size() < IN_BURST ? packets.receiveBefore(deadline) : null;
    }
    return psns.equals(
        IntStream.range(0, IN_BURST).mapToObj(i -> Psn.add(pair.dutStartPsn(), i)).toList());
  }
}
