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
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.RandomForwardingTableRecord;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// # No RandomForwardingTableRecord if no switch has a random forwarding table
///
/// - Section: 15.2.5.7
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-random-tables#01, ia-s15-random-tables#02
///
/// RandomForwardingTableRecord is optional, and few switches have the table. In a subnet without
/// such a table, subnet administration returns no record to any requester: it responds that there
/// are none, or that it does not support the attribute.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. If a switch has
///   RandomFDBCap other than 0, the test does not apply.
/// - An SA that does not have the attribute reports so by Status.Code (13.4.7): its code, or no
///   response, is the reading `sa-wrong-method`.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes.
/// - A2: SubnAdmGet(RandomForwardingTableRecord) without components; by the LID of each node; by
///   LID and BlockNum 0; verify that no record is returned. [ia-s15-random-tables#01]
/// - A3: SubnAdmGetTable(RandomForwardingTableRecord) without components, and by BlockNum 0; verify
///   that no record is returned. [ia-s15-random-tables#02]
/// - A4: SubnAdmGet(ClassPortInfo); verify Status == 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RandomTables extends C15_0_1_012 {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    boolean hasTable =
        subnet.nodes().stream()
            .flatMap(node -> node.switchInfo().stream())
            .anyMatch(info -> info.data(SwitchInfo.RANDOM_FDB_CAP) > 0);
    if (hasTable) {
      leaveOutRest("a switch of the subnet has a RandomForwardingTable");
      return;
    }
    List<SaRequest> gets = new ArrayList<>();
    gets.add(subnAdmGet(RandomForwardingTableRecord.ATTRIBUTE));
    for (FabricNode node : subnet.nodes()) {
      gets.add(ofNode(node));
      gets.add(ofNode(node).with(RandomForwardingTableRecord.BLOCK_NUM, 0));
    }
    verifyNone("A2", gets);
    verifyNone(
        "A3",
        List.of(
            subnAdmGetTable(RandomForwardingTableRecord.ATTRIBUTE),
            subnAdmGetTable(RandomForwardingTableRecord.ATTRIBUTE)
                .with(RandomForwardingTableRecord.BLOCK_NUM, 0)));
    step("A4");
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    verifyStatusOk(receiveMad());
  }

  private SaRequest ofNode(FabricNode node) {
    return subnAdmGet(RandomForwardingTableRecord.ATTRIBUTE)
        .with(RandomForwardingTableRecord.LID, node.lid());
  }

  /// The DUT may drop the requests: on a real link several are outstanding at a time.
  private void verifyNone(String step, List<SaRequest> requests) throws TestException {
    step(step);
    repeat("request", 1, requests.size(), number -> verifyNone(requests.get(number - 1)));
  }

  private void verifyNone(SaRequest request) throws TestException {
    sendMadOnce(request);
    SaPacketSpec answer = receiveMadIfAny();
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null || answer.hasNoRecords() || answer.status() != 0,
        () -> "no RandomForwardingTableRecord",
        () -> String.valueOf(answer));
    if (answer == null || RecordChecks.isUnsupported(answer)) {
      reading(answer == null ? 0 : answer.frame(), Reading.SA_WRONG_METHOD, way(answer));
    }
  }

  private static String way(@Nullable SaPacketSpec answer) {
    if (answer == null) {
      return "silence";
    }
    return answer.header(MadStatus.CODE) == MadStatus.BAD_METHOD ? "code-2" : "code-3";
  }
}
