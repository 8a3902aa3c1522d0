package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationCatalog;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.variant.SimParameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each deviation of reliable connections makes a difference to a tester that does everything once.
class RcDeviationsTest {
  private static final Map<String, List<String>> SEEN = new ConcurrentHashMap<>();

  static Stream<String> names() {
    return DeviationCatalog.all().stream()
        .map(DeviationSpec::name)
        .filter(name -> name.startsWith("rc."));
  }

  @ParameterizedTest
  @MethodSource("names")
  void makesADifference(String name) {
    DeviationSpec deviation = DeviationCatalog.of(name).orElseThrow();
    String conforming = "sim:ca?seed=1" + parameters(deviation.given());
    boolean alike = seen(conforming).equals(seen(conforming + "&deviation=" + name));
    assertThat(alike).as("nobody can tell").isFalse();
  }

  @Test
  void aConformingOneIsAlwaysTheSame() {
    assertThat(transcript("sim:ca")).isEqualTo(transcript("sim:ca"));
  }

  @Test
  void allDiffer() {
    Map<List<String>, List<String>> alike =
        names().collect(Collectors.groupingBy(name -> seen("sim:ca?seed=1&deviation=" + name)));
    assertThat(alike.values().stream().filter(names -> names.size() > 1)).isEmpty();
  }

  @Test
  void thereAreSome() {
    assertThat(names()).hasSizeGreaterThan(120);
  }

  private static String parameters(Map<SimParameter, Long> given) {
    return given.entrySet().stream()
        .map(entry -> "&" + entry.getKey().word() + "=" + entry.getValue())
        .collect(Collectors.joining());
  }

  private static List<String> seen(String uri) {
    return SEEN.computeIfAbsent(uri, RcDeviationsTest::transcript);
  }

  private static List<String> transcript(String uri) {
    List<String> lines = new ArrayList<>();
    for (RcScene scene : RcScene.values()) {
      lines.add(scene.name());
      try (RcBench bench = RcBench.open(uri, scene::settings)) {
        scene.play(bench, lines);
      }
    }
    return lines;
  }
}
