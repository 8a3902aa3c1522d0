package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.qualify.Explanation;
import org.ibassay.qualify.FailedDut;
import org.ibassay.runner.UsageException;

/// Known faults that look like what failed on the devices of a run, a sentence each, the nearest
/// first: no verdict, as an unknown fault can look like a known one.
final class Likenesses {
  private static final int MOST = 3;
  private static final int MOST_ALIKE = 2;

  private Likenesses() {}

  /// The sentences about each device, by its URI; those about which there are none are left out.
  ///
  /// @param results results.json of the run
  static Map<String, List<String>> of(Path results) throws UsageException {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (FailedDut dut : FailedDut.read(results)) {
      if (!dut.isSound()) {
        List<String> sentences = sentences(Explanation.of(dut));
        if (!sentences.isEmpty()) {
          all.put(dut.uri(), sentences);
        }
      }
    }
    return all;
  }

  private static List<String> sentences(Explanation explanation) {
    List<String> sentences = new ArrayList<>();
    explanation.likely().stream().limit(MOST).forEach(likely -> sentences.add(sentence(likely)));
    return sentences;
  }

  private static String sentence(Explanation.Likely likely) {
    List<String> others =
        likely.alike().stream().filter(n -> !n.equals(likely.deviation())).toList();
    String alike =
        others.isEmpty()
            ? ""
            : "; so does "
                + String.join(", ", others.subList(0, Math.min(MOST_ALIKE, others.size())));
    return "%s: %s (%s%s)"
        .formatted(likely.deviation(), likely.summary(), agreement(likely), alike);
  }

  /// How many of the steps that fail with it failed here, too.
  static String agreement(Explanation.Likely likely) {
    String steps = Text.count(likely.all(), "step");
    String agree =
        "%d of %s that %s with it agree"
            .formatted(likely.agreeing(), steps, likely.all() == 1 ? "fails" : "fail");
    if (likely.same() == likely.agreeing()) {
      return agree + ", with their values";
    }
    return "%s, %s with %s values"
        .formatted(
            agree,
            likely.same() == 0 ? "but" : likely.same() + " of them",
            likely.same() == 0 ? "other" : "the same");
  }
}
