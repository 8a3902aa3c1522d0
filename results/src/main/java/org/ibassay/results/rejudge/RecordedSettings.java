package org.ibassay.results.rejudge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.Timing;
import org.ibassay.runner.Claims;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.report.JsonInput;
import org.jspecify.annotations.Nullable;

/// The settings of a run that affect its verdicts.
///
/// @param parameters parameters given, `NAME=VALUE`
/// @param claims claims given, `NAME=true`
/// @param strict readings that were judged, `ID=WAY`
record RecordedSettings(
    List<String> parameters,
    List<String> claims,
    List<String> strict,
    boolean isSafe,
    boolean isOwnFabric,
    int window,
    int timeoutMillis,
    int retries,
    int rounds) {

  static RecordedSettings of(RunPlan plan) {
    RunPlan.Manner manner = plan.manner();
    List<String> parameters = new ArrayList<>();
    plan.parameters().given().forEach((name, value) -> parameters.add(name + "=" + value));
    List<String> claims = new ArrayList<>();
    plan.claims().texts().forEach((name, value) -> claims.add(name + "=" + value));
    List<String> strict = new ArrayList<>();
    plan.strict().ways().forEach((reading, way) -> strict.add(reading.id() + "=" + way.id()));
    return new RecordedSettings(
        parameters,
        claims,
        strict,
        manner.safe(),
        manner.ownFabric(),
        manner.window(),
        (int) TimeUnit.NANOSECONDS.toMillis(manner.timing().timeoutNanos()),
        manner.timing().retries(),
        manner.rounds());
  }

  Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("parameters", parameters);
    tree.put("claims", claims);
    tree.put("strict", strict);
    tree.put("safe", isSafe);
    tree.put("ownFabric", isOwnFabric);
    tree.put("window", window);
    tree.put("timeoutMillis", timeoutMillis);
    tree.put("retries", retries);
    tree.put("rounds", rounds);
    return tree;
  }

  static RecordedSettings of(JsonInput item) throws UsageException {
    return new RecordedSettings(
        item.texts("parameters"),
        item.texts("claims"),
        item.texts("strict"),
        item.flag("safe"),
        item.flag("ownFabric"),
        item.index("window", Integer.MAX_VALUE),
        item.index("timeoutMillis", Integer.MAX_VALUE),
        item.index("retries", Integer.MAX_VALUE),
        item.index("rounds", Integer.MAX_VALUE));
  }

  /// Returns a plan with these settings, with one outstanding request at a time.
  ///
  /// @throws UsageException if this suite lacks a parameter, claim or reading that was given
  RunPlan plan(List<RunPlan.Target> targets) throws UsageException {
    Timing timing = new Timing(TimeUnit.MILLISECONDS.toNanos(timeoutMillis), retries);
    return new RunPlan(
        targets,
        ParameterValues.of(pairs(parameters)),
        new RunPlan.Manner(isSafe, isOwnFabric, 1, timing, Math.max(1, rounds), false),
        Expectations.NONE,
        Claims.of(pairs(claims)),
        StrictReadings.of(strict));
  }

  private static Map<String, String> pairs(List<String> texts) throws UsageException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new UsageException(
            RunRecording.NAME + ": settings: \"" + text + "\": expected NAME=VALUE");
      }
      pairs.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return pairs;
  }
}
