package org.ibassay.device.rc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.RcQp;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.packet.Psn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two simulated adapters at a cable that loses and duplicates packets: each request is executed
/// once, in order, and every result is correct.
class RcPairTest {
  private static final int REQUESTS = 120;
  private static final int LONGEST = 2048;
  private static final int COUNTER = 8 * LONGEST;

  /// Destination of READs: nothing is written there, because a repeated READ may return data
  /// written after the first one.
  private static final int QUIET = COUNTER + 8;

  private static final int REGION = QUIET + 2 * LONGEST;
  private static final int FIRST_QPN = 0x11;

  private final Fabric fabric = new Fabric();
  private final List<byte[]> results = new ArrayList<>();
  private final List<byte[]> messages = new ArrayList<>();
  private final byte[] model = new byte[REGION];
  private int posted;
  private long sum;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void losesNothing(long seed) throws UpperTesterException {
    SplittableRandom random = new SplittableRandom(seed);
    SimUpperTester[] ends = pair(random, seed % 2, (int) (seed % 16));
    SimUpperTester near = ends[0];
    SimUpperTester far = ends[1];
    int psn = Psn.add(Psn.MAX, -random.nextInt(100));
    int mtu = 256 << random.nextInt(3);
    RcQp farQp = far.open(settings(1, mtu, psn));
    RcQp qp = near.open(settings(2, mtu, psn));
    MemoryRegion local = near.register(REQUESTS * LONGEST, AccessRights.LOCAL);
    MemoryRegion remote = far.register(REGION, AccessRights.ALL);
    MemoryRegion receives = far.register(REQUESTS * LONGEST, AccessRights.LOCAL);
    for (int i = QUIET; i < REGION; i++) {
      model[i] = (byte) random.nextInt();
    }
    far.write(remote, 0, model);

    for (int id = 0; id < REQUESTS; id++) {
      byte[] data = new byte[random.nextInt(LONGEST)];
      Arrays.fill(data, (byte) id);
      near.write(local, (long) id * LONGEST, data);
      near.post(qp, request(id, data, local, remote, random));
      while (posted < messages.size()) {
        far.postReceive(farQp, posted, receives.slice((long) posted++ * LONGEST, LONGEST));
      }
    }
    fabric.runUntil(fabric.nanos() + 60_000_000_000L);

    assertThat(near.poll(qp, Queue.SEND, REQUESTS + 1))
        .as("seed %d", seed)
        .containsExactlyElementsOf(
            IntStream.range(0, REQUESTS).mapToObj(id -> done(id, 0)).toList());
    assertThat(far.read(remote, 0, REGION)).as("seed %d", seed).isEqualTo(model);
    for (int id = 0; id < REQUESTS; id++) {
      byte[] right = results.get(id);
      assertThat(near.read(local, (long) id * LONGEST, right.length))
          .as("seed %d", seed)
          .isEqualTo(right);
    }
    assertThat(far.poll(farQp, Queue.RECEIVE, REQUESTS + 1))
        .as("seed %d", seed)
        .containsExactlyElementsOf(
            IntStream.range(0, messages.size())
                .mapToObj(i -> done(i, messages.get(i).length))
                .toList());
    for (int i = 0; i < messages.size(); i++) {
      byte[] right = messages.get(i);
      assertThat(far.read(receives, (long) i * LONGEST, right.length))
          .as("seed %d", seed)
          .isEqualTo(right);
    }
  }

  /// Returns a request of a random kind, and records its expected result.
  private SendRequest request(
      int id, byte[] data, MemoryRegion local, MemoryRegion remote, SplittableRandom random) {
    int at = id * LONGEST;
    long there = remote.address();
    byte[] result = data;
    SendRequest made;
    switch (random.nextInt(4)) {
      case 0 -> {
        messages.add(data);
        made = new SendRequest.Send(id, local.slice(at, data.length));
      }
      case 1 -> {
        int to = random.nextInt(8) * LONGEST;
        System.arraycopy(data, 0, model, to, data.length);
        made = new SendRequest.Write(id, local.slice(at, data.length), there + to, remote.rkey());
      }
      case 2 -> {
        int from = QUIET + random.nextInt(LONGEST);
        result = Arrays.copyOfRange(model, from, from + data.length);
        made = new SendRequest.Read(id, local.slice(at, data.length), there + from, remote.rkey());
      }
      default -> {
        result = Arrays.copyOfRange(model, COUNTER, COUNTER + 8);
        System.arraycopy(Region.bytesOf(sum += id), 0, model, COUNTER, 8);
        made = new SendRequest.FetchAdd(id, local.slice(at, 8), there + COUNTER, remote.rkey(), id);
      }
    }
    results.add(result);
    return made;
  }

  private static Completion done(int id, int bytes) {
    return new Completion(id, Completion.Status.SUCCESS, 0, bytes);
  }

  private SimUpperTester[] pair(SplittableRandom random, long coalesced, int lossPercent) {
    Variant variant = Variant.of(NodeKind.CA, Map.of(SimParameter.COALESCED_ACKS, coalesced));
    ChannelAdapter[] ends = new ChannelAdapter[2];
    for (int i = 0; i < 2; i++) {
      int to = 1 - i;
      ends[i] =
          new ChannelAdapter(
              fabric,
              variant,
              CableEnd.of(i + 1, 0, 0),
              CableEnd.of(to + 1, 0, 0),
              new TransportSeams(),
              frame -> cross(frame, ends[to], random.nextInt(100), lossPercent));
    }
    return new SimUpperTester[] {
      new SimUpperTester(ends[0], Pump.NONE), new SimUpperTester(ends[1], Pump.NONE)
    };
  }

  private void cross(byte[] frame, ChannelAdapter to, int chance, int lossPercent) {
    if (chance >= lossPercent) {
      to.arrive(frame);
    }
    if (chance >= 95) {
      fabric.after(chance * 50L, () -> to.arrive(frame));
    }
  }

  private static RcSettings settings(int peer, int mtu, int psn) {
    return RcSettings.to(PortAddress.ofIp(CableEnd.of(peer, 0, 0).ipv4()), FIRST_QPN)
        .withGidIndex(1)
        .withPathMtu(mtu)
        .withPsns(psn, psn)
        .withReads(new RcSettings.Reads(4, 4))
        .withDepth(REQUESTS)
        .withRetries(new RcSettings.Retries(5, 7, 7, 1));
  }
}
