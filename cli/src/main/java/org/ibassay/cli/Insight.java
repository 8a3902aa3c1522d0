package org.ibassay.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.cause.Cause;
import org.ibassay.runner.cause.Causes;
import org.ibassay.runner.cause.TraceEvidence;
import org.ibassay.suite.CheckLog;

/// Evidence in a run's files for its failures.
///
/// @param evidence evidence in the capture
/// @param likenesses known faults that resemble the failures of a device, by its URI
record Insight(TraceEvidence evidence, Map<String, List<String>> likenesses) {
  /// No evidence.
  static final Insight NONE = new Insight(TraceEvidence.unknown(), Map.of());

  /// Looks up the failures that [Details] and [CausesText] show.
  static TraceEvidence evidence(RunResult result, CaptureSummary capture) throws IOException {
    Map<String, List<CheckLog.Failure>> failures = new HashMap<>();
    for (TestResult test : result.tests()) {
      for (CheckLog.Tally tally : test.log().steps().values()) {
        failures
            .computeIfAbsent(test.page().id(), _ -> new ArrayList<>())
            .addAll(tally.spread(Details.EXAMPLES));
      }
    }
    for (Cause cause : Causes.of(result)) {
      if (cause.first() != null) {
        String test = cause.cases().getFirst().test().page().id();
        failures.computeIfAbsent(test, _ -> new ArrayList<>()).add(cause.first());
      }
    }
    return TraceEvidence.of(capture, failures);
  }
}
