package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every test passes on every device that conforms, or does not apply to it; and what the tests
/// claim to verify is verified on some of these devices.
final class ConformingVariantsTest {
  private static final List<Integer> CAPACITIES = List.of(0, 1, 31, 32, 33, 100, 1000, 1024, 16384);
  private static final List<Integer> PORTS = List.of(1, 14, 15, 16, 17, 36, 254);

  private static final List<String> END_PORT_VARIANTS =
      List.of(
          "",
          "?ports=1",
          "?ports=254&cabled=3&from-port=252",
          "?ports=4&cabled=1",
          "?port-state=armed",
          "?port-state=active",
          "?port-state=active&same-state=refuse",
          "?port-state=armed&same-state=refuse",
          "?lid=17",
          "?lid=0",
          "?vl-cap=1&sl-mapping=false",
          "?vl-cap=1",
          "?vl-cap=5",
          "?mtu-cap=1",
          "?mtu-cap=5",
          "?widths=1",
          "?widths=3",
          "?widths=15",
          "?widths=31",
          "?speeds=1",
          "?speeds=3&ext-speeds=0",
          "?speeds=7&ext-speeds=15",
          "?reinit=true&client-reregister=true",
          "?reinit=false&client-reregister=false",
          "?reinit=true&client-reregister=false",
          "?resp-time-value=0",
          "?resp-time-value=20&response-micros=150000",
          "?same-state=refuse&other-port-set=refuse",
          "?traps=true");

  private static final List<String> SWITCH_VARIANTS =
      List.of(
          "?enhanced-port0=true",
          "?ports=254&cabled=2&from-port=100",
          "?port-state=armed",
          "?port-state=active&lid=9",
          "?vl-cap=1&sl-mapping=false",
          "?linear-cap=0&random-cap=64",
          "?resp-time-value=0",
          "?traps=true");

  private static final List<String> MANAGER_VARIANTS =
      List.of(
          "?ports=4",
          "?ports=2&cabled=1&from-port=2",
          "?lmc=1",
          "?lmc=7",
          "?lmc=3&ports=3",
          "?lid=1",
          "?lid=32767",
          "?mtu-cap=2",
          "?mtu-cap=3",
          "?mtu-cap=4",
          "?widths=31&ext-speeds=1",
          "?widths=31&ext-speeds=7",
          "?guid-cap=1",
          "?guid-cap=255",
          "?response-micros=150000",
          "?seed=99");

  static Stream<String> variants() {
    Stream<String> endPorts =
        END_PORT_VARIANTS.stream()
            .flatMap(v -> Stream.of("sim:ca" + v, "sim:router" + v, "sim:sm" + v));
    Stream<String> managers = MANAGER_VARIANTS.stream().map(v -> "sim:sm" + v);
    Stream<String> tables =
        CAPACITIES.stream()
            .flatMap(
                c -> PORTS.stream().map(p -> "sim:switch?ports=%d&mcast-cap=%d".formatted(p, c)));
    return Stream.of(
            endPorts, managers, tables, SWITCH_VARIANTS.stream().map(v -> "sim:switch" + v))
        .flatMap(s -> s);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyTestPassesOrDoesNotApply(String uri) throws Exception {
    List<TestResult> results = Assay.run(uri).tests();
    for (TestResult result : results) {
      assertThat(result.verdict())
          .as("%s on %s: %s %s", result.page().id(), uri, result.reason(), failed(result))
          .isIn(PASS, NOT_APPLICABLE);
      if (result.page().roles().contains(DutRole.SM)) {
        assertThat(result.verdict()).isEqualTo(uri.startsWith("sim:sm") ? PASS : NOT_APPLICABLE);
      }
      assertThat(result.log().allPassed()).isTrue();
      assertThat(result.notRestored())
          .as("%s on %s", result.page().id(), uri)
          .allSatisfy(left -> assertThat(left).contains("a Set may not carry 0"));
    }
    assertThat(results.stream().map(TestResult::verdict)).contains(PASS);
  }

  @Test
  void whatIsClaimedIsVerified() throws Exception {
    Set<String> verified = new LinkedHashSet<>();
    for (String uri :
        List.of(
            "sim:ca",
            "sim:ca?widths=15&speeds=3&reinit=true&client-reregister=false",
            "sim:router?vl-cap=1&sl-mapping=false",
            "sim:switch?mcast-cap=0",
            "sim:switch?mcast-cap=1000",
            "sim:sm")) {
      for (TestResult result : Assay.run(uri).tests()) {
        result.judgement().assertions().stream()
            .filter(a -> a.checks() > 0)
            .forEach(a -> verified.add(result.page().id() + " " + a.id()));
      }
    }
    Set<String> claimed = new TreeSet<>();
    for (Page page : Pages.all()) {
      page.claimed().forEach(id -> claimed.add(page.id() + " " + id));
    }
    assertThat(new TreeSet<>(verified)).isEqualTo(claimed);
  }

  private static List<String> failed(TestResult result) {
    return result.judgement().assertions().stream()
        .filter(a -> a.failures() > 0 || a.verdict() != PASS)
        .map(a -> a.id() + " " + a.verdict() + " " + a.reason() + " " + a.examples())
        .toList();
  }
}
