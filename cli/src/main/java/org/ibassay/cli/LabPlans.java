package org.ibassay.cli;

import java.util.List;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.lab.LabDut;
import org.ibassay.suite.Page;

/// How the devices of a lab are tested: by the options of the command, and by the lab file's
/// settings of each.
///
/// @param pages pages of the tests
/// @param options options of the command
/// @param again the command that repeats a test
/// @param isNamed whether `--dut` accepts names instead of URIs
/// @param command the command given
record LabPlans(
    List<Page> pages, RunOptions options, RerunCommand again, boolean isNamed, String command) {

  /// Returns the plan for a device.
  ///
  /// @param target the device, with its tests
  RunPlan of(LabDut dut, Target target) throws UsageException {
    return options.plan(List.of(target), dut.given(), dut.expectations());
  }

  /// Returns who runs the tests of a device, and how.
  HtmlReport.Origin origin(LabDut dut, Insight insight) {
    String name = isNamed ? dut.name() : dut.target().uri().text();
    return new HtmlReport.Origin(
        Setup.tester(),
        command,
        test -> again.command(test.page().id(), name),
        insight.likenesses(),
        insight.evidence());
  }
}
