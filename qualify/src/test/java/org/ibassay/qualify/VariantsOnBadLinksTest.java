package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.link.Timing;
import org.ibassay.qualify.Variants.Variant;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/// All conforming devices on links that lose packets: what passes on a good link passes there,
/// except for few runs if retries are few, and nothing ever fails. A build takes some devices, each
/// with one seed; `-Dibassay.links=N` takes all of them with N seeds each at one percent of loss,
/// and fewer of these on worse links. Failures are reported with the DUT URI, which is sufficient
/// to reproduce them. A partial qualification omits this test.
@Tag("qualification")
@DisabledIfSystemProperty(named = "ibassay.qualify", matches = ".+")
final class VariantsOnBadLinksTest {
  private static final int SEEDS = Integer.getInteger("ibassay.links", 0);
  private static final long DRAW = Long.getLong("ibassay.seed", 1);

  /// Of all runs of a test, this fraction may be undecided; in a build, which takes few, one test.
  private static final int ONE_IN = 25;

  /// The fraction for [#LONG] tests.
  private static final int LONG_ONE_IN = 4;

  /// Tests with a part of so many packets that hardly a trial has all of them at a loss of ten
  /// percent.
  private static final Set<String> LONG =
      Set.of(
          "R09_AtomicRepeats",
          "R09_FarPsns",
          "R09_MessageLengths",
          "R09_ReadData",
          "R09_RnrTimers",
          "R09_SentPackets",
          "R09_WriteData",
          "U09_InTurn",
          "U09_SentInTurn",
          "W09_Delivery",
          "W09_SentMessages");

  /// A standby manager takes over when enough of its own polls are lost, which no retry of the
  /// tester prevents.
  private static final Set<String> OF_STANDBY = Set.of("S14_Commands");

  private static final Assay ALL_TESTS = new Assay(Pages.all(), Timing.DEFAULT);

  /// All seeds that a DUT URI allows.
  private static final int ALL_SEEDS = 1 << 16;

  private static final double LEAST_LOSS = 0.001;
  private static final double MOST_LOSS = 0.9;

  private final Map<Variant, List<String>> passing = new ConcurrentHashMap<>();

  private record Link(Variant device, String way, int seed) {
    String uri() {
      String own = device.uri().replaceFirst("[?&]seed=\\d+", "");
      return own + (own.contains("?") ? "&" : "?") + way + "&seed=" + seed;
    }
  }

  @Test
  void atOnePercentAllButFewRunsPass() {
    List<Link> links = links("loss=0.01", 1, 2);
    verifyFewUndecided(links, others(links, ALL_TESTS, Timing.DEFAULT.retries()), 1);
  }

  @Test
  void atTenPercentAllButFewRunsPassWithTwelveRetries() {
    List<Link> links = links("loss=0.1", 10, 1);
    Timing patient = new Timing(Timing.DEFAULT.timeoutNanos(), 12);
    List<Page> tests =
        Pages.all().stream()
            .filter(page -> !LONG.contains(page.id()) && !OF_STANDBY.contains(page.id()))
            .toList();
    verifyFewUndecided(links, others(links, new Assay(tests, patient), patient.retries()), 0);
  }

  /// @param most number of tests that may be undecided in a build
  private static void verifyFewUndecided(
      List<Link> links, Map<String, List<String>> others, int most) {
    if (SEEDS == 0) {
      assertThat(others).as("drawn by %d", DRAW).hasSizeLessThanOrEqualTo(most);
      return;
    }
    Map<String, Integer> byTest = new TreeMap<>();
    others.forEach((one, those) -> byTest.merge(test(one), those.size(), Integer::sum));
    System.out.println("undecided: " + byTest);
    byTest.forEach((test, count) ->
        assertThat(count)
            .as(test)
            .isLessThanOrEqualTo(links.size() / (LONG.contains(test) ? LONG_ONE_IN : ONE_IN)));
  }

  private static String test(String testOnDevice) {
    return testOnDevice.split(" ", 2)[0];
  }

  @Test
  void howeverBadTheLinkNothingFails() {
    SplittableRandom random = new SplittableRandom(DRAW);
    List<Link> links =
        links("", 20, 2).stream()
            .map(link -> new Link(link.device, anyWay(random), link.seed))
            .toList();
    others(links, ALL_TESTS, Timing.DEFAULT.retries());
  }

  /// Returns a random impairment, from hardly noticeable to hopeless.
  private static String anyWay(SplittableRandom random) {
    List<String> way = new ArrayList<>();
    Stream.of("loss", "duplicate", "reorder")
        .filter(_ -> random.nextBoolean())
        .forEach(name -> way.add(name + "=" + probability(random)));
    if (random.nextInt(3) == 0) {
      way.add("delay=" + (1 << random.nextInt(12)));
    }
    if (way.isEmpty() || random.nextInt(3) == 0) {
      way.add("lose=" + random.nextInt(1, 1 << random.nextInt(1, 12)));
    }
    return String.join("&", way);
  }

  private static double probability(SplittableRandom random) {
    return LEAST_LOSS * Math.pow(MOST_LOSS / LEAST_LOSS, random.nextDouble());
  }

  /// @param oneIn of all devices with all their seeds, one in this many is taken
  /// @param some number of devices in a build, each with one seed
  private static List<Link> links(String way, int oneIn, int some) {
    List<Variant> all =
        Variants.all().stream()
            .filter(device -> VariantReadings.holdsToLetters(device.ways()))
            .toList();
    SplittableRandom random = new SplittableRandom(DRAW);
    if (SEEDS == 0) {
      return random
          .ints(some, 0, all.size())
          .mapToObj(i -> new Link(all.get(i), way, random.nextInt(ALL_SEEDS)))
          .toList();
    }
    int first = random.nextInt(oneIn);
    return IntStream.range(0, all.size() * SEEDS)
        .filter(i -> i % oneIn == first)
        .mapToObj(i -> new Link(all.get(i / SEEDS), way, i % ALL_SEEDS))
        .toList();
  }

  /// Returns what did not pass, although it does on a good link, by test and device.
  private Map<String, List<String>> others(List<Link> links, Assay assay, int retries) {
    List<List<TestResult>> results =
        links.parallelStream().map(link -> otherResults(assay, link)).toList();
    Map<String, List<String>> others = new LinkedHashMap<>();
    for (int i = 0; i < results.size(); i++) {
      Link link = links.get(i);
      for (TestResult result : results.get(i)) {
        others
            .computeIfAbsent(
                result.page().id() + " on " + link.device.uri(), _ -> new ArrayList<>())
            .add(link.uri() + ": " + result.reason());
      }
    }
    System.out.printf(
        "%d runs on bad links, %s retries %d: worst %d%n",
        links.size(),
        links.getFirst().way,
        retries,
        others.values().stream().mapToInt(List::size).max().orElse(0));
    return others;
  }

  private List<TestResult> otherResults(Assay assay, Link link) {
    List<String> passes = passing.computeIfAbsent(link.device, VariantsOnBadLinksTest::passing);
    List<TestResult> results = assay.result(link.uri(), link.device.parameters()).tests();
    for (TestResult result : results) {
      assertThat(result.verdict())
          .as("%s on %s: %s", result.page().id(), link.uri(), shown(result))
          .isIn(PASS, INCONCLUSIVE, NOT_APPLICABLE);
    }
    return results.stream()
        .filter(result -> result.verdict() != PASS && passes.contains(result.page().id()))
        .toList();
  }

  private static List<String> passing(Variant device) {
    return new Assay(Pages.all())
        .result(device.uri(), device.parameters()).tests().stream()
            .filter(result -> result.verdict() == PASS)
            .map(result -> result.page().id())
            .toList();
  }

  private static String shown(TestResult result) {
    return result.reason()
        + result.log().steps().values().stream()
            .flatMap(tally -> tally.examples().stream())
            .limit(2)
            .map(Object::toString)
            .collect(Collectors.joining("; ", " ", ""));
  }
}
