package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;

import java.time.Duration;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # Of two masters, the one of lower Priority hands over its part of the subnet
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-two-masters#01, ia-s14-two-masters#02, ia-s14-two-masters#03
///
/// The tester claims to be a master, too, as when two subnets merge. The DUT waits for a Handover
/// from a master that it outranks, accepts it, and hands the subnet over to a master of higher
/// Priority.
///
/// ## Notes
///
/// - This test is the suite's own. The tester reports a change of its port to the DUT by trap 144
///   every 3 s until the DUT requests its SMInfo, and then watches the DUT for 3 s.
/// - OpenSM requests a Handover from a master of lower Priority by trap 144. ibsim drops the
///   SubnTrapRepress that answers it, and OpenSM waits for it forever: this test cannot be used on
///   ibsim.
///
/// ## Procedure
///
/// - A1: The tester is the master, with Priority 0. Trap 144 to the DUT, until it sends
///   SubnGet(SMInfo). If the tester does not outrank the DUT, verify that it sends no
///   SubnSet(SMInfo), and that its SMState is 3. [ia-s14-two-masters#01]
/// - A2: The tester, still with Priority 0, hands its part of the subnet over: SubnSet(SMInfo) with
///   AttributeModifier 1 (Handover) and SMState 3. Verify Status == 0, and that SMState of the DUT
///   is 3. [ia-s14-two-masters#02]
/// - A3: The tester is the master, with Priority 8, or 15 if the DUT's is 8 or more. Trap 144 to
///   the DUT. Verify that it sends SubnSet(SMInfo) with AttributeModifier 1.
///   [ia-s14-two-masters#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_TwoMasters extends ManagerTest {
  private static final Duration WATCH = Duration.ofSeconds(3);

  @Override
  public boolean execute() throws TestException {
    repeatAsManager(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    if (isHigherAt(0)) {
      notApplicable("Priority is 0, and the tester's GUID is the lower one");
    } else {
      verifyKept(MASTER, 0);
    }
    step("A2");
    manager().is(isHigherAt(0) ? NOT_ACTIVE : MASTER, 0);
    verifyTaken(give(manager().command(HANDOVER, MASTER), NO_STATE));
    manager().is(NOT_ACTIVE, 0);
    waitFor(WATCH);
    verifyState(MASTER);
    step("A3");
    if (canBeHigher()) {
      // Bit 3 alone makes Priority 8 the higher one.
      manager().is(MASTER, priority() < 8 ? 8 : HIGHEST);
      verifyHandover();
    }
  }
}
