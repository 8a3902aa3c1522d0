package org.ibassay.runner;

import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// An open DUT and what was found out about it.
///
/// @param index into [RunResult#duts]
/// @param dut to talk to
/// @param info what it says of itself
/// @param managers who runs its fabric
/// @param tester the other ends of its cables
record OpenDut(int index, Dut dut, DutInfo info, SubnetManagers managers, TesterPorts tester) {
  OpenDut(int index, Dut dut, DutInfo info, SubnetManagers managers) {
    this(index, dut, info, managers, new TesterPorts(dut));
  }

  /// The same, not to be tested.
  OpenDut troubled(Verdict verdict, String why) {
    return new OpenDut(index, dut, info.troubled(verdict, why), managers, tester);
  }

  /// The subnet manager that runs its fabric, if that is another than the DUT.
  SubnetManagers.@Nullable Manager foreignSm() {
    return managers.foreign();
  }
}
