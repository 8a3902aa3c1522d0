package org.ibassay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.report.SuiteDigest;

/// The conditions that two runs must share for the results of one to replace those of the other.
final class RunConditions {
  private RunConditions() {}

  /// Returns the SHA-256 of suite, devices, tests, and how they are run.
  static String of(RunPlan plan) throws IOException {
    List<String> parts = new ArrayList<>();
    parts.add(Setup.version() + " " + SuiteDigest.ofThis());
    for (Target target : plan.targets()) {
      parts.add(target.dut().uri().text());
      target.pages().forEach(page -> parts.add(page.id()));
    }
    parts.add(plan.parameters().given() + " " + plan.claims() + " " + plan.manner());
    parts.add(plan.expectations().toString());
    plan.strict().ways().forEach((reading, way) -> parts.add(reading.id() + "=" + way.id()));
    return SuiteDigest.of(String.join("\n", parts).getBytes(UTF_8));
  }
}
