package org.ibassay.suite;

import org.ibassay.link.dut.Dut;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.UpperTester;
import org.jspecify.annotations.Nullable;

/// # Every test of connections that the DUT requests
public abstract class DutCallTest extends CmTest {
  /// The tester offers the service.
  @Override
  protected final boolean needsService() {
    return false;
  }

  @Override
  final @Nullable String lack(Dut dut) {
    UpperTester upper = dut.upperTester().orElse(null);
    Ability missing = upper == null ? Ability.AGENT : Ability.CONNECTS;
    return upper != null && upper.abilities().contains(missing) ? null : missing.lack();
  }
}
