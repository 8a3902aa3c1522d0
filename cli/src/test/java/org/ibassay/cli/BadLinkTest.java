package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.FAIL;
import static org.ibassay.runner.Verdict.INCONCLUSIVE;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A link that loses packets takes time, or leaves a result undecided, but never makes a conforming
/// device fail. The seed is in the URI of each failure.
@Tag("trial")
final class BadLinkTest {
  /// One START_PSN is sufficient here.
  private static final Map<String, String> ONE_PSN = Map.of("START_PSN", "0xFFFFFE");

  private static final List<String> TRANSPORT = List.of("C09_*", "R09_*");
  private static final List<String> MANAGEMENT = List.of("C13_*", "C14_*", "C15_*");

  /// The devices on which each test shows its checks; C14_024_12 has a small one.
  private static String deviceFor(String test) {
    return switch (test) {
      case "C14_024_12" -> "sim:switch?ports=20&mcast-cap=100";
      case "C14_024_08_02" -> "sim:router?sl-mapping=false&vl-cap=1";
      default -> test.startsWith("C15") ? "sim:sm?cabled=1" : "sim:ca?cabled=1";
    };
  }

  /// @param percent how many of the applicable tests pass, at least
  @ParameterizedTest
  @CsvSource({
    "loss=0.1, 80",
    "loss=0.3, 18",
    "loss=0.9, 0",
    "loss=1, 0",
    "duplicate=1, 43",
    "reorder=0.3, 90",
    "delay=150, 75",
    "delay=400, 65",
    "delay=3000, 0",
    "loss=0.02&duplicate=0.02&reorder=0.02, 94",
    "loss=0.05&duplicate=0.2&reorder=0.2&delay=30, 65",
    "loss=0.1&duplicate=0.3&reorder=0.5&delay=150, 55"
  })
  void aConformingDeviceNeverFails(String link, int percent) throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (String kind : List.of("sim:ca?cabled=2", "sim:sm?cabled=1")) {
      for (int seed : Seeds.of("", 10).toArray()) {
        verdicts.addAll(neverFails(kind + "&" + link + "&seed=" + seed, MANAGEMENT));
      }
    }
    for (int seed : Seeds.of("", 25).toArray()) {
      verdicts.addAll(neverFails("sim:ca?cabled=1&" + link + "&seed=" + seed, TRANSPORT));
    }
    int pass = Collections.frequency(verdicts, PASS);
    int applied = verdicts.size() - Collections.frequency(verdicts, NOT_APPLICABLE);
    assertThat(100 * pass / applied)
        .as("%s: %d of %d pass", link, pass, applied)
        .isGreaterThanOrEqualTo(percent);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"loss=0.01&duplicate=0.05&reorder=0.05", "duplicate=0.2&delay=2", "loss=0.3"})
  void aConformingTableNeverFails(String link) throws Exception {
    for (int seed : Seeds.of("C14_024_12", 1).toArray()) {
      assertThat(neverFails(deviceFor("C14_024_12") + "&" + link + "&seed=" + seed, MANAGEMENT))
          .contains(PASS);
    }
  }

  /// @return the verdicts of the tests
  private static List<Verdict> neverFails(String uri, List<String> selectors) throws Exception {
    List<TestResult> results = SimRun.run(uri, ONE_PSN, selectors.toArray(String[]::new)).tests();
    for (TestResult result : results) {
      assertThat(result.verdict()).as(said(uri, result)).isIn(PASS, INCONCLUSIVE, NOT_APPLICABLE);
    }
    return results.stream().map(TestResult::verdict).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "C14_017_01, sim:ca, lease.bits-not-cleared",
    "C14_017_03, sim:ca, lease.not-stopped",
    "C14_024_06_CA_03, sim:ca, portinfo.accepts-reserved-width",
    "C15_0_1_012_15, sim:sm, service.lease-twice-as-long",
    "R09_Access, sim:ca, rc.region-one-longer"
  })
  void aNonConformanceStaysOneWhereAPacketInAHundredIsLost(
      String test, String device, String deviation) throws Exception {
    String uri = device + "?cabled=1&loss=0.01&seed=5&deviation=" + deviation;
    TestResult result = SimRun.run(uri, ONE_PSN, test).tests().getFirst();
    assertThat(result.verdict()).as(said(uri, result)).isEqualTo(FAIL);
  }

  /// An ACK of the previous request was duplicated there each time.
  @Test
  void anAcknowledgeThatComesTwiceIsNoNonConformance() throws Exception {
    neverFails("sim:ca?mtu-cap=1&duplicate=0.01&seed=42679", List.of("R09_Msn"));
  }

  @Test
  void whoIsSlowCannotPutItDownToTheLink() throws Exception {
    String uri = "sim:ca?cabled=1&response-micros=250000&lose=65535";
    neverFails(uri, MANAGEMENT);
    String bad = uri + "&deviation=lease.bits-not-cleared";
    TestResult result = SimRun.run(bad, ONE_PSN, "C14_017_01").tests().getFirst();
    assertThat(result.verdict()).as(said(bad, result)).isEqualTo(FAIL);
  }

  @Test
  void aRequestThatNeverLeavesATraceIsANonConformance() throws Exception {
    String uri =
        "sim:ca?cabled=1&lose=4"
            + "&deviation=lease.never-starts&deviation=mkey.violations-not-counted";
    TestResult result = SimRun.run(uri, ONE_PSN, "C14_017_01").tests().getFirst();
    assertThat(result.verdict()).as(said(uri, result)).isEqualTo(FAIL);
  }

  @Test
  void whereRunsDisagreeBothAreReported() throws Exception {
    String uri = "sim:ca?cabled=1&duplicate=0.02&seed=10";
    TestResult result = SimRun.run(uri, "C14_017_01").tests().getFirst();
    assertThat(result.verdict()).isEqualTo(INCONCLUSIVE);
    assertThat(result.reason())
        .contains(
            "attempt 1 fail at step I9: expected M_KeyViolations 0, received M_KeyViolations 1;"
                + " attempt 2 pass");
  }

  private static String said(String uri, TestResult result) {
    return "%s on %s: %s %s %s"
        .formatted(
            result.page().id(),
            uri,
            result.verdict(),
            result.reason(),
            result.log().steps().values().stream()
                .flatMap(tally -> tally.examples().stream())
                .limit(2)
                .toList());
  }
}
