package org.ibassay.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.audit.Wire.Frame;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.junit.jupiter.params.provider.Arguments;

/// Networks with any legal traffic: several connections at a time, QPs that are reused, with the
/// same peer or others, and other services between the same QPs.
final class LegalNetworks {
  private static final List<Framing> FRAMINGS = List.of(Framing.values());
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /// Time from the last packet of a connection to the first of the next one between the same QPs.
  private static final long READY_AGAIN = 200 * MICROSECOND;

  private static final Wire.Path PATH = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);

  /// Creates the frames; the given share is lost after the capture.
  interface Network extends BiFunction<SplittableRandom, Double, List<Frame>> {}

  private LegalNetworks() {}

  static Stream<Arguments> all() {
    return Stream.of(
        network("several connections", LegalNetworks::several),
        network("one host", LegalNetworks::withinOneHost),
        network("QPs used again", LegalNetworks::usedAgain),
        network("QPs used again from PSN 0", (random, loss) -> fromZero(random, loss, 60)),
        network("QPs recycled", (random, loss) -> recycled(random, loss, false)),
        network("QPs recycled at once", (random, loss) -> recycled(random, loss, true)),
        network("QPs used again at once from PSN 0", (random, loss) -> fromZero(random, loss, 0)),
        network("VLANs with the same addresses", LegalNetworks::twoVlans),
        network("three hosts with the same QPs", LegalNetworks::threeHosts),
        network("other services", LegalNetworks::withOthers));
  }

  private static Arguments network(String name, Network network) {
    return Arguments.of(name, network);
  }

  private static List<Frame> several(SplittableRandom random, double loss) {
    Framing framing = FRAMINGS.get(random.nextInt(FRAMINGS.size()));
    return connections(random, new Wire.Path(0, 1, framing, 0), 100, loss);
  }

  private static List<Frame> withinOneHost(SplittableRandom random, double loss) {
    return connections(random, new Wire.Path(0, 0, Framing.ROCE_V2_IPV4, 0), 100, loss);
  }

  /// Uses the same QPs four times; each next connection has the PSNs, and sometimes the requests,
  /// of the previous one; some end in the middle.
  private static List<Frame> usedAgain(SplittableRandom random, double loss) {
    List<Frame> all = new ArrayList<>();
    boolean samePlace = random.nextBoolean();
    long seed = random.nextLong();
    for (int i = 0; i < 4; i++) {
      SplittableRandom psns = random.nextInt(3) == 0 ? random : new SplittableRandom(seed);
      long apart =
          READY_AGAIN + random.nextLong(random.nextBoolean() ? 5 * MILLISECOND : 20 * SECOND);
      long from = all.isEmpty() ? SECOND : all.getLast().nanos() + apart;
      List<Frame> next = new ArrayList<>();
      for (int qp = 100; qp < 106; qp += 2) {
        LegalSetting there = LegalSetting.of(random, PATH, qp, qp + 1, loss);
        there.fixedAddress = samePlace;
        there.pmtu = 256 << psns.nextInt(3);
        there.firstPsn = psns.nextInt(1 << 24);
        next.addAll(bothWays(random, there, psns.nextInt(1 << 24), from));
      }
      all.addAll(inOrder(next));
    }
    return all;
  }

  /// Pairs a few QPs repeatedly; their PSNs are random, or always the same.
  ///
  /// @param atOnce whether all of them are connected at about the same time
  private static List<Frame> recycled(SplittableRandom random, double loss, boolean atOnce) {
    List<Frame> all = new ArrayList<>();
    int count = random.nextInt(2, 9);
    int firstPsns = random.nextInt(3) == 0 ? 1 << 24 : 1;
    long most = random.nextBoolean() ? 5 * MILLISECOND : SECOND;
    boolean samePlace = random.nextBoolean();
    boolean isOneWay = random.nextBoolean();
    long[] ends = new long[2 * count];
    Arrays.fill(ends, SECOND);
    List<Integer> others = new ArrayList<>(IntStream.range(count, 2 * count).boxed().toList());
    for (int i = 0; i < 6 * count; i++) {
      if (i % count == 0) {
        Collections.shuffle(others, new Random(random.nextLong()));
        if (atOnce) {
          Arrays.fill(ends, Arrays.stream(ends).max().orElseThrow() + random.nextLong(most));
        }
      }
      int one = atOnce ? i % count : random.nextInt(count);
      int other = others.get(i % count);
      LegalSetting there = LegalSetting.of(random, PATH, 100 + other, 100 + one, loss);
      there.pmtu = 256 << random.nextInt(3);
      there.fixedAddress = samePlace;
      there.firstPsn = random.nextInt(firstPsns);
      there.burst = random.nextInt(3) == 0 ? 11 : 1;
      long later = random.nextLong(atOnce ? 100 * MICROSECOND : most);
      long from = Math.max(ends[one], ends[other]) + READY_AGAIN + later;
      List<Frame> next =
          isOneWay
              ? new LegalTraffic(random, there, from).run()
              : bothWays(random, there, random.nextInt(firstPsns), from);
      all.addAll(next);
      ends[one] = next.isEmpty() ? from : next.getLast().nanos();
      ends[other] = ends[one];
    }
    return inOrder(all);
  }

  /// A connection that may end in the middle, because one of its QPs is reset, or NAKs a request.
  private static List<Frame> bothWays(
      SplittableRandom random, LegalSetting there, int otherPsn, long from) {
    boolean isReset = random.nextInt(3) == 0;
    if (isReset) {
      there.requesterEnd = from + random.nextLong(MILLISECOND);
      there.responderEnd = there.requesterEnd + random.nextLong(MILLISECOND);
    }
    there.alike = random.nextInt(12);
    there.refused = random.nextInt(60);
    LegalTraffic one = new LegalTraffic(random, there, from);
    List<Frame> all = new ArrayList<>(one.run());
    LegalSetting back =
        LegalSetting.of(random, there.path.back(), there.back, there.qp, there.loss);
    back.firstPsn = otherPsn;
    back.pmtu = there.pmtu;
    back.fixedAddress = there.fixedAddress;
    back.alike = random.nextInt(12);
    back.requesterEnd = Math.min(there.responderEnd, one.refusedAt());
    back.responderEnd = Math.min(there.requesterEnd, one.refusedAt());
    all.addAll(new LegalTraffic(random, back, from).run());
    return inOrder(all);
  }

  /// One pair of QPs, each connection from PSN 0, usually with one request at a time, and more
  /// connections than are remembered.
  private static List<Frame> fromZero(SplittableRandom random, double loss, long leastMillis) {
    List<Frame> all = new ArrayList<>();
    int burst = random.nextInt(3) == 0 ? 30 : 1;
    long most = random.nextBoolean() ? MILLISECOND : 900 * MILLISECOND;
    for (int i = 0; i < 8; i++) {
      long apart = READY_AGAIN + leastMillis * MILLISECOND + random.nextLong(most);
      LegalSetting setting = LegalSetting.of(random, PATH, 100, 101, loss);
      setting.pmtu = 256 << random.nextInt(3);
      setting.messages = random.nextInt(20, 60);
      setting.burst = burst;
      long from = all.isEmpty() ? SECOND : all.getLast().nanos() + apart;
      all.addAll(new LegalTraffic(random, setting, from).run());
    }
    return all;
  }

  private static List<Frame> twoVlans(SplittableRandom random, double loss) {
    List<Frame> all = new ArrayList<>();
    for (int vlan = 1; vlan < 3; vlan++) {
      Wire.Path path = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, vlan);
      all.addAll(connections(random, path, 100, loss));
    }
    return inOrder(all);
  }

  private static List<Frame> threeHosts(SplittableRandom random, double loss) {
    List<Frame> all = new ArrayList<>();
    for (int to = 0; to < 3; to++) {
      Wire.Path path = new Wire.Path(to, (to + 1) % 3, Framing.ROCE_V2_IPV6, 0);
      all.addAll(connections(random, path, 100, loss));
    }
    return inOrder(all);
  }

  /// UD, UC and XRC packets and CNPs, some to current or former QPs of reliable connections.
  private static List<Frame> withOthers(SplittableRandom random, double loss) {
    List<Frame> all = new ArrayList<>(connections(random, PATH, 100, loss));
    Wire wire = new Wire();
    long end = all.getLast().nanos();
    for (OpCode other :
        List.of(OpCode.UD_SEND_ONLY, OpCode.CNP, OpCode.XRC_SEND_ONLY, OpCode.XRC_RDMA_READ_REQ)) {
      PacketWriter packet =
          wire.begin(PATH, other, 100 + random.nextInt(12), random.nextInt(100), false);
      if (other.equals(OpCode.UD_SEND_ONLY)) {
        packet.set(Header.DETH, Deth.SRC_QP, 7);
      }
      all.add(wire.end(PATH, random.nextLong(end), 0));
    }
    // The QP is now one of UC.
    int psn = random.nextInt(1000);
    for (int i = 0; i < 100; i++) {
      wire.begin(PATH, OpCode.UC_SEND_ONLY, 200, psn + i, false);
      all.add(wire.end(PATH, end + SECOND + i * MILLISECOND, 64));
    }
    return inOrder(all);
  }

  private static List<Frame> connections(
      SplittableRandom random, Wire.Path path, int firstQp, double loss) {
    boolean samePlace = random.nextInt(4) == 0;
    List<Frame> all = new ArrayList<>();
    boolean fromZero = random.nextBoolean();
    int count = random.nextInt(1, 6);
    for (int i = 0; i < count; i++) {
      int pmtu = 256 << random.nextInt(3);
      long from = SECOND + random.nextLong(2 * MILLISECOND);
      for (boolean reverse : new boolean[] {false, true}) {
        int qp = firstQp + 2 * i + (reverse ? 1 : 0);
        LegalSetting setting =
            LegalSetting.of(random, reverse ? path.back() : path, qp, qp ^ 1, loss);
        setting.firstPsn = fromZero ? 0 : random.nextInt(1 << 24);
        setting.pmtu = pmtu;
        setting.fixedAddress = samePlace;
        all.addAll(new LegalTraffic(random, setting, from).run());
      }
    }
    return inOrder(all);
  }

  static List<Frame> inOrder(List<Frame> frames) {
    frames.sort(Comparator.comparingLong(Frame::nanos));
    return frames;
  }
}
