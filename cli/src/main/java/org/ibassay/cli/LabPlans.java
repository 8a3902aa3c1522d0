package org.ibassay.cli;

import java.util.List;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.html.HtmlReport;
import org.ibassay.runner.lab.LabDut;
import org.ibassay.suite.Page;

/// How the devices of a lab are tested: by the options of the command, and by what the lab file
/// says of each.
///
/// @param pages of the tests
/// @param options of the command
/// @param again the command that runs a test again
/// @param isNamed whether `--dut` takes names; else URIs
/// @param command that was given
record LabPlans(
    List<Page> pages, RunOptions options, RerunCommand again, boolean isNamed, String command) {

  /// What to run on a device.
  ///
  /// @param target the device, with its tests
  RunPlan of(LabDut dut, Target target) throws UsageException {
    return options.plan(List.of(target), dut.given(), dut.expectations());
  }

  /// Who makes the run of a device, and how.
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
