package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every test of reliable connections passes on every channel adapter that conforms, with every
/// START_PSN, or does not apply to it and says why; and what the tests claim to verify is verified
/// on some of these adapters.
final class RcVariantsTest {
  private static final long SEED = 0x1BA55A04;
  private static final int RANDOM_PSNS = 6;
  private static final List<Integer> EDGES =
      List.of(0, 1, 0x7FFFFF, 0x800000, 0xFFFFF0, 0xFFFFFD, 0xFFFFFE, 0xFFFFFF);

  private static final Map<String, List<TestResult>> RESULTS = new LinkedHashMap<>();

  /// PMTU 256 to 4096, with each way to speak: for lengths and PSNs depend on it.
  private static Stream<String> pmtus() {
    return IntStream.rangeClosed(1, 5)
        .boxed()
        .flatMap(mtu -> Stream.of("", "&ip=6", "&framing=ib").map(way -> "mtu-cap=" + mtu + way));
  }

  private static Stream<String> reads() {
    return IntStream.rangeClosed(1, 16).mapToObj(most -> "max-reads=" + most);
  }

  private static Stream<String> others() {
    return Stream.of(
        "acks=coalesced",
        "credits=false",
        "acks=coalesced&credits=false&framing=ib",
        "reserved-opcodes=ignore",
        "atomics=none",
        "atomics=none&max-reads=1",
        "atomics=global",
        "max-reads=128",
        "ack-timeout-times=1",
        "ack-timeout-times=3",
        "ack-timeout-times=4",
        "response-micros=0",
        "response-micros=150000",
        "seed=99");
  }

  @BeforeAll
  static void runAll() throws Exception {
    for (String variant : Stream.of(pmtus(), reads(), others()).flatMap(s -> s).toList()) {
      run("sim:ca?" + variant, Map.of());
    }
    for (String variant : List.of("mtu-cap=1", "mtu-cap=5", "acks=coalesced", "max-reads=1")) {
      run("sim:ca?" + variant, Map.of("START_PSN", startPsns()));
    }
  }

  private static String startPsns() {
    IntStream random = new SplittableRandom(SEED).ints(RANDOM_PSNS, 0, 1 << 24);
    return IntStream.concat(EDGES.stream().mapToInt(i -> i), random)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(","));
  }

  private static void run(String uri, Map<String, String> parameters) throws Exception {
    RESULTS.put(uri + " " + parameters, Assay.run(uri, parameters, "C09_*", "R09_*").tests());
  }

  @Test
  void everyTestPassesOrDoesNotApply() {
    RESULTS.forEach((adapter, results) -> {
      for (TestResult result : results) {
        assertThat(result.verdict())
            .as("%s on %s: %s", result.page().id(), adapter, said(result))
            .isIn(PASS, NOT_APPLICABLE);
        if (result.verdict() == NOT_APPLICABLE) {
          assertThat(result.reason()).as(result.page().id()).startsWith("the DUT ");
        }
        assertThat(result.log().allPassed()).isTrue();
      }
    });
  }

  @Test
  void allApplyToAnAdapterThatHasAll() {
    assertThat(RESULTS.get("sim:ca?mtu-cap=5 {}"))
        .allSatisfy(result -> assertThat(result.verdict()).as(result.page().id()).isEqualTo(PASS));
  }

  @Test
  void whatIsClaimedIsVerified() {
    TreeSet<String> verified = new TreeSet<>();
    RESULTS.values().stream()
        .flatMap(List::stream)
        .forEach(result ->
            result.judgement().assertions().stream()
                .filter(a -> a.checks() > 0)
                .forEach(a -> verified.add(result.page().id() + " " + a.id())));
    TreeSet<String> claimed = new TreeSet<>();
    Pages.all().stream()
        .filter(page -> page.id().matches("[CR]09_.*"))
        .forEach(page -> page.claimed().forEach(id -> claimed.add(page.id() + " " + id)));
    assertThat(verified).isEqualTo(claimed);
  }

  private static List<String> said(TestResult result) {
    return Stream.concat(
            Stream.of(String.valueOf(result.reason())),
            result.judgement().assertions().stream()
                .filter(a -> a.failures() > 0)
                .map(a -> a.id() + " " + a.examples()))
        .toList();
  }
}
