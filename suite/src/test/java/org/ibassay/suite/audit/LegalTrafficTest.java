package org.ibassay.suite.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.ibassay.suite.audit.Wire.Frame;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever is legal on a network, and however it was captured, nothing is found: two conforming
/// sides of several connections at a time, with links that lose packets, QPs that are used again,
/// other services between the same QPs; and captures that have packets twice, late or cut off.
final class LegalTrafficTest {
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", 20);
  private static final List<Framing> FRAMINGS = List.of(Framing.values());
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /// From the last packet of a connection to the first of the next one between the same QPs.
  private static final long READY_AGAIN = 200 * MICROSECOND;

  private static final String FROM_ZERO = "QPs used again from PSN 0";
  private static final String LATER_TWICE = "twice, clocks apart";
  private static final String LATER_PARTLY_TWICE = "partly twice";
  private static final String AT_ONCE = "QPs used again at once from PSN 0";

  interface Network extends BiFunction<SplittableRandom, Double, List<Frame>> {}

  interface Capture extends BiFunction<SplittableRandom, List<Frame>, List<Frame>> {}

  static Stream<Arguments> networks() {
    return Stream.of(
        network("several connections", LegalTrafficTest::several),
        network("one host", LegalTrafficTest::withinOneHost),
        network("QPs used again", LegalTrafficTest::usedAgain),
        network(FROM_ZERO, (random, loss) -> fromZero(random, loss, 60)),
        network(AT_ONCE, (random, loss) -> fromZero(random, loss, 0)),
        network("VLANs with the same addresses", LegalTrafficTest::twoVlans),
        network("three hosts with the same QPs", LegalTrafficTest::threeHosts),
        network("other services", LegalTrafficTest::withOthers));
  }

  private static Arguments network(String name, Network network) {
    return Arguments.of(name, network);
  }

  static Stream<Arguments> captures() {
    List<Arguments> all = new ArrayList<>();
    for (Arguments network : networks().toList()) {
      for (Arguments capture : badCaptures()) {
        if (canBeTold(String.valueOf(network.get()[0]), String.valueOf(capture.get()[0]))) {
          all.add(
              Arguments.of(network.get()[0], network.get()[1], capture.get()[0], capture.get()[1]));
        }
      }
    }
    return all.stream();
  }

  /// Copies of one connection within another with the same PSNs cannot always be told from it.
  private static boolean canBeTold(String network, String capture) {
    return switch (network) {
      case AT_ONCE -> !capture.contains("twice");
      case FROM_ZERO -> !capture.equals(LATER_TWICE) && !capture.equals(LATER_PARTLY_TWICE);
      default -> true;
    };
  }

  private static List<Arguments> badCaptures() {
    return List.of(
        capture("whole", (_, all) -> all),
        capture("one missing", (random, all) -> without(random, all, 1.0 / all.size())),
        capture("some missing", (random, all) -> without(random, all, 0.2 * random.nextDouble())),
        capture("cut", LegalTrafficTest::cut),
        capture("one direction", (_, all) -> all.stream().filter(f -> f.host() == 0).toList()),
        capture("twice", (random, all) -> again(random, all, 20 * MICROSECOND, 1)),
        capture(LATER_TWICE, (random, all) -> again(random, all, 30 * MILLISECOND, 1)),
        capture(LATER_PARTLY_TWICE, (random, all) -> again(random, all, 30 * MILLISECOND, 0.3)),
        capture("one behind the other", LegalTrafficTest::appended),
        capture("directions apart", LegalTrafficTest::apart),
        capture("out of order", LegalTrafficTest::shuffled),
        capture("file out of order", (random, all) -> swapped(random, all, false)),
        capture("responses swapped", (random, all) -> swapped(random, all, true)),
        capture("some responses late", LegalTrafficTest::someLate),
        capture("responses late", LegalTrafficTest::responsesLate),
        capture("coarse clock", LegalTrafficTest::coarse),
        capture("one direction twice", LegalTrafficTest::oneDirectionTwice),
        capture("one link of several", LegalTrafficTest::oneLink),
        capture("truncated", LegalTrafficTest::truncated));
  }

  private static Arguments capture(String name, Capture capture) {
    return Arguments.of(name, capture);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("networks")
  void aWholeCaptureIsClean(String name, Network network) {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Frame> all = network.apply(new SplittableRandom(seed), 0.0);
      assertThat(Wire.audit(all, true).findings()).as("%s, seed %d", name, seed).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("captures")
  void anyCaptureIsClean(String name, Network network, String how, Capture capture) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double loss = random.nextBoolean() ? 0 : 0.05 * random.nextDouble();
      List<Frame> all = capture.apply(random, network.apply(random, loss));
      assertThat(Wire.audit(all, false).findings())
          .as("%s, %s, seed %d", name, how, seed)
          .isEmpty();
    }
  }

  // --- networks

  private static List<Frame> several(SplittableRandom random, double loss) {
    Framing framing = FRAMINGS.get(random.nextInt(FRAMINGS.size()));
    return connections(random, new Wire.Path(0, 1, framing, 0), 100, loss);
  }

  private static List<Frame> withinOneHost(SplittableRandom random, double loss) {
    return connections(random, new Wire.Path(0, 0, Framing.ROCE_V2_IPV4, 0), 100, loss);
  }

  /// The same QPs four times, the next connection with the PSNs, and perhaps the requests, of the
  /// one before; some end in the middle.
  private static List<Frame> usedAgain(SplittableRandom random, double loss) {
    List<Frame> all = new ArrayList<>();
    Wire.Path path = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
    boolean samePlace = random.nextBoolean();
    long seed = random.nextLong();
    for (int i = 0; i < 4; i++) {
      SplittableRandom psns = random.nextInt(3) == 0 ? random : new SplittableRandom(seed);
      List<Frame> next = new ArrayList<>();
      for (int qp = 100; qp < 106; qp += 2) {
        next.addAll(pair(random, psns, path, qp, loss, samePlace));
      }
      long apart =
          READY_AGAIN + random.nextLong(random.nextBoolean() ? 5 * MILLISECOND : 20 * SECOND);
      long from = all.isEmpty() ? 0 : all.getLast().nanos() - SECOND + apart;
      inOrder(next).forEach(frame -> all.add(frame.at(frame.nanos() + from)));
    }
    return all;
  }

  /// A connection that may end in the middle, as one of its QPs is reset, or refuses a request.
  private static List<Frame> pair(
      SplittableRandom random,
      SplittableRandom psns,
      Wire.Path path,
      int qp,
      double loss,
      boolean samePlace) {
    int pmtu = 256 << psns.nextInt(3);
    int one = psns.nextInt(1 << 24);
    int other = psns.nextInt(1 << 24);
    boolean isReset = random.nextInt(3) == 0;
    long end = isReset ? SECOND + random.nextLong(MILLISECOND) : Long.MAX_VALUE;
    long otherEnd = isReset ? end + random.nextLong(MILLISECOND) : Long.MAX_VALUE;
    LegalTraffic there =
        new LegalTraffic(
            random,
            new LegalTraffic.Setting(
                path,
                qp,
                qp + 1,
                one,
                pmtu,
                random.nextInt(40),
                loss,
                random.nextBoolean(),
                random.nextBoolean(),
                samePlace,
                11,
                random.nextInt(12),
                random.nextInt(60),
                end,
                otherEnd),
            SECOND);
    List<Frame> all = new ArrayList<>(there.run());
    long over = there.refusedAt();
    LegalTraffic back =
        new LegalTraffic(
            random,
            new LegalTraffic.Setting(
                path.back(),
                qp + 1,
                qp,
                other,
                pmtu,
                random.nextInt(40),
                loss,
                random.nextBoolean(),
                random.nextBoolean(),
                samePlace,
                11,
                random.nextInt(12),
                -1,
                Math.min(otherEnd, over),
                Math.min(end, over)),
            SECOND);
    all.addAll(back.run());
    return all;
  }

  /// One pair of QPs, each connection from PSN 0, mostly with one request at a time, and more of
  /// them than are remembered.
  private static List<Frame> fromZero(SplittableRandom random, double loss, long leastMillis) {
    List<Frame> all = new ArrayList<>();
    Wire.Path path = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
    int burst = random.nextInt(3) == 0 ? 30 : 1;
    long most = random.nextBoolean() ? MILLISECOND : 900 * MILLISECOND;
    for (int i = 0; i < 8; i++) {
      long apart = READY_AGAIN + leastMillis * MILLISECOND + random.nextLong(most);
      LegalTraffic.Setting setting =
          new LegalTraffic.Setting(
              path,
              100,
              101,
              0,
              256 << random.nextInt(3),
              random.nextInt(20, 60),
              loss,
              random.nextBoolean(),
              random.nextBoolean(),
              false,
              burst,
              0,
              -1,
              Long.MAX_VALUE,
              Long.MAX_VALUE);
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

  /// UD, UC and XRC packets and CNPs, some to the QPs of reliable connections or those that these
  /// had.
  private static List<Frame> withOthers(SplittableRandom random, double loss) {
    Wire.Path path = new Wire.Path(0, 1, Framing.ROCE_V2_IPV4, 0);
    List<Frame> all = new ArrayList<>(connections(random, path, 100, loss));
    Wire wire = new Wire();
    long end = all.getLast().nanos();
    for (OpCode other :
        List.of(OpCode.UD_SEND_ONLY, OpCode.CNP, OpCode.XRC_SEND_ONLY, OpCode.XRC_RDMA_READ_REQ)) {
      wire.begin(path, other, 100 + random.nextInt(12), random.nextInt(100), false);
      all.add(wire.end(path, random.nextLong(end), 0));
    }
    // The QP is of UC now.
    int psn = random.nextInt(1000);
    for (int i = 0; i < 100; i++) {
      wire.begin(path, OpCode.UC_SEND_ONLY, 200, psn + i, false);
      all.add(wire.end(path, end + SECOND + i * MILLISECOND, 64));
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
        LegalTraffic.Setting setting =
            new LegalTraffic.Setting(
                reverse ? path.back() : path,
                qp,
                qp ^ 1,
                fromZero ? 0 : random.nextInt(1 << 24),
                pmtu,
                random.nextInt(40),
                loss,
                random.nextBoolean(),
                random.nextBoolean(),
                samePlace,
                11,
                0,
                -1,
                Long.MAX_VALUE,
                Long.MAX_VALUE);
        all.addAll(new LegalTraffic(random, setting, from).run());
      }
    }
    return inOrder(all);
  }

  private static List<Frame> inOrder(List<Frame> frames) {
    frames.sort(Comparator.comparingLong(Frame::nanos));
    return frames;
  }

  // --- captures

  private static List<Frame> without(SplittableRandom random, List<Frame> all, double share) {
    return all.stream().filter(_ -> random.nextDouble() >= share).toList();
  }

  private static List<Frame> cut(SplittableRandom random, List<Frame> all) {
    int from = random.nextInt(all.size());
    return all.subList(from, random.nextInt(from, all.size()) + 1);
  }

  /// Two captures in one, the clocks of whose hosts are apart.
  private static List<Frame> again(
      SplittableRandom random, List<Frame> all, long most, double share) {
    long apart = random.nextLong(-most, most);
    List<Frame> both = new ArrayList<>(all);
    int from = random.nextInt((int) ((1 - share) * all.size()) + 1);
    all.subList(from, from + (int) (share * all.size()))
        .forEach(frame -> both.add(frame.at(frame.nanos() + apart)));
    return inOrder(both);
  }

  private static List<Frame> appended(SplittableRandom random, List<Frame> all) {
    List<Frame> both = new ArrayList<>(without(random, all, 0.01));
    both.addAll(without(random, all, 0.01));
    return both;
  }

  /// What each host sent was captured there, and the clocks are apart.
  private static List<Frame> apart(SplittableRandom random, List<Frame> all) {
    long apart = random.nextLong(-5 * MILLISECOND, 5 * MILLISECOND);
    List<Frame> both = new ArrayList<>();
    all.forEach(frame -> both.add(frame.host() == 0 ? frame : frame.at(frame.nanos() + apart)));
    return inOrder(both);
  }

  private static List<Frame> shuffled(SplittableRandom random, List<Frame> all) {
    long most = random.nextBoolean() ? 10 * MICROSECOND : 200 * MICROSECOND;
    List<Frame> some = new ArrayList<>();
    all.forEach(frame -> some.add(frame.at(frame.nanos() + random.nextLong(most))));
    return inOrder(some);
  }

  /// Some frames of one host are swapped with its next, with their times or without.
  private static List<Frame> swapped(SplittableRandom random, List<Frame> all, boolean timesToo) {
    int host = random.nextInt(2);
    List<Frame> some = new ArrayList<>(all);
    for (int i = 0; i + 1 < some.size(); i++) {
      Frame one = some.get(i);
      Frame two = some.get(i + 1);
      if (timesToo && (one.host() != host || two.host() != host)) {
        continue;
      }
      if (random.nextInt(20) == 0) {
        some.set(i, timesToo ? two.at(one.nanos()) : two);
        some.set(++i, timesToo ? one.at(two.nanos()) : one);
      }
    }
    return some;
  }

  private static List<Frame> someLate(SplittableRandom random, List<Frame> all) {
    long late = random.nextLong(4 * MILLISECOND);
    int host = random.nextInt(2);
    return inOrder(
        new ArrayList<>(
            all.stream()
                .map(frame ->
                    frame.host() == host && random.nextInt(20) == 0
                        ? frame.at(frame.nanos() + late)
                        : frame)
                .toList()));
  }

  /// As where interrupts are coalesced.
  private static List<Frame> responsesLate(SplittableRandom random, List<Frame> all) {
    long late = random.nextLong(300 * MICROSECOND);
    int host = random.nextInt(2);
    return inOrder(
        new ArrayList<>(
            all.stream()
                .map(frame -> frame.host() == host ? frame.at(frame.nanos() + late) : frame)
                .toList()));
  }

  private static List<Frame> coarse(SplittableRandom random, List<Frame> all) {
    long tick = List.of(MICROSECOND, 10 * MICROSECOND, MILLISECOND, SECOND).get(random.nextInt(4));
    return all.stream().map(frame -> frame.at(frame.nanos() / tick * tick)).toList();
  }

  /// A port is mirrored twice, but for one direction.
  private static List<Frame> oneDirectionTwice(SplittableRandom random, List<Frame> all) {
    List<Long> delays =
        List.of(5 * MICROSECOND, 150 * MICROSECOND, 400 * MICROSECOND, 5 * MILLISECOND);
    long later = delays.get(random.nextInt(delays.size()));
    int host = random.nextInt(2);
    List<Frame> both = new ArrayList<>(all);
    all.stream()
        .filter(frame -> frame.host() == host)
        .forEach(frame -> both.add(frame.at(frame.nanos() + later)));
    return inOrder(both);
  }

  /// One of two links that are one to the hosts, which choose by the QP.
  private static List<Frame> oneLink(SplittableRandom random, List<Frame> all) {
    long choice = random.nextLong();
    return all.stream().filter(frame -> (choice >>> (frame.qp() & 63) & 1) == 0).toList();
  }

  /// As two interfaces captured it that cut off at different lengths.
  private static List<Frame> truncated(SplittableRandom random, List<Frame> all) {
    List<Frame> both = new ArrayList<>();
    int one = random.nextInt(40, 200);
    int other = random.nextBoolean() ? one : random.nextInt(40, 400);
    boolean twice = random.nextBoolean();
    for (Frame frame : all) {
      both.add(frame.cutTo(one));
      if (twice) {
        both.add(frame.cutTo(other).at(frame.nanos() + 2 * MICROSECOND));
      }
    }
    return inOrder(both);
  }
}
