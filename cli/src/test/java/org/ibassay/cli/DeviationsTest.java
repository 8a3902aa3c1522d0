package org.ibassay.cli;

import org.ibassay.device.Deviation;

/// Deviations of management and of subnet administration; those of reliable connections have a test
/// of their own: [RcDeviationsTest].
final class DeviationsTest extends DeviationEffects {
  DeviationsTest() {
    super(
        "deviations.txt",
        Deviation.all().stream().filter(d -> !d.name().startsWith("rc.")).toList(),
        "C1*");
  }
}
