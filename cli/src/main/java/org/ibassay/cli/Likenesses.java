package org.ibassay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.qualify.Explanation;
import org.ibassay.qualify.FailedDut;
import org.ibassay.runner.UsageException;

/// Known faults that resemble the failures of a run's devices, a sentence for each, the most
/// similar first. This is not a verdict, because an unknown fault can resemble a known one.
final class Likenesses {
  private static final int MOST = 3;
  private static final int MOST_ALIKE = 2;

  private Likenesses() {}

  /// Returns the sentences about each device, by its URI; without devices that have none.
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
    for (Explanation.Likely likely : explanation.likely().stream().limit(MOST).toList()) {
      sentences.add("%s: %s".formatted(named(likely.deviation()), agreement(likely)));
      List<String> others =
          likely.alike().stream().filter(n -> !n.equals(likely.deviation())).toList();
      if (!others.isEmpty()) {
        sentences.add(alike(others) + ": equally similar");
      }
    }
    return sentences;
  }

  private static String alike(List<String> others) {
    String alike =
        others.stream()
            .limit(MOST_ALIKE)
            .map(Likenesses::named)
            .collect(Collectors.joining(" and "));
    int more = Math.max(0, others.size() - MOST_ALIKE);
    return alike + (more == 0 ? "" : " and %d more (ibassay explain lists them)".formatted(more));
  }

  /// Returns a deviation with its meaning.
  static String named(String deviation) {
    return Deviation.all().stream()
        .filter(known -> known.name().equals(deviation))
        .findFirst()
        .map(known -> "%s (%s)".formatted(deviation, known.summary()))
        .orElse(deviation);
  }

  /// Formats how many of the steps that fail with it also failed here.
  static String agreement(Explanation.Likely likely) {
    int all = likely.all();
    int agreeing = likely.agreeing();
    String steps =
        agreeing < all
            ? "this fault fails %d steps, %d of which failed here".formatted(all, agreeing)
            : all == 1
                ? "this fault fails one step, which failed here"
                : "this fault fails %d steps, which all failed here".formatted(all);
    return "%s%s".formatted(steps, values(likely));
  }

  private static String values(Explanation.Likely likely) {
    if (likely.same() == likely.agreeing()) {
      return " with the same values";
    }
    return likely.same() == 0
        ? ", but with other values"
        : ", %d of them with the same values".formatted(likely.same());
  }
}
