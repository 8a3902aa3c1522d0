package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.jspecify.annotations.Nullable;

/// # Subnet administration does not execute requests of another class version
///
/// - Section: 13.4.7
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-class-version#01, ia-s15-class-version#02, ia-s15-class-version#03
///
/// The ClassVersion of subnet administration is 2. A request with another one is rejected or
/// dropped: its fields may mean something else.
///
/// ## Notes
///
/// - This test is the suite's own. Each request is sent once; on a real link several are
///   outstanding at a time.
/// - Status.Code 1 reports a class version that is not supported (13.4.7). The code, or no
///   response, is the reading `sa-class-version`: below many SAs, the stack selects by the
///   ClassVersion who receives a request.
/// - A response may carry the ClassVersion of the request or 2. ClassVersion 1 is not tested: an SA
///   may support that of the first release of the specification.
/// - SERVICE_ID and the 15 numbers after it are tried until four are free.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo), here and after each request that follows, and
///   SubnAdmGetTable(NodeRecord) by the LID of the tester's port; verify Status 0. Find four
///   services that are not registered. [ia-s15-class-version#01]
/// - A2: Repeat for ClassVersion 0, 3, 0x82 and 0xFF: SubnAdmGet(ClassPortInfo) and
///   SubnAdmGetTable(NodeRecord) by the LID of the tester's port; verify that a response has a
///   Status other than 0. [ia-s15-class-version#02]
/// - A3: Repeat for these ClassVersions: SubnAdmSet(ServiceRecord) of one of the services with all
///   components; verify that a response has a Status other than 0 and, by
///   SubnAdmGet(ServiceRecord), that the service is not registered. [ia-s15-class-version#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SERVICE_RECORD,
    parameters = SERVICE_ID)
public final class S15_ClassVersion extends C15_0_1_012 {
  private static final int[] WRONG = {0, 3, 0x82, 0xFF};
  private static final int LEASE = 60;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    verifyAlive();
    sendMad(subnAdmGetTable(NodeRecord.ATTRIBUTE).with(NodeRecord.LID, tester().lid()));
    verifyStatusOk(receiveMad());
    List<OfferedService> services = freeServices(parameter(SERVICE_ID), WRONG.length);
    List<SaRequest> reads = new ArrayList<>();
    for (int version : WRONG) {
      reads.add(subnAdmGet(ClassPortInfo.ATTRIBUTE).classVersion(version));
      reads.add(
          subnAdmGetTable(NodeRecord.ATTRIBUTE)
              .with(NodeRecord.LID, tester().lid())
              .classVersion(version));
    }
    repeat("request", 1, reads.size(), number -> verifyNotExecuted("A2", reads.get(number - 1)));
    repeat(
        "service",
        1,
        WRONG.length,
        number -> verifyNotRegistered(services.get(number - 1), WRONG[number - 1]));
  }

  private void verifyNotExecuted(String step, SaRequest request) throws TestException {
    step(step);
    SaPacketSpec answer = verifyNotOk(request, "another ClassVersion");
    reading(frameOf(answer), Reading.SA_CLASS_VERSION, way(answer));
    verifyAlive();
  }

  private static String way(@Nullable SaPacketSpec answer) {
    if (answer == null) {
      return "silence";
    }
    return switch ((int) answer.header(MadStatus.CODE)) {
      case MadStatus.BAD_VERSION -> "code-1";
      case MadStatus.BAD_METHOD_ATTRIBUTE -> "code-3";
      default -> "other-code";
    };
  }

  private void verifyNotRegistered(OfferedService service, int version) throws TestException {
    verifyNotExecuted(
        "A3", service.whole(subnAdmSet(ServiceRecord.ATTRIBUTE), LEASE).classVersion(version));
    step("A3");
    sendMad(service.identity(subnAdmGet(ServiceRecord.ATTRIBUTE)));
    SaPacketSpec found = receiveMad();
    if (!verifyStatus(found, SaStatus.NO_RECORDS)) {
      sendMad(service.identity(subnAdmDelete(ServiceRecord.ATTRIBUTE)));
      receiveMad();
    }
  }
}
