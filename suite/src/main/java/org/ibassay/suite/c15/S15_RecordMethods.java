package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.LinearForwardingTableRecord;
import org.ibassay.wire.sa.LinkRecord;
import org.ibassay.wire.sa.MulticastForwardingTableRecord;
import org.ibassay.wire.sa.NodeRecord;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SlToVlMappingTableRecord;
import org.ibassay.wire.sa.SmInfoRecord;
import org.ibassay.wire.sa.SwitchInfoRecord;
import org.ibassay.wire.sa.VlArbitrationTableRecord;
import org.jspecify.annotations.Nullable;

/// # Subnet administration rejects methods that an attribute does not have
///
/// - Section: 13.4.7
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-record-methods#01, ia-s15-record-methods#02, ia-s15-record-methods#03,
///   ia-s15-record-methods#04, ia-s15-record-methods#05, ia-s15-record-methods#06
///
/// The records that describe the subnet can be read but not set or deleted; some attributes have no
/// GetTable method, and some method numbers are undefined. Subnet administration rejects such
/// requests, and returns neither a record nor a table.
///
/// ## Notes
///
/// - This test is the suite's own. Each request is sent once, without components, so that it names
///   nothing to change. On a real link several are outstanding at a time.
/// - A request with an unsupported method is answered with Status.Code 2, or with 3 if the method
///   is not supported for the attribute (13.4.7). The code, or no response, is a reading
///   (`sa-wrong-method`, `sa-unknown-method`), because OpenSM drops such requests. A response that
///   reports success fails.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo), here and after each request that follows; verify Status 0.
///   [ia-s15-record-methods#01]
/// - A2: SubnAdmSet of NodeRecord, PortInfoRecord, SwitchInfoRecord, LinearForwardingTableRecord,
///   MulticastForwardingTableRecord, LinkRecord, SMInfoRecord, SLtoVLMappingTableRecord,
///   VLArbitrationTableRecord, P_KeyTableRecord, PathRecord, InformInfoRecord and ClassPortInfo;
///   verify that a response has a Status other than 0. [ia-s15-record-methods#02]
/// - A3: SubnAdmDelete of the same attributes; verify that a response has a Status other than 0.
///   [ia-s15-record-methods#03]
/// - A4: SubnAdmGetTable(ClassPortInfo), SubnAdmGetTable(InformInfo) and SubnAdmGet(InformInfo);
///   verify that a response has a Status other than 0. [ia-s15-record-methods#04]
/// - A5: SubnAdmGetMulti and SubnAdmGetTraceTable of NodeRecord, which are methods of other
///   attributes; verify that a response has a Status other than 0. [ia-s15-record-methods#05]
/// - A6: NodeRecord with the undefined methods 0x04, 0x10 and 0x1F; verify that a response has a
///   Status other than 0. [ia-s15-record-methods#06]
/// - A7: SubnAdmGetTable(PortInfoRecord) by EndportLID and PortNum of the DUT's port; verify Status
///   0. [ia-s15-record-methods#01]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES)
public final class S15_RecordMethods extends C15_0_1_012 {
  private static final List<SaAttribute> READ_ONLY =
      List.of(
          NodeRecord.ATTRIBUTE,
          PortInfoRecord.ATTRIBUTE,
          SwitchInfoRecord.ATTRIBUTE,
          LinearForwardingTableRecord.ATTRIBUTE,
          MulticastForwardingTableRecord.ATTRIBUTE,
          LinkRecord.ATTRIBUTE,
          SmInfoRecord.ATTRIBUTE,
          SlToVlMappingTableRecord.ATTRIBUTE,
          VlArbitrationTableRecord.ATTRIBUTE,
          PKeyTableRecord.ATTRIBUTE,
          PathRecord.ATTRIBUTE,
          InformInfoRecord.ATTRIBUTE,
          ClassPortInfo.ATTRIBUTE);

  private static final List<Integer> UNKNOWN = List.of(0x04, 0x10, 0x1F);
  private static final List<Integer> OF_OTHERS =
      List.of(SaMethod.GET_MULTI, SaMethod.GET_TRACE_TABLE);

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    verifyAlive();
    List<WrongRequest> all = wrongRequests();
    repeat("request", 1, all.size(), number -> verifyRefused(all.get(number - 1)));
    step("A7");
    sendMad(
        subnAdmGetTable(PortInfoRecord.ATTRIBUTE)
            .with(PortInfoRecord.ENDPORT_LID, dut().lid())
            .with(PortInfoRecord.PORT_NUM, dut().isSwitch() ? 0 : dut().number()));
    verifyStatusOk(receiveMad());
  }

  private record WrongRequest(String step, int method, SaAttribute attribute) {}

  private static List<WrongRequest> wrongRequests() {
    List<WrongRequest> all = new ArrayList<>();
    READ_ONLY.forEach(attribute -> all.add(new WrongRequest("A2", SaMethod.SET, attribute)));
    READ_ONLY.forEach(attribute -> all.add(new WrongRequest("A3", SaMethod.DELETE, attribute)));
    all.add(new WrongRequest("A4", SaMethod.GET_TABLE, ClassPortInfo.ATTRIBUTE));
    all.add(new WrongRequest("A4", SaMethod.GET_TABLE, InformInfo.ATTRIBUTE));
    all.add(new WrongRequest("A4", SaMethod.GET, InformInfo.ATTRIBUTE));
    OF_OTHERS.forEach(method -> all.add(new WrongRequest("A5", method, NodeRecord.ATTRIBUTE)));
    UNKNOWN.forEach(method -> all.add(new WrongRequest("A6", method, NodeRecord.ATTRIBUTE)));
    return all;
  }

  private void verifyRefused(WrongRequest request) throws TestException {
    step(request.step());
    int method = request.method();
    SaPacketSpec answer =
        verifyNotOk(
            SaRequest.of(method, request.attribute()),
            "%s(%s)".formatted(SaMethod.name(method), request.attribute().name()));
    boolean isUnknown = UNKNOWN.contains(method);
    reading(
        frameOf(answer),
        isUnknown ? Reading.SA_UNKNOWN_METHOD : Reading.SA_WRONG_METHOD,
        way(answer));
    verifyAlive();
  }

  private static String way(@Nullable SaPacketSpec answer) {
    if (answer == null) {
      return "silence";
    }
    return switch ((int) answer.header(MadStatus.CODE)) {
      case MadStatus.BAD_METHOD_ATTRIBUTE -> "code-3";
      case MadStatus.BAD_METHOD -> "code-2";
      default -> "other-code";
    };
  }
}
