package org.ibassay.suite.c15;

import static org.ibassay.wire.mad.Gmp.DEFAULT_P_KEY;
import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
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

/// # SubnAdmGetTable(PathRecord) by SGID, NumbPath and P_Key returns paths of the partition
///
/// - Section: 25.2.5.17.4
/// - Coverage: v1c15-0.1.012
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X or 12X
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: v1c15-0.1.012#17.02, v1c15-0.1.012#17.48, v1c15-0.1.012#17.53,
///   v1c15-0.1.012#17.54, v1c15-0.1.012#17.59, v1c15-0.1.012#17.60, v1c15-0.1.012#17.65,
///   v1c15-0.1.012#17.66, v1c15-0.1.012#17.71
///
/// For a request for one path from the tester to each port within the default partition, subnet
/// administration returns the path to the tester itself and the path to the DUT's port, with the
/// LIDs, MTU and rates that the ports themselves report.
///
/// ## Notes
///
/// - The subnet manager has discovered the fabric, assigned LIDs and set up paths between all end
///   ports, and the partition tables have their initial contents.
/// - Where the checks of the public page cite number 47 of its statement, its list has 48 instead:
///   48 is meant. 47 belongs to the sibling without P_Key.
/// - The public page says `DGIDUpper` for the part of a DGID that is a port's GUID; the order of
///   the records is open, so PathRecord1 and PathRecord2 are found by that GUID.
/// - Steps 4.1 to 4.19 are the public page's own checks in its order; only the numbers are this
///   suite's own.
/// - What the public page omits (Mtu to the tester itself, PacketLifeTime to the SM/SA, the
///   components for the GRH) is up to the SA. Any LID of a port with several is correct.
/// - The public page assumes a SimpleLink of two end ports. In a larger fabric there are more
///   records, and a link on the path may be slower or have a smaller MTU: Mtu and Rate to the SM/SA
///   are then checked to be at most those of either end, and step 4.18 does not apply.
/// - In step A3, a table without records is as good as the status ERR_NO_RECORDS: OpenSM sends the
///   former, the specification has the latter.
///
/// ## Procedure
///
/// - 1: MAD_DATA is a GMP:
///   - BTH:DestQP = 1
///   - MADHeader:MgmtClass = 0x3 (SubnAdm), ClassVersion = 0x2, Method = 0x12 (SubnAdmGetTable),
///     AttributeID = 0x35 (PathRecord)
///   - RMPPHeader:RMPPFlags.Active = 0
///   - SAHeader:SM_Key = 0, AttributeOffset = 0, ComponentMask = 0x3008 (SGID, NumbPath, P_Key)
///   - PathRecord:SGID = GID of the tester, NumbPath = 1, P_Key = 0xFFFF
/// - 2: SendMad(SubnAdmGetTable(PathRecord)).
/// - 3: GMP_DATA = ReceiveMad(SubnAdmGetTableResp(PathRecord)).
/// - 4: Verify:
///   - 4.1: MADHeader:Status == 0. [v1c15-0.1.012#17.02]
///   - 4.2: There are two PathRecords: PathRecord1 to the tester, PathRecord2 to the SM/SA.
///     [v1c15-0.1.012#17.48]
///   - 4.3: PathRecord1:DGID and SGID are the GID of the tester.
///   - 4.4: PathRecord1:DLID and SLID are the LID of the tester. [v1c15-0.1.012#17.71]
///   - 4.5: PathRecord1:P_Key == 0xFFFF. [v1c15-0.1.012#17.48]
///   - 4.6: PathRecord1:MtuSelector == 2. [v1c15-0.1.012#17.53]
///   - 4.7: PathRecord1:RateSelector == 2. [v1c15-0.1.012#17.65]
///   - 4.8: PathRecord1:Rate is that of the tester's link. [v1c15-0.1.012#17.66]
///   - 4.9: PathRecord1:PacketLifeTimeSelector == 2. [v1c15-0.1.012#17.59]
///   - 4.10: PathRecord1:PacketLifeTime == 0. [v1c15-0.1.012#17.60]
///   - 4.11: PathRecord2:DGID is the GID of the SM/SA, SGID that of the tester.
///   - 4.12: PathRecord2:DLID is the LID of the SM/SA, SLID that of the tester.
///     [v1c15-0.1.012#17.71]
///   - 4.13: PathRecord2:P_Key == 0xFFFF. [v1c15-0.1.012#17.48]
///   - 4.14: PathRecord2:MtuSelector == 2. [v1c15-0.1.012#17.53]
///   - 4.15: PathRecord2:Mtu is that of the tester's link. [v1c15-0.1.012#17.54]
///   - 4.16: PathRecord2:RateSelector == 2. [v1c15-0.1.012#17.65]
///   - 4.17: PathRecord2:Rate is that of the tester's link. [v1c15-0.1.012#17.66]
///   - 4.18: The link of the SM/SA's port is not slower than the tester's.
///   - 4.19: PathRecord2:PacketLifeTimeSelector == 2. [v1c15-0.1.012#17.59]
/// - A1: Every PathRecord of the table starts at the tester and has P_Key 0xFFFF, and no two lead
///   to the same destination. [ia-c15-0-1-012-17-02-3#01]
/// - A2: SendMad(SubnAdmGetTable(PathRecord)) once more, with the P_Key of a partition of which
///   neither tester nor DUT is a member.
/// - A3: ReceiveMad(SubnAdmGetTableResp(PathRecord)); verify that there are no records.
///   [ia-c15-0-1-012-17-02-3#02]
/// - 5: The DUT is in its original state: nothing was changed.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class C15_0_1_012_17_02_3 extends C15_0_1_012 {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    SaRequest madData =
        subnAdmGetTable(ATTRIBUTE)
            .with(SGID, tester().gid())
            .with(NUMB_PATH, 1)
            .with(P_KEY, DEFAULT_P_KEY);
    step("2");
    sendMad(madData);
    step("3");
    SaPacketSpec gmpData = receiveMad();
    step("4.1");
    verifyStatusOk(gmpData);
    step("4.2");
    paths().verifyPaths(gmpData);
    verifyPathToTester(paths().pathTo(tester(), "the tester", gmpData));
    verifyPathToDut(paths().pathTo(dut(), "the SM/SA", gmpData), gmpData);
    step("A1");
    paths().verifyEachPath(gmpData);
    for (SaRecord path : gmpData.records()) {
      verifyData(path, P_KEY, DEFAULT_P_KEY);
    }

    step("A2");
    sendMad(
        subnAdmGetTable(ATTRIBUTE)
            .with(SGID, tester().gid())
            .with(NUMB_PATH, 1)
            .with(P_KEY, ends().foreignPKey()));
    step("A3");
    verifyNoRecords(receiveMad());
    step("5");
  }

  private void verifyPathToTester(SaRecord pathRecord1) {
    step("4.3");
    paths().verifyGids(pathRecord1, tester());
    step("4.4");
    paths().verifyLids(pathRecord1, tester());
    step("4.5");
    verifyData(pathRecord1, P_KEY, DEFAULT_P_KEY);
    step("4.6");
    verifyData(pathRecord1, MTU_SELECTOR, EXACTLY);
    step("4.7");
    verifyData(pathRecord1, RATE_SELECTOR, EXACTLY);
    step("4.8");
    paths().verifyRateToTester(pathRecord1);
    step("4.9");
    verifyData(pathRecord1, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
    step("4.10");
    verifyData(pathRecord1, PACKET_LIFE_TIME, 0);
  }

  private void verifyPathToDut(SaRecord pathRecord2, SaPacketSpec gmpData) {
    step("4.11");
    paths().verifyGids(pathRecord2, dut());
    step("4.12");
    paths().verifyLids(pathRecord2, dut());
    step("4.13");
    verifyData(pathRecord2, P_KEY, DEFAULT_P_KEY);
    step("4.14");
    verifyData(pathRecord2, MTU_SELECTOR, EXACTLY);
    step("4.15");
    paths().verifyMtuToDut(pathRecord2);
    step("4.16");
    verifyData(pathRecord2, RATE_SELECTOR, EXACTLY);
    step("4.17");
    paths().verifyRateToDut(pathRecord2);
    step("4.18");
    paths().verifyDutRate(gmpData);
    step("4.19");
    verifyData(pathRecord2, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
  }
}
