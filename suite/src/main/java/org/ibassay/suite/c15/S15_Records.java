package org.ibassay.suite.c15;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.SaHeader;

/// # Records of subnet administration match the nodes of the subnet
///
/// - Section: 15.2.5
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-records#01, ia-s15-records#02, ia-s15-records#03, ia-s15-records#04,
///   ia-s15-records#05, ia-s15-records#06, ia-s15-records#07, ia-s15-records#08, ia-s15-records#09,
///   ia-s15-records#10, ia-s15-records#11
///
/// The tester reads the attributes of every node of the subnet by directed routes, and the records
/// from subnet administration. There is exactly one record for each object, with the contents that
/// the node itself reports.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test.
/// - A step for a record type requests each expected record by SubnAdmGet with the key components,
///   and verifies the whole record; if the subnet has none, it requests it by SubnAdmGet without
///   components, and verifies ERR_NO_RECORDS. Records that the stack below the tester truncates
///   from a table are thus checked as well.
/// - LinkRecord, SMInfoRecord, GUIDInfoRecord and the records of switches are optional. If the SA
///   rejects one as an unsupported attribute or method, and ClassPortInfo does not declare the
///   optional records, the step does not apply.
/// - Not compared: violation counters, ClientReregister, DiagCode, LinkRoundTripLatency,
///   PortStateChange and, of managers other than the master, ActCount, which may have changed;
///   LocalPortNum of a switch, which is the port by which an SMP entered; with a link at an
///   extended speed, LinkSpeedActive, LinkSpeedEnabled and LinkSpeedSupported, which depend on
///   Options; everything except the states of a port that is Down (C14-24.2.1); forwarding entries
///   of LID 0 and after LinearFDBTop.
/// - Of a MulticastForwardingTable, the first 512 entries are read. A block in which no group has
///   an entry need not have a record; S15_McForwarding covers one that has.
/// - S15_LaneRecords covers the records of the VL tables.
/// - M_Key and SM_Key are 0 to the tester, which does not have the SM_Key.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes.
/// - A2: SubnAdmGet(ClassPortInfo); verify BaseVersion 1 and ClassVersion 2. [ia-s15-records#01]
/// - A3: Verify the NodeRecords, by LID: NodeInfo and NodeDescription of each switch and end port.
///   [ia-s15-records#02]
/// - A4: Verify the PortInfoRecords, by EndportLID and PortNum: PortInfo of each port, on a switch
///   from port 0 on. [ia-s15-records#03]
/// - A5: Verify the SwitchInfoRecords, by LID: SwitchInfo of each switch. [ia-s15-records#04]
/// - A6: Verify the LinkRecords, by all components: the links that the SMPs of step A1 crossed,
///   from either end. [ia-s15-records#05]
/// - A7: Verify the LinearForwardingTableRecords, by LID and BlockNum: LinearForwardingTable of
///   each switch, up to LinearFDBTop. [ia-s15-records#06]
/// - A8: Verify the SMInfoRecords, by LID: SMInfo if PortInfo:IsSM is 1; that the ActCount of the
///   master is the one of step A1, or greater by less than 2^24. [ia-s15-records#07]
/// - A9: Verify the GUIDInfoRecords, by LID and BlockNum: GUIDInfo of each node, up to GUIDCap.
///   [ia-s15-records#08]
/// - A10: Verify the MulticastForwardingTableRecords, by LID, Position and BlockNum:
///   MulticastForwardingTable of each switch. [ia-s15-records#10]
/// - A11: SubnAdmGetTable of each of these types without components; verify that there is one
///   record for each key, as in the steps before, and no other. [ia-s15-records#09]
/// - A12: SubnAdmGet(P_KeyTableRecord) by the LID of each node and BlockNum 0, and
///   SubnAdmGetTable(P_KeyTableRecord), without SM_Key; verify that no record is returned: only
///   trusted requesters get them (15.4.1.2). [ia-s15-records#11]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_Records extends C15_0_1_012 {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    FabricView nodes = readSubnet();
    if (nodes == null) {
      return;
    }
    FabricView subnet = nodes.withBlocks(mads());
    step("A2");
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    SaPacketSpec answer = receiveMad();
    verifyStatusOk(answer);
    SaRecord classPortInfo = answer.record();
    verifyData(classPortInfo, ClassPortInfo.BASE_VERSION, 1);
    verifyData(classPortInfo, ClassPortInfo.CLASS_VERSION, SaHeader.CLASS_VERSION);
    boolean arePromised =
        classPortInfo.data(ClassPortInfo.IS_SUBNET_OPTIONAL_RECORDS_SUPPORTED) == 1;
    RecordComparison records = new RecordComparison(checks(), subnet, arePromised, this::ask);
    step("A3");
    records.verifyEach(RecordType.NODES);
    step("A4");
    records.verifyEach(RecordType.PORTS);
    step("A5");
    records.verifyEach(RecordType.SWITCHES);
    step("A6");
    records.verifyEach(RecordType.LINKS);
    step("A7");
    records.verifyEach(RecordType.LINEAR_TABLES);
    step("A8");
    records.verifyEach(RecordType.MANAGERS);
    step("A9");
    records.verifyEach(RecordType.GUIDS);
    step("A10");
    records.verifyEach(RecordType.MULTICAST_TABLES);
    step("A11");
    for (RecordType type : RecordType.values()) {
      if (!type.isOfLanes() && !type.isForTrusted()) {
        at("attribute", type.attribute().id(), () -> records.verifyAll(type));
      }
    }
    step("A12");
    for (FabricNode node : subnet.nodes()) {
      verifyHidden(
          ask(
              subnAdmGet(PKeyTableRecord.ATTRIBUTE)
                  .with(PKeyTableRecord.LID, node.lid())
                  .with(PKeyTableRecord.BLOCK_NUM, 0)));
    }
    verifyHidden(ask(subnAdmGetTable(PKeyTableRecord.ATTRIBUTE)));
  }

  /// Verifies that no record is returned; any rejection is accepted.
  private void verifyHidden(SaPacketSpec answer) {
    verify(
        answer,
        answer.hasNoRecords() || answer.status() != 0,
        () -> "no P_KeyTableRecord without SM_Key",
        () -> "status " + answer.statusText());
  }
}
