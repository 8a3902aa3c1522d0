package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.SGID;
import static org.ibassay.wire.sa.Selector.EXACTLY;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.SaRequest;

/// # SubnAdmGetTable(PathRecord) by SGID and NumbPath returns paths from the SGID
///
/// - Section: 25.2.5.17.2
/// - Coverage: v1c15-0.1.012
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X or 12X
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: v1c15-0.1.012#17.02, v1c15-0.1.012#17.47, v1c15-0.1.012#17.53,
///   v1c15-0.1.012#17.54, v1c15-0.1.012#17.59, v1c15-0.1.012#17.60, v1c15-0.1.012#17.65,
///   v1c15-0.1.012#17.66, v1c15-0.1.012#17.71
///
/// For a request for one path from the tester to each port, subnet administration returns the path
/// to the tester itself and the path to the DUT's port, with the LIDs, MTU and rates that the ports
/// themselves report.
///
/// ## Notes
///
/// - The subnet manager has discovered the fabric, assigned LIDs and set up paths between all end
///   ports, and the partition tables have their initial contents.
/// - Of the procedure of the public page, only the beginning of step 1 is known. A1 to A3.17 follow
///   C15_0_1_012_17_02_3, whose list has the same assertions except for the one about the requested
///   components, 48 there and 47 here; each is at the same step as there.
/// - What the public page leaves to the SA, and what applies in a fabric other than a SimpleLink of
///   two end ports, is as in C15_0_1_012_17_02_3.
/// - The request names no partition, so A4 requires only a P_Key that both ends of the path can
///   use, with the membership bit that one of them has in its table.
///
/// ## Procedure
///
/// - 1: MAD_DATA is a GMP:
///   - BTH:DestQP = 1
///   - MADHeader:MgmtClass = 0x3 (SubnAdm), ClassVersion = 0x2, Method = 0x12 (SubnAdmGetTable),
///     AttributeID = 0x35 (PathRecord)
///   - RMPPHeader:RMPPFlags.Active = 0
///   - SAHeader:SM_Key = 0, AttributeOffset = 0, ComponentMask = 0x1008 (SGID, NumbPath)
///   - PathRecord:SGID = GID of the tester, NumbPath = 1
/// - A1: SendMad(SubnAdmGetTable(PathRecord)).
/// - A2: GMP_DATA = ReceiveMad(SubnAdmGetTableResp(PathRecord)).
/// - A3: Verify:
///   - A3.1: MADHeader:Status == 0. [v1c15-0.1.012#17.02]
///   - A3.2: There are two PathRecords: PathRecord1 to the tester, PathRecord2 to the SM/SA.
///     [v1c15-0.1.012#17.47]
///   - A3.3: PathRecord1:DGID and SGID are the GID of the tester.
///   - A3.4: PathRecord1:DLID and SLID are the LID of the tester. [v1c15-0.1.012#17.71]
///   - A3.5: PathRecord1:MtuSelector == 2. [v1c15-0.1.012#17.53]
///   - A3.6: PathRecord1:RateSelector == 2. [v1c15-0.1.012#17.65]
///   - A3.7: PathRecord1:Rate is that of the tester's link. [v1c15-0.1.012#17.66]
///   - A3.8: PathRecord1:PacketLifeTimeSelector == 2. [v1c15-0.1.012#17.59]
///   - A3.9: PathRecord1:PacketLifeTime == 0. [v1c15-0.1.012#17.60]
///   - A3.10: PathRecord2:DGID is the GID of the SM/SA, SGID that of the tester.
///   - A3.11: PathRecord2:DLID is the LID of the SM/SA, SLID that of the tester.
///     [v1c15-0.1.012#17.71]
///   - A3.12: PathRecord2:MtuSelector == 2. [v1c15-0.1.012#17.53]
///   - A3.13: PathRecord2:Mtu is that of the tester's link. [v1c15-0.1.012#17.54]
///   - A3.14: PathRecord2:RateSelector == 2. [v1c15-0.1.012#17.65]
///   - A3.15: PathRecord2:Rate is that of the tester's link. [v1c15-0.1.012#17.66]
///   - A3.16: The link of the SM/SA's port is not slower than the tester's.
///   - A3.17: PathRecord2:PacketLifeTimeSelector == 2. [v1c15-0.1.012#17.59]
/// - A4: PathRecord1:P_Key and PathRecord2:P_Key are each a key of one of the ends of the path, of
///   a partition that both are members of. [ia-c15-0-1-012-17-02-1#01]
/// - A5: Every PathRecord of the table starts at the tester, and no two lead to the same
///   destination. [ia-c15-0-1-012-17-02-1#02]
/// - A6: The DUT is in its original state: nothing was changed.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class C15_0_1_012_17_02_1 extends C15_0_1_012 {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    SaRequest madData = subnAdmGetTable(ATTRIBUTE).with(SGID, tester().gid()).with(NUMB_PATH, 1);
    step("A1");
    sendMad(madData);
    step("A2");
    SaPacketSpec gmpData = receiveMad();
    step("A3.1");
    verifyStatusOk(gmpData);
    step("A3.2");
    paths().verifyPaths(gmpData);
    SaRecord pathRecord1 = paths().pathTo(tester(), "the tester", gmpData);
    verifyPathToTester(pathRecord1);
    SaRecord pathRecord2 = paths().pathTo(dut(), "the SM/SA", gmpData);
    verifyPathToDut(pathRecord2, gmpData);
    step("A4");
    paths().verifySharedPKey(pathRecord1, tester());
    paths().verifySharedPKey(pathRecord2, dut());
    step("A5");
    paths().verifyEachPath(gmpData);
    step("A6");
  }

  private void verifyPathToTester(SaRecord pathRecord1) {
    step("A3.3");
    paths().verifyGids(pathRecord1, tester());
    step("A3.4");
    paths().verifyLids(pathRecord1, tester());
    step("A3.5");
    verifyData(pathRecord1, MTU_SELECTOR, EXACTLY);
    step("A3.6");
    verifyData(pathRecord1, RATE_SELECTOR, EXACTLY);
    step("A3.7");
    paths().verifyRateToTester(pathRecord1);
    step("A3.8");
    verifyData(pathRecord1, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
    step("A3.9");
    verifyData(pathRecord1, PACKET_LIFE_TIME, 0);
  }

  private void verifyPathToDut(SaRecord pathRecord2, SaPacketSpec gmpData) {
    step("A3.10");
    paths().verifyGids(pathRecord2, dut());
    step("A3.11");
    paths().verifyLids(pathRecord2, dut());
    step("A3.12");
    verifyData(pathRecord2, MTU_SELECTOR, EXACTLY);
    step("A3.13");
    paths().verifyMtuToDut(pathRecord2);
    step("A3.14");
    verifyData(pathRecord2, RATE_SELECTOR, EXACTLY);
    step("A3.15");
    paths().verifyRateToDut(pathRecord2);
    step("A3.16");
    paths().verifyDutRate(gmpData);
    step("A3.17");
    verifyData(pathRecord2, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
  }
}
