package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;

/// Finds the deviations of simulated devices that resemble the failures of a device: those that
/// fail the same steps, with the same values, and no others of the tests that were run. The most
/// similar one is taken first, and another one explains the remaining failures. A resemblance is no
/// verdict: an unknown fault can look like a known one.
///
/// The effects of deviations are those on each test alone. A fault that shows once, or from some
/// request on, fails other steps and values in a run of many tests: if no deviation is similar
/// enough, those that explain all failures with the same values are listed, whatever else they
/// fail; and values that differ from those of two deviations do not distinguish these.
///
/// @param uri URI of the device
/// @param failed number of failed steps and undecided tests
/// @param likely the deviations, in this order
/// @param unexplained steps that no deviation explains
public record Explanation(String uri, int failed, List<Likely> likely, List<String> unexplained) {
  private static final int MOST = 5;
  private static final double MISSING = 0.3;
  private static final double LEAST = 0.5;
  private static final double TIE = 1e-6;
  private static final double NEARLY = 0.7;
  private static final double ALMOST = 0.9;
  private static final int LESS = 3;

  /// Copies the lists.
  public Explanation {
    likely = List.copyOf(likely);
    unexplained = List.copyOf(unexplained);
  }

  /// A group of deviations with the same resemblance.
  ///
  /// @param deviation name of one of them
  /// @param summary what a device with it does wrong
  /// @param agreeing number of failed steps that fail in the same way with it, except for numbers
  /// @param same number of these with the same values, too
  /// @param all number of steps that fail with it in the tests that were run
  /// @param alike names of others that cannot be distinguished from it here
  /// @param less names of some that are nearly as similar
  public record Likely(
      String deviation,
      String summary,
      int agreeing,
      int same,
      int all,
      List<String> alike,
      List<String> less) {
    /// Copies the lists.
    public Likely {
      alike = List.copyOf(alike);
      less = List.copyOf(less);
    }
  }

  /// The resemblance of a deviation to the failures.
  private record Fit(
      KnownFault fault, double score, int agreeing, int same, Set<FailedStep> steps) {
    /// Whether it explains all of some failures with the same values.
    boolean explains(Set<FailedStep> failures) {
      return same == agreeing && steps.containsAll(failures);
    }
  }

  /// Explains the failures of a device by recorded effects.
  public static Explanation of(FailedDut dut) {
    return of(dut, OwnFaults.NONE);
  }

  /// Explains the failures of a device.
  ///
  /// @param own effects that are not recorded
  public static Explanation of(FailedDut dut, OwnFaults own) {
    Set<String> tests = dut.steps().stream().map(FailedStep::test).collect(Collectors.toSet());
    List<KnownFault> known = own.known().of(tests, dut.tests(), dut.kinds());
    Map<String, FailedStep> all = new LinkedHashMap<>();
    dut.steps().forEach(step -> all.put(step.toString(), step));
    Set<FailedStep> left = new LinkedHashSet<>(all.values());
    List<Likely> likely = new ArrayList<>();
    Map<String, String> summaries =
        Deviation.with(own.deviations()).stream()
            .collect(Collectors.toMap(Deviation::name, Deviation::summary));
    while (!left.isEmpty() && likely.size() < MOST) {
      List<Fit> best = best(known, left, all, MISSING);
      if (best.isEmpty() && likely.isEmpty()) {
        best = best(known, left, all, 0).stream().filter(fit -> fit.explains(left)).toList();
      }
      if (best.isEmpty()) {
        break;
      }
      Fit first = best.getFirst();
      likely.add(
          new Likely(
              first.fault.deviation(),
              summaries.getOrDefault(first.fault.deviation(), ""),
              first.agreeing,
              first.same,
              first.fault.steps().size(),
              names(best.stream().skip(1).filter(fit -> isTied(fit, first))),
              names(best.stream().filter(fit -> !isTied(fit, first)).limit(LESS))));
      left.removeAll(first.steps);
    }
    return new Explanation(
        dut.uri(),
        dut.steps().size(),
        likely,
        left.stream().map(FailedStep::toString).distinct().toList());
  }

  /// Whether no failure distinguishes two deviations.
  private static boolean isTied(Fit fit, Fit best) {
    boolean isEqual = fit.score > best.score - TIE && fit.steps.equals(best.steps);
    return isEqual || (fit.same == 0 && best.same == 0 && areNearlyEqual(fit.steps, best.steps));
  }

  private static boolean areNearlyEqual(Set<FailedStep> some, Set<FailedStep> others) {
    long common = some.stream().filter(others::contains).count();
    return common >= ALMOST * Math.max(some.size(), others.size());
  }

  private static List<String> names(Stream<Fit> fits) {
    return fits.map(fit -> fit.fault.deviation()).distinct().toList();
  }

  /// Returns the most similar deviation, and those that explain some of the same failures nearly as
  /// well.
  private static List<Fit> best(
      List<KnownFault> known, Set<FailedStep> left, Map<String, FailedStep> all, double missing) {
    List<Fit> fits =
        known.stream()
            .map(fault -> fit(fault, left, all, missing))
            .filter(f -> f.score >= LEAST)
            .sorted(Comparator.comparingDouble(f -> -f.score))
            .toList();
    return fits.stream()
        .filter(f -> f.score >= NEARLY * fits.getFirst().score)
        .filter(f -> !Collections.disjoint(f.steps, fits.getFirst().steps))
        .toList();
  }

  /// @param left failures that are not explained yet
  /// @param all all failures
  /// @param missing weight of a step that the deviation fails, and that did not fail
  private static Fit fit(
      KnownFault fault, Set<FailedStep> left, Map<String, FailedStep> all, double missing) {
    double score = 0;
    int agreeing = 0;
    int same = 0;
    Set<FailedStep> explained = new LinkedHashSet<>();
    for (FailedStep known : fault.steps()) {
      FailedStep seen = all.get(known.toString());
      if (seen == null) {
        score -= missing;
        continue;
      }
      FailedStep.Agreement agreement = known.agreement(seen);
      score += left.contains(seen) ? agreement.weight : 0;
      if (agreement.compareTo(FailedStep.Agreement.OTHER) > 0) {
        explained.add(seen);
        agreeing++;
        same += agreement.compareTo(FailedStep.Agreement.OTHER_NUMBERS_THERE) > 0 ? 1 : 0;
      }
    }
    boolean isNews = explained.stream().anyMatch(left::contains);
    return new Fit(fault, isNews ? score : 0, agreeing, same, explained);
  }
}
