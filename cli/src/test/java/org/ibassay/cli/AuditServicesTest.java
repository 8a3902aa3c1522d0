package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibassay.audit.AuditReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Like [AuditTest], for unreliable connections, datagrams and communication management: no
/// findings about a conforming device, whatever its capture lacks, duplicates or begins with.
@Tag("trial")
final class AuditServicesTest {
  private static final List<Double> SHARES = List.of(0.002, 0.01, 0.05, 0.2, 0.6);

  private static final Map<AuditedTests, List<String>> VARIANTS =
      Map.of(
          AuditedTests.UC,
          List.of("mtu-cap=5", "mtu-cap=1", "framing=ib", "ip=6", "asides=true&partition=limited"),
          AuditedTests.UD,
          List.of("mtu-cap=5", "mtu-cap=1", "framing=ib", "ip=6", "asides=true&partition=limited"),
          AuditedTests.CM,
          List.of(
              "mtu-cap=5",
              "framing=ib",
              "ip=6",
              "cm-mra=true",
              "cm-duplicate=wait",
              "cm-data=ignored",
              "cm-no-rtu=silent",
              "cm-timers=early",
              "cm-retries=0",
              "asides=true&partition=limited",
              "framing=ib&cm-lap=refuse"));

  static Stream<Arguments> variants() {
    return VARIANTS.entrySet().stream()
        .flatMap(tests ->
            tests.getValue().stream().map(variant -> Arguments.of(tests.getKey(), variant)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aConformingDeviceIsClean(AuditedTests tests, String variant) throws Exception {
    Recording all = Recording.of(tests, "sim:ca?" + variant, Map.of());
    for (boolean complete : List.of(false, true)) {
      AuditReport report = all.audit(complete);
      assertThat(all.ofDut(report)).as("complete: " + complete).isEmpty();
      assertThat(report.checks()).isGreaterThan(500);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aBadCaptureOfItIsClean(AuditedTests tests, String variant) throws Exception {
    Recording all = Recording.of(tests, "sim:ca?" + variant, Map.of());
    for (int seed : Seeds.of("", 1).toArray()) {
      SplittableRandom random = new SplittableRandom(seed);
      double share = SHARES.get(random.nextInt(SHARES.size()));
      Recording twice = all.twice(random, 0.2 * random.nextDouble());
      Recording cut = all.cut(random);
      assertClean(all, all.without(random, 1 + random.nextInt(6)), seed, "few missing");
      assertClean(all, all.without(random, share), seed, "missing " + share);
      assertClean(all, twice, seed, "some twice");
      assertClean(all, twice.without(random, share), seed, "some twice, missing " + share);
      assertClean(all, cut, seed, "cut");
      assertClean(all, all.repeated().without(random, share), seed, "again, missing " + share);
      assertClean(all, all.direction(seed % 2 == 0), seed, "one direction");
    }
  }

  private static void assertClean(Recording all, Recording bad, int seed, String how) {
    assertThat(all.ofDut(bad.audit(false))).as("seed %d, %s", seed, how).isEmpty();
  }
}
