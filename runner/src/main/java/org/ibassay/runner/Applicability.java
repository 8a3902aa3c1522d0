package org.ibassay.runner;

import java.util.Locale;
import java.util.stream.Collectors;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// Decides whether a test applies to the DUT and may run on it.
record Applicability(RunPlan plan, OpenDut dut, Page page, ExecutableTest test) {
  /// Why the test is not to be run, or null.
  Ending.@Nullable NotRun obstacle() {
    DutKind kind = dut.info().kind();
    if (kind != null && !page.dut().contains(kind)) {
      return doesNotApply("is for a " + kinds() + "; the DUT is a " + name(kind));
    }
    String missing = test.missing(dut.dut());
    if (missing != null) {
      return doesNotApply(missing);
    }
    String whyNotSm = dut.managers().whyNotDut();
    if (page.roles().contains(DutRole.SM) && dut.managers().isDoubtful()) {
      return new Ending.NotRun(
          Verdict.INCONCLUSIVE,
          "not run: is the DUT the subnet manager of the tester's subnet? It "
              + whyNotSm
              + "; but nothing answers at LID 0x%04X, which PortInfo names as the master SM's"
                  .formatted(dut.managers().silent()));
    }
    if (page.roles().contains(DutRole.SM) && whyNotSm != null) {
      return doesNotApply("is for the subnet manager of the tester's subnet; the DUT " + whyNotSm);
    }
    if (page.effect() == Effect.READS) {
      return null;
    }
    if (plan.manner().safe()) {
      return doesNotApply(
          (page.effect() == Effect.CHANGES ? "changes the DUT's state" : "disrupts the link")
              + "; "
              + RunPlan.LEFT_OUT);
    }
    if (dut.foreignSm() != null && !plan.manner().ownFabric()) {
      return new Ending.NotRun(
          Verdict.INCONCLUSIVE,
          "not run: it would change a fabric that "
              + dut.foreignSm()
              + " runs; --own-fabric allows it");
    }
    return null;
  }

  private static Ending.NotRun doesNotApply(String why) {
    return new Ending.NotRun(Verdict.NOT_APPLICABLE, why);
  }

  private String kinds() {
    return page.dut().stream().map(Applicability::name).collect(Collectors.joining(" or "));
  }

  private static String name(DutKind kind) {
    return kind == DutKind.CA ? "CA" : kind.name().toLowerCase(Locale.ROOT);
  }
}
