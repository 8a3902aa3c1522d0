package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;

import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TestException;

/// # SwitchInfo
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
public abstract class C14_024_04_SW extends MadTest {
  /// SwitchInfo; a Set of it does not clear PortStateChange, which only a 1 clears.
  protected final HeldAttribute switchInfo =
      new HeldAttribute(mads(), SWITCH_INFO, 0, set -> set.setData(PORT_STATE_CHANGE, 0));

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }
}
