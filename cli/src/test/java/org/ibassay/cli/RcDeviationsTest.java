package org.ibassay.cli;

import org.ibassay.device.Deviation;

/// Deviations of reliable connections.
final class RcDeviationsTest extends DeviationEffects {
  RcDeviationsTest() {
    super(
        "rc-deviations.txt",
        Deviation.all().stream().filter(d -> d.name().startsWith("rc.")).toList(),
        "C09_*",
        "R09_*");
  }
}
