package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.Parameter.SM_PATIENCE;
import static org.ibassay.wire.sa.PortInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PortInfoRecord.ENDPORT_LID;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_INFO;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_NUM;

import java.time.Duration;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TesterManager;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # A record follows a port that changes
///
/// - Section: 15.2.5.3
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the only subnet manager of the tester's subnet
/// - Assertions: ia-s15-changed-port#01, ia-s15-changed-port#02, ia-s15-changed-port#03
///
/// IsSM of the tester's port becomes 1, and 0 again, each reported by trap 144. The PortInfoRecord
/// of the port has the present value, not one that subnet administration has read before.
///
/// ## Notes
///
/// - This test is the suite's own. The tester, as a manager, is not active and has Priority 0.
/// - When the DUT reads a port that has reported a change is up to the DUT: the tester waits up to
///   SM_PATIENCE.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(PortInfoRecord) and SubnAdmGetTable(PortInfoRecord) by EndportLID and PortNum
///   of the tester's port; verify Status 0, and that IsSM of its CapabilityMask is that of the
///   port. [ia-s15-changed-port#01]
/// - A2: IsSM of the tester's port becomes 1, reported by trap 144 until the DUT sends
///   SubnGet(SMInfo). If the stack below the tester does not allow that, the test does not apply.
/// - A3: SubnAdmGet(PortInfoRecord) as in step A1 each second; verify that IsSM becomes 1.
///   [ia-s15-changed-port#02]
/// - A4: IsSM becomes 0, reported by trap 144. SubnAdmGet(PortInfoRecord) as in step A1 each
///   second; verify that IsSM becomes 0. [ia-s15-changed-port#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.DISRUPTS,
    parameters = {SM_KEY, SM_PATIENCE})
public final class S15_ChangedPort extends C15_0_1_012 {
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final Field IS_SM = PORT_INFO.of(PortInfo.IS_SM);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    for (SaRequest request : List.of(subnAdmGet(ATTRIBUTE), subnAdmGetTable(ATTRIBUTE))) {
      SaPacketSpec before = askForPort(request);
      if (verifyStatus(before, SaStatus.OK)) {
        verifyData(before.record(), IS_SM, tester().portInfo().data(PortInfo.IS_SM));
      }
    }
    step("A2");
    TesterManager manager =
        new TesterManager(mads(), tester().guid(), tester().portInfo(), parameter(SM_KEY));
    if (!manager.begin()) {
      leaveOutRest("the stack below the tester does not let it be a subnet manager");
      return;
    }
    try {
      manager.is(TesterManager.NOT_ACTIVE, 0);
      manager.announce(TesterManager::isPoll, dut().lid(), patience());
      step("A3");
      verifyBecomes(1);
    } finally {
      step("A4");
      manager.end(dut().lid());
    }
    verifyBecomes(0);
  }

  private void verifyBecomes(long expected) throws TestException {
    long end = now() + patience().toNanos();
    SaPacketSpec answer = askForPort(subnAdmGet(ATTRIBUTE));
    while (!hasValue(answer, expected) && now() < end) {
      waitFor(BEAT);
      answer = askForPort(subnAdmGet(ATTRIBUTE));
    }
    if (verifyStatus(answer, SaStatus.OK)) {
      verifyData(answer.record(), IS_SM, expected);
    }
  }

  private static boolean hasValue(SaPacketSpec answer, long expected) {
    return answer.status() == 0 && answer.record().data(IS_SM) == expected;
  }

  private SaPacketSpec askForPort(SaRequest request) throws TestException {
    sendMad(request.with(ENDPORT_LID, tester().lid()).with(PORT_NUM, tester().number()));
    return receiveMad();
  }

  private Duration patience() {
    return Duration.ofSeconds(parameter(SM_PATIENCE));
  }
}
