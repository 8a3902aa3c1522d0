package org.ibassay.cli;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Selection;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Pages;

/// Runs tests on a simulated DUT, in this process.
final class SimRun {
  private SimRun() {}

  static RunResult run(String uri, String... selectors) throws Exception {
    return run(uri, Map.of(), selectors);
  }

  static RunResult run(String uri, int retries, String... selectors) throws Exception {
    Timing timing = new Timing(Timing.DEFAULT.timeoutNanos(), retries);
    return run(uri, Map.of(), timing, selectors);
  }

  static RunResult run(String uri, Map<String, String> parameters, String... selectors)
      throws Exception {
    return run(uri, parameters, Timing.DEFAULT, selectors);
  }

  static RunResult run(
      String uri, Map<String, String> parameters, Timing timing, String... selectors)
      throws Exception {
    return run(uri, parameters, timing, Tap.NONE, selectors);
  }

  static RunResult run(
      String uri, Map<String, String> parameters, Timing timing, Tap tap, String... selectors)
      throws Exception {
    Suite suite = new Suite(Pages.all(), Pages::newTest);
    return new Run(
            RunPlan.of(
                    List.of(
                        new RunPlan.Target(
                            Drivers.installed().parse(uri),
                            Selection.of(List.of(selectors), suite.pages()))))
                .with(ParameterValues.of(parameters))
                .with(RunPlan.Manner.DEFAULT.with(timing)),
            suite,
            InstantSource.system(),
            new Interruption(),
            Journals.in(Path.of("none"), "ibassay"),
            List.of())
        .execute(tap);
  }
}
