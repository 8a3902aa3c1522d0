package org.ibassay.runner;

import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// An open DUT and what is known about it.
///
/// @param index into [RunResult#duts]
/// @param dut the DUT
/// @param info its attributes
/// @param managers the subnet managers of its fabric
/// @param tester the tester's ends of its cables
record OpenDut(int index, Dut dut, DutInfo info, SubnetManagers managers, TesterPorts tester) {
  OpenDut(int index, Dut dut, DutInfo info, SubnetManagers managers) {
    this(index, dut, info, managers, new TesterPorts(dut));
  }

  /// Returns this DUT with a reason not to test it.
  OpenDut troubled(Verdict verdict, String why) {
    return new OpenDut(index, dut, info.troubled(verdict, why), managers, tester);
  }

  /// The subnet manager of its fabric, unless that is the DUT.
  SubnetManagers.@Nullable Manager foreignSm() {
    return managers.foreign();
  }
}
