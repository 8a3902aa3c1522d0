package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibassay.audit.AuditReport;
import org.ibassay.audit.Connection;
import org.ibassay.audit.Doubt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// No findings about a conforming device, whatever its capture lacks, duplicates or begins with.
@Tag("trial")
final class AuditTest {
  private static final List<Double> SHARES = List.of(0.0005, 0.002, 0.01, 0.05, 0.2, 0.6);

  static Stream<String> variants() {
    return Stream.of(
        "mtu-cap=5",
        "mtu-cap=1",
        "mtu-cap=2&ip=6",
        "mtu-cap=3&framing=ib",
        "mtu-cap=4",
        "acks=coalesced&credits=false",
        "max-reads=1",
        "max-reads=16&reserved-opcodes=ignore",
        "ack-timeout-times=1",
        "ack-timeout-times=4&response-micros=150000");
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aConformingDeviceIsClean(String variant) throws Exception {
    Recording all = Recording.of("sim:ca?" + variant, Map.of());
    for (boolean complete : List.of(false, true)) {
      AuditReport report = all.audit(complete);
      assertThat(all.ofDut(report)).as("complete: " + complete).isEmpty();
      assertThat(report.findings()).as("the tester's own non-conformances").isNotEmpty();
      assertThat(report.checks()).isGreaterThan(5_000);
      assertThat(report.missing()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void aBadCaptureOfItIsClean(String variant) throws Exception {
    Recording all = Recording.of("sim:ca?" + variant, Map.of("START_PSN", "0xFFFFFE,0x123456"));
    for (int seed : Seeds.of("", 1).toArray()) {
      SplittableRandom random = new SplittableRandom(seed);
      assertClean(all, all.without(random, 1 + random.nextInt(6)), seed, "few missing");
      double share = SHARES.get(random.nextInt(SHARES.size()));
      assertClean(all, all.without(random, share), seed, "missing " + share);
      Recording twice = all.twice(random, 0.2 * random.nextDouble());
      assertClean(all, twice, seed, "some twice");
      assertClean(all, twice.without(random, share), seed, "some twice, missing " + share);
      Recording cut = all.cut(random);
      assertClean(all, cut, seed, "cut");
      assertClean(all, cut.without(random, share), seed, "cut, missing " + share);
    }
  }

  private static void assertClean(Recording all, Recording bad, int seed, String how) {
    AuditReport report = bad.audit(false);
    assertThat(all.ofDut(report)).as("seed %d, %s", seed, how).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void connectionsThatComeAgainAreClean(String variant) throws Exception {
    Recording all = Recording.of("sim:ca?" + variant, Map.of()).repeated();
    assertClean(all, all, 0, "again");
    for (int seed : Seeds.of("", 10).toArray()) {
      SplittableRandom random = new SplittableRandom(seed);
      assertClean(all, all.without(random, random.nextInt(6)), seed, "again, few missing");
      assertClean(all, all.twice(random, 0.1).cut(random), seed, "again, some twice, cut");
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void oneDirectionIsClean(String variant) throws Exception {
    Recording all = Recording.of("sim:ca?" + variant, Map.of());
    AuditReport received = all.direction(false).audit(false);
    assertThat(received.findings()).isEmpty();
    assertThat(received.connections()).extracting(Connection::other).containsOnlyNulls();
    assertThat(received.unjudged()).containsKey(Doubt.NOT_PAIRED);
    assertThat(all.ofDut(all.direction(true).audit(false))).isEmpty();
  }
}
