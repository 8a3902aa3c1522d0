package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.DISCOVERING;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.STANDBY;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.wire.attribute.SmInfo;

/// # A subnet manager increments ActCount, and rejects commands while it discovers
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-discovering#01, ia-s14-discovering#02, ia-s14-discovering#03,
///   ia-s14-discovering#04, ia-s14-discovering#05
///
/// In standby the DUT polls the tester, which is the master, and ActCount shows that the DUT is
/// active. After the tester sends Discover and stops responding, the DUT discovers: it rejects the
/// other commands, and becomes the master because no other subnet manager responds.
///
/// ## Notes
///
/// - This test is the suite's own. The commands are those of S14_Commands. A Handover to a manager
///   that discovers is not tested.
/// - A manager discovers for as long as it waits for responses. The tester observes this on a
///   simulated link only, where no time passes while the commands are sent and no packet is lost,
///   and only if the DUT responds within 10 ms.
///
/// ## Procedure
///
/// - A1: The DUT hands the subnet over to the tester, which acknowledges it: the DUT is in standby,
///   the tester is the master.
/// - A2: Read ActCount, and again after the DUT has sent two SubnGet(SMInfo); verify that it has
///   increased, modulo 2^32. [ia-s14-discovering#01]
/// - A3: The tester stops responding. Send Discover; verify SMState == 1, discovering.
///   [ia-s14-discovering#02]
/// - A4: Repeat for Acknowledge, Disable, Standby and Discover: send the command; verify Status ==
///   0x001C, code 7. [ia-s14-discovering#03]
/// - A5: After each command of step A4, verify SMState == 1. [ia-s14-discovering#04]
/// - A6: Verify that SMState becomes 3. [ia-s14-discovering#05]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    changes = Change.MANAGER_STATE,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Discovering extends ManagerTest {
  private static final int[] NOT_WHILE_DISCOVERING = {ACKNOWLEDGE, DISABLE, STAND_BY, DISCOVER};
  private static final long HALF = 1L << 31;
  private static final long NO_TIME = 10_000_000;

  @Override
  public boolean execute() throws TestException {
    repeatAsManager(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    if (!canBeHigher()) {
      return;
    }
    makeStandby();
    step("A2");
    verifyCounts();
    step("A3");
    if (!isSimulated() || !isLossless()) {
      leaveOutRest("it is not seen on this link how long the DUT discovers");
      return;
    }
    if (readSmInfo().elapsedNanos() > NO_TIME) {
      leaveOutRest("the DUT may have discovered before it responds");
      return;
    }
    manager().fallSilent();
    give(manager().command(DISCOVER, MASTER));
    verifyState(DISCOVERING);
    for (int command : NOT_WHILE_DISCOVERING) {
      at(
          "AttributeModifier",
          command,
          () -> {
            step("A4");
            int sender = command == ACKNOWLEDGE ? STANDBY : MASTER;
            verifyRefused(give(manager().command(command, sender)));
            step("A5");
            verifyState(DISCOVERING);
          });
    }
    step("A6");
    verifyBecomes(MASTER);
  }

  private void verifyCounts() throws TestException {
    manager().forget();
    MadPacketSpec before = readSmInfo();
    for (int poll = 0; poll < 2; poll++) {
      needs(
          manager().await(TesterManager::isPoll, patience()).isPresent(), "the DUT does not poll");
    }
    MadPacketSpec after = readSmInfo();
    long grown = after.data(SmInfo.ACT_COUNT) - before.data(SmInfo.ACT_COUNT) & 0xFFFF_FFFFL;
    verify(
        after,
        grown > 0 && grown < HALF,
        () -> "ActCount greater than %d".formatted(before.data(SmInfo.ACT_COUNT)),
        () -> "ActCount %d".formatted(after.data(SmInfo.ACT_COUNT)));
  }
}
