package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.DISCOVERING;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;
import static org.ibassay.suite.TesterManager.STANDBY;

import java.time.Duration;
import java.util.Optional;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;

/// # Which of two subnet managers is the master: by Priority, then by the lower GUID
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-election#01, ia-s14-election#02, ia-s14-election#03, ia-s14-election#04,
///   ia-s14-election#05, ia-s14-election#06
///
/// The tester is a subnet manager, in one state and with one Priority after the other. The DUT
/// hands the subnet over to a manager that goes before it, and keeps it from others.
///
/// ## Notes
///
/// - Ours. The tester tells the DUT of a change of its port by trap 144 every 3 s until it asks for
///   SMInfo, and looks for 3 s at what follows.
/// - Nothing is asked of a master whose Priority is 0 in step A1, nor of one with 15 in step A6.
///
/// ## Procedure
///
/// - A1: The tester is in standby, with Priority one below the DUT's. Trap 144 to the DUT, until it
///   sends SubnGet(SMInfo). Verify that it sends no SubnSet(SMInfo), and that its SMState is 3,
///   master. [ia-s14-election#01]
/// - A2: Repeat step A3 for the tester's SMState 0, not active, and 1, discovering, with Priority
///   15.
/// - A3: Trap 144 to the DUT, until it sends SubnGet(SMInfo). Verify that it sends no
///   SubnSet(SMInfo), and that its SMState is 3. [ia-s14-election#02]
/// - A4: The tester is the master, with Priority 0. Trap 144 to the DUT, until it sends
///   SubnGet(SMInfo). If the tester does not go before the DUT, verify that it sends no
///   SubnSet(SMInfo), and that its SMState is 3. [ia-s14-election#03]
/// - A5: The tester, still with Priority 0, hands its part of the subnet over: SubnSet(SMInfo) with
///   AttributeModifier 1 (Handover) and SMState 3. Verify Status == 0, and that SMState of the DUT
///   is 3. [ia-s14-election#04]
/// - A6: The tester is the master, with a higher Priority than the DUT. Trap 144 to the DUT. Verify
///   that it sends SubnSet(SMInfo) with AttributeModifier 1. SubnSet(SMInfo) with AttributeModifier
///   2 (Acknowledge), SMState 2. The tester does not answer until the DUT is the master again.
///   [ia-s14-election#05]
/// - A7: The tester is in standby, with the DUT's Priority. Trap 144 to the DUT. Verify that it
///   sends SubnSet(SMInfo) with AttributeModifier 1 if the tester's GUID is the lower one, and none
///   otherwise. [ia-s14-election#06]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Election extends ManagerTest {
  private static final Duration WATCH = Duration.ofSeconds(3);

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
    for (int state : new int[] {NOT_ACTIVE, DISCOVERING}) {
      at("SMState", state, () -> {
        step("A3");
        verifyKept(state, HIGHEST);
      });
    }
    step("A4");
    if (isHigherAt(0)) {
      notApplicable("Priority is 0, and the tester's GUID is the lower one");
    } else {
      verifyKept(MASTER, 0);
    }
    step("A5");
    manager().is(isHigherAt(0) ? NOT_ACTIVE : MASTER, 0);
    verifyTaken(give(manager().command(HANDOVER, MASTER), NO_STATE));
    manager().is(NOT_ACTIVE, 0);
    waitFor(WATCH);
    verifyState(MASTER);
    step("A6");
    if (isHigherAt(HIGHEST)) {
      verifyRelinquished();
    } else {
      notApplicable("Priority is 15, and the DUT's GUID is the lower one");
    }
    step("A7");
    if (isHigherAt(priority())) {
      manager().is(STANDBY, priority());
      verifyHandover();
    } else {
      verifyKept(STANDBY, priority());
    }
  }

  /// The DUT keeps the subnet from a manager.
  private void verifyKept(int state, int priority) throws TestException {
    manager().forget();
    manager().is(state, priority);
    Optional<UnaskedSmp> poll = manager().announce(TesterManager::isPoll, dutLid(), patience());
    needs(poll.isPresent(), "the DUT does not ask the tester for SMInfo");
    verifyNoCommand(manager().during(WATCH));
    verifyState(MASTER);
  }

  private void verifyHandover() throws TestException {
    manager().forget();
    boolean isHandedOver = isHandedOver();
    verify(
        0,
        isHandedOver,
        () -> "SubnSet(SMInfo) with AttributeModifier 1",
        () -> "none for %d s".formatted(patience().toSeconds()));
  }

  /// A6.
  private void verifyRelinquished() throws TestException {
    manager().is(MASTER, higher());
    verifyHandover();
    acknowledge();
    manager().fallSilent();
    needs(becomes(MASTER), "the DUT has not become the master again");
  }
}
