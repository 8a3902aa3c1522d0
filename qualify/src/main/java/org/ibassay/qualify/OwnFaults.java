package org.ibassay.qualify;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.device.OwnDeviation;
import org.ibassay.device.SimDriver;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// Effects that no golden file records: those of a user's deviations, and those of all deviations
/// on a user's tests. They are measured on simulated devices.
public final class OwnFaults {
  /// A user without tests and deviations.
  public static final OwnFaults NONE = new OwnFaults(List.of(), KnownFaults.RECORDED);

  private final List<OwnDeviation> deviations;
  private final KnownFaults known;

  private OwnFaults(List<OwnDeviation> deviations, KnownFaults known) {
    this.deviations = List.copyOf(deviations);
    this.known = known;
  }

  /// Measures the effects that may explain the failures of devices: those of the user's deviations
  /// on the tests that applied, and those of all deviations on the user's tests that failed.
  ///
  /// @param suite all tests
  public static OwnFaults of(Suite suite, List<OwnDeviation> deviations, List<FailedDut> duts) {
    Set<String> ids = Pages.all().stream().map(Page::id).collect(Collectors.toSet());
    Set<String> applied = new HashSet<>();
    Set<String> failed = new HashSet<>();
    Set<String> kinds = new HashSet<>();
    for (FailedDut dut : duts) {
      applied.addAll(dut.tests());
      kinds.addAll(dut.kinds());
      dut.steps().stream().map(FailedStep::test).forEach(failed::add);
    }
    failed.removeAll(ids);
    Set<String> own = deviations.stream().map(OwnDeviation::name).collect(Collectors.toSet());
    List<Page> pages =
        suite.pages().stream()
            .filter(page ->
                failed.contains(page.id()) || (applied.contains(page.id()) && !own.isEmpty()))
            .toList();
    Assay.Choice choice = (test, name) -> own.contains(name) || failed.contains(test);
    Assay assay = new Assay(new Suite(pages, suite.maker()), choice, new SimDriver(deviations));
    List<Mutant> mutants =
        Mutants.of(Deviation.with(deviations)).parallelStream()
            .filter(one -> kinds.contains(one.kind().word()))
            .filter(one -> !failed.isEmpty() || own.contains(one.deviation().name()))
            .map(one -> Mutant.of(one, assay.runApart(one.uri())))
            .toList();
    return new OwnFaults(deviations, new KnownFaults(DeviationEffects.files(mutants)));
  }

  List<OwnDeviation> deviations() {
    return deviations;
  }

  KnownFaults known() {
    return known;
  }

  /// What devices with the user's deviations do wrong, by name.
  public Map<String, String> summaries() {
    return deviations.stream().collect(Collectors.toMap(OwnDeviation::name, OwnDeviation::summary));
  }
}
