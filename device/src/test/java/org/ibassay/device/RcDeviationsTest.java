package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationCatalog;
import org.ibassay.device.deviation.DeviationSpec;
import org.junit.jupiter.api.Test;

/// For a tester that does the common operations once, no two deviations of reliable connections
/// look equal. The qualification of the tests shows that each deviation is detected, including
/// those that need more operations.
class RcDeviationsTest {
  static Stream<String> names() {
    return DeviationCatalog.all().stream()
        .filter(deviation -> deviation.given().isEmpty())
        .map(DeviationSpec::name)
        .filter(name -> name.startsWith("rc."));
  }

  @Test
  void aConformingOneIsAlwaysTheSame() {
    assertThat(transcript("sim:ca")).isEqualTo(transcript("sim:ca"));
  }

  @Test
  void allDiffer() {
    Map<List<String>, List<String>> alike =
        names()
            // a bench uses one QP at a time, and exceeds a receive by its first packet only
            .filter(name -> !name.matches(".*(-of-all|-all-qps|-overrun-of-middle-accepted)"))
            .collect(Collectors.groupingBy(name -> transcript("sim:ca?seed=1&deviation=" + name)));
    alike.remove(transcript("sim:ca?seed=1"));
    assertThat(alike.values().stream().filter(names -> names.size() > 1)).isEmpty();
  }

  @Test
  void thereAreSome() {
    assertThat(names()).hasSizeGreaterThan(120);
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
