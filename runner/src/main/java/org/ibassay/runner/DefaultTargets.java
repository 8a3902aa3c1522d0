package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;

/// The devices of a run that names none: the embedded ones.
public final class DefaultTargets {
  /// As a subnet manager leaves a device: requests to QP1 and traps pass, so that their tests
  /// apply.
  private static final String MANAGED = "?port-state=active&lid=17&traps=true&trap-of-set=true";

  /// A subnet with a switch, whose traps reach the manager, and with another adapter.
  private static final String SUBNET = "?switches=1&traps=true&host=true";

  private DefaultTargets() {}

  /// Without a DUT, each test runs on a simulated device of every kind that it is for, or on one
  /// with the role that it is for.
  public static List<Target> of(List<Page> pages, Drivers drivers) throws UsageException {
    List<Target> targets = new ArrayList<>();
    for (DutKind kind : DutKind.values()) {
      List<Page> fitting =
          pages.stream()
              .filter(page -> page.dut().contains(kind) && page.roles().isEmpty())
              .toList();
      if (!fitting.isEmpty()) {
        targets.add(
            new Target(
                drivers.parse("sim:" + kind.name().toLowerCase(Locale.ROOT) + MANAGED), fitting));
      }
    }
    for (DutRole role : DutRole.values()) {
      List<Page> fitting = pages.stream().filter(page -> page.roles().contains(role)).toList();
      if (!fitting.isEmpty()) {
        targets.add(
            new Target(
                drivers.parse("sim:" + role.name().toLowerCase(Locale.ROOT) + SUBNET), fitting));
      }
    }
    return targets;
  }
}
