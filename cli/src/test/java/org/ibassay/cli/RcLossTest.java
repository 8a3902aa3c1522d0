package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.PASS;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Whichever packet is lost, no test of reliable connections mistakes that for a non-conformance;
/// and a non-conformance is also detected if packets can be lost.
@Tag("trial")
final class RcLossTest {
  /// One START_PSN is sufficient here.
  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  static Stream<String> tests() {
    return Pages.all().stream().map(Page::id).filter(id -> id.matches("[CR]09_.*"));
  }

  @ParameterizedTest
  @MethodSource("tests")
  void aLostPacketIsNeverANonConformance(String test) throws Exception {
    Set<Verdict> seen = EnumSet.noneOf(Verdict.class);
    long packets = packets(test);
    for (long lost : Seeds.spread(packets).toArray()) {
      TestResult result = run(test, "lose=" + lost);
      assertThat(result.verdict())
          .as("%s without packet %d: %s", test, lost, failed(result))
          .isIn(PASS, INCONCLUSIVE);
      seen.add(result.verdict());
    }
    assertThat(seen).contains(INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource({
    "R09_Access, rc.region-one-longer",
    "R09_Access, rc.refusal-missing",
    "R09_PsnGap, rc.gap-not-reported",
    "R09_Atomics, rc.second-atomic-missing",
    "R09_Refused, rc.flush-missing",
    "R09_ResponseOrder, rc.ack-before-atomic",
    "C09_130_01, rc.rnr-wait-half",
    "C09_142_01, rc.ack-timeout-half"
  })
  void aNonConformanceStaysOne(String test, String deviation) throws Exception {
    TestResult result = run(test, "lose=65535&deviation=" + deviation);
    assertThat(result.verdict()).as(result.reason()).isEqualTo(FAIL);
  }

  private static List<CheckLog.Failure> failed(TestResult result) {
    return result.log().steps().values().stream().flatMap(t -> t.examples().stream()).toList();
  }

  private static long packets(String test) throws Exception {
    TestResult.Packets packets = run(test, "lose=0").packets();
    return packets.sent() + packets.received();
  }

  private static TestResult run(String test, String variant) throws Exception {
    return SimRun.run("sim:ca?" + variant, ONE_PSN, test).tests().getFirst();
  }
}
