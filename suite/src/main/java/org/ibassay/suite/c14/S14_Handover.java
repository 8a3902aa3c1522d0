package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.NOT_ACTIVE;
import static org.ibassay.suite.TesterManager.STANDBY;

import java.time.Duration;
import java.util.Optional;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;
import org.ibassay.wire.attribute.SmInfo;

/// # A master hands the subnet over to a manager of higher priority, and takes it back
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-handover#01, ia-s14-handover#02, ia-s14-handover#03, ia-s14-handover#04,
///   ia-s14-handover#05, ia-s14-handover#06, ia-s14-handover#07, ia-s14-handover#08,
///   ia-s14-handover#09, ia-s14-handover#10
///
/// The tester acts as a standby subnet manager with a higher priority than the DUT. The DUT finds
/// it, hands the subnet over to it, and enters standby. Then the tester hands the subnet back.
///
/// ## Notes
///
/// - This test is the suite's own. A subnet manager decides when to look for others; the tester
///   reports a change of its port to it by trap 144 every 3 s, and waits up to SM_PATIENCE.
/// - Whether the DUT enters standby once its Handover is answered, as OpenSM does, or when it is
///   acknowledged, is open. Acknowledge is accepted either way.
/// - Whether a manager that accepts a Handover acknowledges it is open: OpenSM does not.
///
/// ## Procedure
///
/// - A1: The tester is in standby, with a Priority one above the DUT's, or 15. Trap 144 to the DUT.
///   Verify that the DUT sends SubnGet(SMInfo) to the tester. [ia-s14-handover#01]
/// - A2: Verify that it sends SubnSet(SMInfo) with AttributeModifier 1 (Handover).
///   [ia-s14-handover#02]
/// - A3: Verify that its GUID and Priority are those of the DUT's SMInfo, and that SMState is 3.
///   [ia-s14-handover#03]
/// - A4: Verify that its SM_Key is SM_KEY. [ia-s14-handover#04]
/// - A5: The tester is the master. SubnSet(SMInfo) with AttributeModifier 2 (Acknowledge) and
///   SMState 2; verify Status == 0. [ia-s14-handover#05]
/// - A6: Verify that SMState of the DUT becomes 2, standby. [ia-s14-handover#06]
/// - A7: Wait until the DUT has sent SubnGet(SMInfo) twice; verify that it sends no
///   SubnSet(SMInfo), and that SMState is 2. [ia-s14-handover#07]
/// - A8: The tester has Priority 0, but is still the master, so that a DUT that outranks it does
///   not consider it silent or not active. SubnSet(SMInfo) with AttributeModifier 1 (Handover) and
///   SMState 3; verify Status == 0. [ia-s14-handover#08]
/// - A9: Verify that SMState of the DUT becomes 3, master. [ia-s14-handover#09]
/// - A10: If the DUT has sent a SubnSet(SMInfo) with AttributeModifier 2 (Acknowledge) since step
///   A8, verify that its GUID is that of the DUT, and that SM_Key is SM_KEY. [ia-s14-handover#10]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Handover extends ManagerTest {
  private static final int POLLS = 2;

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
    manager().is(STANDBY, higher());
    Optional<UnaskedSmp> poll = manager().announce(TesterManager::isPoll, dutLid(), patience());
    verifyReceived(poll, "SubnGet(SMInfo)");
    step("A2");
    Optional<UnaskedSmp> handover =
        manager().announce(TesterManager.isCommand(HANDOVER), dutLid(), patience());
    verifyReceived(handover, "SubnSet(SMInfo) with AttributeModifier 1");
    needs(handover.isPresent(), "the DUT does not hand the subnet over");
    verifyHandover(handover.orElseThrow().mad());
    step("A5");
    verifyTaken(acknowledge());
    step("A6");
    verifyBecomes(STANDBY);
    step("A7");
    manager().forget();
    verifyStandby();
    takeBack();
  }

  private void verifyReceived(Optional<UnaskedSmp> request, String what) {
    verify(
        request.map(one -> one.mad().frame()).orElse(0L),
        request.isPresent(),
        () -> "%s within %d s".formatted(what, patience().toSeconds()),
        () -> "none");
  }

  /// Steps A3 and A4.
  private void verifyHandover(MadPacketSpec handover) {
    step("A3");
    verifyData(handover, SmInfo.GUID, smInfo().data(SmInfo.GUID));
    verifyData(handover, SmInfo.PRIORITY, priority());
    verifyData(handover, SmInfo.SM_STATE, MASTER);
    step("A4");
    verifyData(handover, SmInfo.SM_KEY, parameter(SM_KEY));
  }

  /// Step A7.
  private void verifyStandby() throws TestException {
    for (int i = 0; i < POLLS; i++) {
      Optional<UnaskedSmp> next = manager().await(_ -> true, patience());
      verifyNoCommand(next.stream().toList());
    }
    verifyState(STANDBY);
  }

  /// Steps A8 to A10.
  private void takeBack() throws TestException {
    step("A8");
    manager().forget();
    manager().is(isHigherAt(0) ? NOT_ACTIVE : MASTER, 0);
    verifyTaken(give(manager().command(HANDOVER, MASTER), MASTER));
    step("A9");
    verifyBecomes(MASTER);
    step("A10");
    Optional<UnaskedSmp> acknowledge =
        manager().await(TesterManager.isCommand(ACKNOWLEDGE), Duration.ZERO);
    if (acknowledge.isEmpty()) {
      notApplicable("the DUT sends no Acknowledge");
    } else {
      MadPacketSpec sent = acknowledge.get().mad();
      verifyData(sent, SmInfo.GUID, smInfo().data(SmInfo.GUID));
      verifyData(sent, SmInfo.SM_KEY, parameter(SM_KEY));
    }
  }
}
