package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.packet.LinkType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A device that begins to respond with garbage at a random moment of a test never passes it, and
/// never crashes the tester: the test ends in time, and its result is not a bug of the suite.
/// Before the test, garbage may prevent the device from being identified as one that the test is
/// for.
@Tag("trial")
final class HostileTest {
  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  private static final List<String> HOSTILITIES =
      List.of(
          "garbage",
          "truncated",
          "oversized",
          "wrong-method",
          "wrong-attribute",
          "wrong-transaction",
          "unasked",
          "flood",
          "endless",
          "silent",
          "mixed");

  /// The time of a test on a hostile device, as a multiple of that on a conforming one: each
  /// request may be unanswered in all retries, and a transfer may take its 40 s.
  private static final int TIMES = 5;

  /// A device that stops responding is restarted four times, each of which may take two minutes.
  private static final Duration AT_LEAST = Duration.ofMinutes(20);

  /// How many packets of a device belong to a test or precede it, and the total time.
  private record Extent(int packets, long nanos) {
    /// The last packets may be unrelated to the test, such as requests that are repeated until it
    /// ends.
    int lookedAt() {
      return packets - Math.max(REPEATED, packets / 10);
    }
  }

  private static final int REPEATED = 2;

  private static final Map<String, Extent> EXTENTS = new HashMap<>();

  static Stream<String> tests() {
    return Pages.all().stream().map(Page::id);
  }

  private static String deviceFor(String test) {
    return switch (test) {
      case "C14_024_12" -> "sim:switch?ports=20&mcast-cap=100";
      case "C14_024_08_02" -> "sim:router?cabled=1&sl-mapping=false&vl-cap=1";
      case "C14_024_08_04" -> "sim:switch?ports=4&sl-mapping=false&vl-cap=1";
      case "C14_024_10_01", "C14_024_11" -> "sim:switch?ports=4&linear-cap=0&random-cap=64";
      case "C14_024_13_1" -> "sim:sm?cabled=1";
      default -> test.matches("[CS]15.*") ? "sim:sm?cabled=1" : commonDeviceFor(test);
    };
  }

  private static String commonDeviceFor(String test) {
    return test.matches("C14_024_(04_SW|06_SW|08_03|09_SW|10).*")
        ? "sim:switch?ports=4&linear-cap=100&enhanced-port0=true"
        : "sim:ca?cabled=1";
  }

  @ParameterizedTest
  @MethodSource("tests")
  void neverPassesAndAlwaysEnds(String test) throws Exception {
    Extent extent = extent(test);
    assumeTrue(extent.lookedAt() > 0, "the device sends nothing in it");
    for (int seed : Seeds.of(test, 4).toArray()) {
      SplittableRandom random = new SplittableRandom(seed);
      String hostility = HOSTILITIES.get(Math.floorMod(test.hashCode() + seed, HOSTILITIES.size()));
      if (List.of("wrong-transaction", "mixed").contains(hostility) && test.matches("[MU].*")) {
        continue; // for datagrams, another PSN may have no effect
      }
      String uri =
          "%s&hostile=%s&hostile-after=%d&seed=%d"
              .formatted(deviceFor(test), hostility, random.nextInt(extent.lookedAt()), seed);
      Counting counting = new Counting(test);
      RunResult run = run(uri, test, counting);
      TestResult result = run.tests().getFirst();
      assertThat(result.verdict()).as(said(uri, result)).isIn(FAIL, INCONCLUSIVE, NOT_APPLICABLE);
      assertThat(result.trouble()).as(said(uri, result)).isNull();
      assertThat(counting.last)
          .as(said(uri, result))
          .isLessThan(TIMES * extent.nanos + AT_LEAST.toNanos());
    }
  }

  @Test
  void whoCannotEvenSayWhatItIsIsUnreachable() throws Exception {
    RunResult run = run("sim:ca?hostile=garbage", "C13_013", new Counting("C13_013"));
    assertThat(run.tests().getFirst().reason()).contains("unreachable");
  }

  private static RunResult run(String uri, String test, Tap tap) throws Exception {
    return SimRun.run(uri, ONE_PSN, Timing.DEFAULT, tap, test);
  }

  private static Extent extent(String test) throws Exception {
    Extent known = EXTENTS.get(test);
    if (known == null) {
      Counting counting = new Counting(test);
      run(deviceFor(test), test, counting);
      known = new Extent(counting.tests, counting.last);
      EXTENTS.put(test, known);
    }
    return known;
  }

  private static String said(String uri, TestResult result) {
    return "%s on %s: %s %s".formatted(result.page().id(), uri, result.verdict(), result.reason());
  }

  /// Counts the packets from the device.
  private static final class Counting implements Tap {
    private final String test;
    private final boolean isOfTransport;
    private int all;

    /// The number of packets up to the test's last one.
    int tests;

    /// When the last packet was seen, in nanoseconds.
    long last;

    Counting(String test) {
      this.test = test;
      this.isOfTransport = test.matches("[CFRUW]09_.*|M12_.*");
    }

    @Override
    public long mad(
        Direction direction,
        MemorySegment mad,
        int bytes,
        int peerLid,
        int qp,
        long nanos,
        Label label) {
      boolean isTesters =
          MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE && Smp.HOP_COUNT.get(mad, 0) == 0;
      return seen(direction, !isOfTransport && !isTesters, nanos, label);
    }

    @Override
    public long packet(
        Direction direction,
        LinkType link,
        MemorySegment packet,
        int bytes,
        long nanos,
        Label label) {
      return seen(direction, isOfTransport, nanos, label);
    }

    private long seen(Direction direction, boolean counts, long nanos, Label label) {
      last = Math.max(last, nanos);
      if (counts && direction == Direction.RECEIVED) {
        all++;
        if (label.toString().startsWith(test + " ")) {
          tests = all;
        }
      }
      return 0;
    }
  }
}
