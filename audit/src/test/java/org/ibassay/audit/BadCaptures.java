package org.ibassay.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.ibassay.audit.Wire.Frame;
import org.junit.jupiter.params.provider.Arguments;

/// Imperfect captures: packets that are missing, duplicated, late, out of order or truncated.
final class BadCaptures {
  private static final long MICROSECOND = 1_000;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  interface Capture extends BiFunction<SplittableRandom, List<Frame>, List<Frame>> {}

  private BadCaptures() {}

  static List<Arguments> all() {
    return List.of(
        capture("whole", (_, all) -> all),
        capture("one missing", (random, all) -> without(random, all, 1.0 / all.size())),
        capture("some missing", (random, all) -> without(random, all, 0.2 * random.nextDouble())),
        capture("cut", BadCaptures::cut),
        capture("one direction", (_, all) -> all.stream().filter(f -> f.host() == 0).toList()),
        capture("twice", (random, all) -> again(random, all, 20 * MICROSECOND, 1)),
        capture("twice, clocks apart", (random, all) -> again(random, all, 30 * MILLISECOND, 1)),
        capture("partly twice", (random, all) -> again(random, all, 30 * MILLISECOND, 0.3)),
        capture("one after the other", BadCaptures::appended),
        capture("directions apart", BadCaptures::apart),
        capture("out of order", BadCaptures::shuffled),
        capture("file out of order", (random, all) -> swapped(random, all, false)),
        capture("responses swapped", (random, all) -> swapped(random, all, true)),
        capture("some responses late", BadCaptures::someLate),
        capture("responses late", BadCaptures::responsesLate),
        capture("coarse clock", BadCaptures::coarse),
        capture("one direction twice", BadCaptures::oneDirectionTwice),
        capture("one link of several", BadCaptures::oneLink),
        capture("truncated", BadCaptures::truncated));
  }

  private static Arguments capture(String name, Capture capture) {
    return Arguments.of(name, capture);
  }

  private static List<Frame> without(SplittableRandom random, List<Frame> all, double share) {
    return all.stream().filter(_ -> random.nextDouble() >= share).toList();
  }

  private static List<Frame> cut(SplittableRandom random, List<Frame> all) {
    int from = random.nextInt(all.size());
    return all.subList(from, random.nextInt(from, all.size()) + 1);
  }

  /// Two captures merged, whose hosts' clocks differ.
  private static List<Frame> again(
      SplittableRandom random, List<Frame> all, long most, double share) {
    long apart = random.nextLong(-most, most);
    List<Frame> both = new ArrayList<>(all);
    int from = random.nextInt((int) ((1 - share) * all.size()) + 1);
    all.subList(from, from + (int) (share * all.size()))
        .forEach(frame -> both.add(frame.at(frame.nanos() + apart)));
    return LegalNetworks.inOrder(both);
  }

  private static List<Frame> appended(SplittableRandom random, List<Frame> all) {
    List<Frame> both = new ArrayList<>(without(random, all, 0.01));
    both.addAll(without(random, all, 0.01));
    return both;
  }

  /// Each host's packets were captured there, and the clocks differ.
  private static List<Frame> apart(SplittableRandom random, List<Frame> all) {
    long apart = random.nextLong(-5 * MILLISECOND, 5 * MILLISECOND);
    List<Frame> both = new ArrayList<>();
    all.forEach(frame -> both.add(frame.host() == 0 ? frame : frame.at(frame.nanos() + apart)));
    return LegalNetworks.inOrder(both);
  }

  private static List<Frame> shuffled(SplittableRandom random, List<Frame> all) {
    long most = random.nextBoolean() ? 10 * MICROSECOND : 200 * MICROSECOND;
    List<Frame> some = new ArrayList<>();
    all.forEach(frame -> some.add(frame.at(frame.nanos() + random.nextLong(most))));
    return LegalNetworks.inOrder(some);
  }

  /// Swaps some frames of one host with its next, with or without their times.
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
    return LegalNetworks.inOrder(
        new ArrayList<>(
            all.stream()
                .map(frame ->
                    frame.host() == host && random.nextInt(20) == 0
                        ? frame.at(frame.nanos() + late)
                        : frame)
                .toList()));
  }

  /// As with interrupt coalescing.
  private static List<Frame> responsesLate(SplittableRandom random, List<Frame> all) {
    long late = random.nextLong(300 * MICROSECOND);
    int host = random.nextInt(2);
    return LegalNetworks.inOrder(
        new ArrayList<>(
            all.stream()
                .map(frame -> frame.host() == host ? frame.at(frame.nanos() + late) : frame)
                .toList()));
  }

  private static List<Frame> coarse(SplittableRandom random, List<Frame> all) {
    long tick = List.of(MICROSECOND, 10 * MICROSECOND, MILLISECOND, SECOND).get(random.nextInt(4));
    return all.stream().map(frame -> frame.at(frame.nanos() / tick * tick)).toList();
  }

  /// A port is mirrored twice, except for one direction.
  private static List<Frame> oneDirectionTwice(SplittableRandom random, List<Frame> all) {
    List<Long> delays =
        List.of(5 * MICROSECOND, 150 * MICROSECOND, 400 * MICROSECOND, 5 * MILLISECOND);
    long later = delays.get(random.nextInt(delays.size()));
    int host = random.nextInt(2);
    List<Frame> both = new ArrayList<>(all);
    all.stream()
        .filter(frame -> frame.host() == host)
        .forEach(frame -> both.add(frame.at(frame.nanos() + later)));
    return LegalNetworks.inOrder(both);
  }

  /// One of two aggregated links, which hosts select by QP.
  private static List<Frame> oneLink(SplittableRandom random, List<Frame> all) {
    long choice = random.nextLong();
    return all.stream().filter(frame -> (choice >>> (frame.qp() & 63) & 1) == 0).toList();
  }

  /// Captured on two interfaces that truncate at different lengths.
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
    return LegalNetworks.inOrder(both);
  }
}
