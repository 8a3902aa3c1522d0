package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// Measures the loss and the transit time of messages that are not acknowledged. Uses separate QPs.
final class OneWayProbe implements CarriageProbe {
  private static final int BURSTS = 64;
  private static final int IN_BURST = 8;
  private static final int MOST_TROUBLES = 10;

  private final TransportDut dut;
  private final DutMemory memory;
  private final PacketExchange packets;
  private final OneWayChannel<?> channel;
  private final DutWork work;
  private @Nullable LinkQuality quality;

  /// @param work of the DUT's QP
  OneWayProbe(OneWayChannel<?> channel, DutWork work) {
    this.channel = channel;
    this.work = work;
    dut = channel.dut;
    memory = channel.memory;
    packets = channel.packets;
  }

  /// Measures the time until the receive of a message completes. If none does, the times stay those
  /// of a slow link, and the test reports the missing message.
  @Override
  public void measureRoundTrip() throws TestException {
    dut.measureRoundTrip(this::measureOnce);
  }

  private void measureOnce() throws TestException {
    channel.openReady();
    try {
      work.postReceives(1, channel.bytesBefore() + 1);
      long sent = dut.now();
      packets.send(channel.message(new byte[1]), channel.startPsn());
      if (!work.pollReceives(1).isEmpty()) {
        dut.setRoundTripNanos(Math.max(1, dut.now() - sent));
      }
    } finally {
      channel.close();
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

  /// Sends messages both ways, several at a time, alternately short and full, each to be received
  /// once and in order.
  @Override
  public LinkQuality quality() throws TestException {
    int troubles = 0;
    for (int i = 0; i < BURSTS && troubles <= MOST_TROUBLES; i++) {
      channel.close();
      channel.openReady();
      try {
        if (!reachesDut() || !reachesTester()) {
          troubles++;
        }
      } finally {
        channel.close();
      }
    }
    return LinkQuality.of(troubles, MOST_TROUBLES);
  }

  /// No two consecutive lengths are equal, so that each message is identified by its length.
  private int bytes(int index) throws TestException {
    return index % 2 == 0 ? index + 1 : dut.pathMtu() - index;
  }

  private boolean reachesDut() throws TestException {
    work.postReceives(2 * IN_BURST, channel.bytesBefore() + dut.pathMtu());
    for (int i = 0; i < IN_BURST; i++) {
      packets.send(channel.message(new byte[bytes(i)]), Psn.add(channel.startPsn(), i));
    }
    List<Completion> ended = work.pollReceives(IN_BURST);
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < IN_BURST; i++) {
      expected.add((long) channel.bytesBefore() + bytes(i));
    }
    return ended.stream().map(Completion::bytes).toList().equals(expected);
  }

  private boolean reachesTester() throws TestException {
    MemoryRegion region = memory.register();
    for (int i = 0; i < IN_BURST; i++) {
      channel.post(work, i, region.slice(0, bytes(i)));
    }
    long deadline = dut.now() + dut.silenceNanos();
    List<Integer> psns = new ArrayList<>();
    PacketIn packetIn = packets.receiveBefore(deadline);
    while (packetIn != null && psns.size() < IN_BURST) {
      psns.add(packetIn.psn());
      packetIn = psns.size() < IN_BURST ? packets.receiveBefore(deadline) : null;
    }
    return psns.equals(
        IntStream.range(0, IN_BURST).mapToObj(i -> Psn.add(channel.dutStartPsn(), i)).toList());
  }
}
