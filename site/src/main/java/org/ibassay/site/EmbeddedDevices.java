package org.ibassay.site;

import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ibassay.device.SimDriver;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.DefaultTargets;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Suite;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.UsageException;

/// The suite's results on the embedded devices, from a run of all tests when the site is made.
final class EmbeddedDevices {
  private static final Map<String, String> TITLES =
      Map.of(
          "ca", "Embedded channel adapter",
          "switch", "Embedded switch",
          "router", "Embedded router",
          "sm", "Embedded subnet manager");

  private EmbeddedDevices() {}

  /// Tests the devices of a run that names none.
  static List<PeerView> tested(Suite suite) {
    InstantSource time = InstantSource.system();
    try {
      List<RunPlan.Target> targets =
          DefaultTargets.of(suite.pages(), new Drivers(List.of(new SimDriver())));
      RunResult result =
          new Run(
                  RunPlan.of(targets),
                  suite,
                  time,
                  new Interruption(),
                  Journals.in(Path.of("none"), "ibassay"), // simulated devices have no journal
                  List.of())
              .execute(Tap.NONE);
      String date = LocalDate.ofInstant(time.instant(), ZoneOffset.UTC).toString();
      List<PeerView> devices = new ArrayList<>();
      for (int dut = 0; dut < targets.size(); dut++) {
        devices.add(device(targets.get(dut).dut().uri().text(), dut, result, date));
      }
      return devices;
    } catch (UsageException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PeerView device(String uri, int dut, RunResult result, String date) {
    String kind = uri.replaceFirst("sim:(\\w+).*", "$1");
    List<VerdictFile.Judged> tests =
        result.tests().stream()
            .filter(test -> test.dut() == dut)
            .map(EmbeddedDevices::judged)
            .toList();
    return new PeerView(
        "embedded-" + kind,
        TITLES.getOrDefault(kind, kind),
        "A simulated device of this suite, " + uri + ", as in a run without --dut.",
        List.of(new PeerView.Confirmed("ibassay", "of this build", date)),
        List.of(
            new PeerView.Run(
                "embedded-" + kind, "All tests", List.of(new VerdictFile.Section("", tests)))));
  }

  private static VerdictFile.Judged judged(TestResult test) {
    return new VerdictFile.Judged(
        test.page().id(),
        test.verdict().text(),
        test.judgement().assertions().stream()
            .map(assertion ->
                new VerdictFile.Finding(
                    assertion.id(),
                    assertion.verdict().text(),
                    (int) assertion.failures(),
                    (int) assertion.checks()))
            .toList());
  }
}
