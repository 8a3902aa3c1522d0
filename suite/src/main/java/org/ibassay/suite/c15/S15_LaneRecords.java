package org.ibassay.suite.c15;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.ClassPortInfo;

/// # Records of the VL tables match the ports
///
/// - Section: 15.2.5.4
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-lane-records#01, ia-s15-lane-records#02, ia-s15-lane-records#03
///
/// The tester reads the SLtoVLMappingTable and VLArbitrationTable of every port of the subnet by
/// directed routes, and their records from subnet administration. There is one record for each
/// block, with the contents that the port itself reports, whether or not the manager has set them.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test.
/// - SLtoVLMappingTable is read if IsSLMappingSupported is 1, VLArbitrationTable on ports with
///   several data VLs, up to VLArbitrationLowCap and VLArbitrationHighCap; on a switch, the tables
///   of external ports that have a link and of an enhanced port 0, with port 0 as an input port.
///   Records of other ports of a switch and of blocks beyond the capacity are not checked.
/// - InputPortNum and OutputPortNum are meaningful only in the records of switches. In a record of
///   an end port they are neither requested nor compared.
/// - These records are optional. If the SA rejects one as an unsupported attribute or method, and
///   ClassPortInfo does not declare the optional records, the step does not apply.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes, with the tables
///   of its ports; SubnAdmGet(ClassPortInfo).
/// - A2: For each SLtoVLMappingTable, SubnAdmGet(SLtoVLMappingTableRecord) by LID and, on a switch,
///   InputPortNum and OutputPortNum; verify the record. [ia-s15-lane-records#01]
/// - A3: For each block of a VLArbitrationTable, SubnAdmGet(VLArbitrationTableRecord) by LID,
///   BlockNum and, on a switch, OutputPortNum; verify the record. [ia-s15-lane-records#02]
/// - A4: SubnAdmGetTable of both types without components; verify that there is one record for each
///   key, as in the steps before, and no other. [ia-s15-lane-records#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_LaneRecords extends C15_0_1_012 {
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
    SaPacketSpec info = ask(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    boolean arePromised =
        info.status() == 0
            && info.record().data(ClassPortInfo.IS_SUBNET_OPTIONAL_RECORDS_SUPPORTED) == 1;
    RecordComparison records = new RecordComparison(checks(), subnet, arePromised, this::ask);
    step("A2");
    records.verifyEach(RecordType.SL_TO_VL);
    step("A3");
    records.verifyEach(RecordType.VL_ARBITRATION);
    step("A4");
    for (RecordType type : RecordType.values()) {
      if (type.isOfLanes()) {
        at("attribute", type.attribute().id(), () -> records.verifyAll(type));
      }
    }
  }
}
