package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;
import static org.ibassay.suite.TesterManager.STANDBY;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # Priority elects the master, then the lower GUID
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-election#01, ia-s14-election#02, ia-s14-election#03
///
/// The tester acts as a subnet manager, in one state and with one Priority after another. The DUT
/// hands the subnet over to a manager that outranks it, and to no other.
///
/// ## Notes
///
/// - This test is the suite's own. The tester reports a change of its port to the DUT by trap 144
///   every 3 s until the DUT requests its SMInfo, and then watches the DUT until its sweep has
///   ended: ActCount, apart from responses, no longer grows for 1 s; up to 3 s.
/// - Step A1 does not apply to a master whose Priority is 0.
/// - How a master treats a manager that discovers is open: OpenSM hands the subnet over to one of
///   higher Priority.
///
/// ## Procedure
///
/// - A1: The tester is in standby, with Priority one below the DUT's. Trap 144 to the DUT, until it
///   sends SubnGet(SMInfo). Verify that it sends no SubnSet(SMInfo), and that its SMState is 3,
///   master. [ia-s14-election#01]
/// - A2: The tester is not active, SMState 0, with Priority 15. Trap 144 to the DUT, until it sends
///   SubnGet(SMInfo). Verify that it sends no SubnSet(SMInfo), and that its SMState is 3.
///   [ia-s14-election#02]
/// - A3: The tester is in standby, with the DUT's Priority. Trap 144 to the DUT. Verify that it
///   sends SubnSet(SMInfo) with AttributeModifier 1 if the tester's GUID is the lower one, and none
///   otherwise. [ia-s14-election#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Election extends ManagerTest {
  @Override
  public boolean execute() throws TestException {
    repeatAsManager(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    if (priority() == 0) {
      notApplicable("Priority is 0");
    } else {
      verifyKept(STANDBY, priority() - 1);
    }
    step("A2");
    verifyKept(NOT_ACTIVE, HIGHEST);
    step("A3");
    if (isHigherAt(priority())) {
      manager().is(STANDBY, priority());
      verifyHandover();
    } else {
      verifyKept(STANDBY, priority());
    }
  }
}
