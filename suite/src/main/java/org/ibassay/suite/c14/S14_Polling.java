package org.ibassay.suite.c14;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.suite.TesterManager.MASTER;
import static org.ibassay.suite.TesterManager.STANDBY;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.suite.UnaskedSmp;

/// # A standby manager polls the master, and takes over when the master stops responding
///
/// - Section: 14.4.1
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s14-polling#01, ia-s14-polling#02, ia-s14-polling#03, ia-s14-polling#04,
///   ia-s14-polling#05
///
/// The DUT has handed the subnet over to the tester and is in standby. It polls the tester with
/// SubnGet(SMInfo). As long as the tester responds, the DUT stays in standby; when the tester stops
/// responding, the DUT takes over the subnet, and all ports get it as their master.
///
/// ## Notes
///
/// - This test is the suite's own. How often a manager polls, and how many polls may remain
///   unanswered, is up to the manager: the tester waits up to SM_PATIENCE each for five polls and
///   for the takeover.
///
/// ## Procedure
///
/// - A1: The DUT hands the subnet over to the tester, which acknowledges it: the DUT is in standby,
///   the tester is the master.
/// - A2: Verify that the DUT sends SubnGet(SMInfo) five times, each within SM_PATIENCE.
///   [ia-s14-polling#01]
/// - A3: Verify that SMState of the DUT is 2, standby. [ia-s14-polling#02]
/// - A4: SubnSet(PortInfo) of the tester's port with MasterSMLID = LID of the tester.
/// - A5: The tester stops responding; on a real link, IsSM of its port is 0. Verify that SMState of
///   the DUT becomes 3, master. [ia-s14-polling#03]
/// - A6: On a simulated link verify that the DUT has sent SubnGet(SMInfo) since step A5.
///   [ia-s14-polling#04]
/// - A7: SubnGet(PortInfo) of the tester's port each second; verify that MasterSMLID becomes a LID
///   of the DUT. [ia-s14-polling#05]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S14_Polling extends ManagerTest {
  private static final int POLLS = 5;

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
    verifyPolls();
    step("A3");
    verifyState(STANDBY);
    step("A4");
    nameTesterAsMaster();
    step("A5");
    manager().forget();
    manager().fallSilent();
    verifyBecomes(MASTER);
    step("A6");
    if (isSimulated()) {
      List<UnaskedSmp> asked = manager().during(Duration.ZERO);
      verify(
          0,
          asked.stream().anyMatch(TesterManager::isPoll),
          () -> "SubnGet(SMInfo) before the DUT becomes the master",
          () -> "none");
    } else {
      notApplicable("the tester's port receives nothing after IsSM is cleared");
    }
    step("A7");
    verifyMasterOfTester();
  }

  /// Step A2.
  private void verifyPolls() throws TestException {
    for (int poll = 1; poll <= POLLS; poll++) {
      Optional<UnaskedSmp> received = manager().await(TesterManager::isPoll, patience());
      int number = poll;
      boolean isReceived =
          verify(
              received.map(one -> one.mad().frame()).orElse(0L),
              received.isPresent(),
              () -> "SubnGet(SMInfo) within %d s".formatted(patience().toSeconds()),
              () -> counted(number - 1, "SubnGet(SMInfo)"));
      if (!isReceived) {
        return;
      }
    }
  }
}
