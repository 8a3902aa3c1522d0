package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PathRecord.DGID;
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
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # SubnAdmGet(PathRecord) returns a path from the tester to itself
///
/// - Section: 25.2.5.17.1
/// - Coverage: v1c15-0.1.012
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X or 12X
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: v1c15-0.1.012#17.01, v1c15-0.1.012#17.04, v1c15-0.1.012#17.12,
///   v1c15-0.1.012#17.25, v1c15-0.1.012#17.26, v1c15-0.1.012#17.32, v1c15-0.1.012#17.33
///
/// For a request for the path from the tester to itself, subnet administration returns that one
/// path, with the tester's LID and rate and no lifetime. Added: SubnAdmGetTable returns the same
/// path; a path to the DUT's port matches what that port reports; and there is no path to a port
/// that does not exist.
///
/// ## Notes
///
/// - The subnet manager has discovered the fabric, assigned LIDs and set up paths between all end
///   ports, and the partition tables have their initial contents.
/// - Of the procedure of the public page, only step 1 is known; A1 to A10 are this suite's own.
///   Which of its checks proves which assertion is not known either. They were assigned following
///   the list of the table tests, where a pair of numbers belongs to selector and value of each of
///   MTU, lifetime and rate, in this order, and one number to the LIDs: 01 to the status, 04 to the
///   requested GIDs, 12 to the LIDs, 25 and 26 to PacketLifeTime, 32 and 33 to Rate.
/// - Variants allowed: NumbPath may be repeated or not; SAHeader:AttributeOffset may be set,
///   although a single record needs none; the Mtu from a port to itself may be any that the port
///   can send; any LID of a port with several is correct.
/// - In a fabric other than a SimpleLink of two end ports, a link on the path to the SM/SA may be
///   slower or have a smaller MTU: Mtu and Rate are then checked to be at most those of either end.
/// - Step A9 accepts several statuses: the specification has ERR_REQ_INVALID_GID for a GID that no
///   port has; OpenSM responds with ERR_NO_RECORDS.
///
/// ## Procedure
///
/// - 1: MAD_DATA is a GMP:
///   - BTH:DestQP = 1
///   - MADHeader:MgmtClass = 0x3 (SubnAdm), ClassVersion = 0x2, Method = 0x1 (SubnAdmGet),
///     AttributeID = 0x35 (PathRecord)
///   - SAHeader:SM_Key = 0, AttributeOffset = 0, ComponentMask = 0x100C (DGID, SGID, NumbPath)
///   - PathRecord:DGID = GID of the tester, SGID = GID of the tester, NumbPath = 1
/// - A1: SendMad(SubnAdmGet(PathRecord)).
/// - A2: GMP_DATA = ReceiveMad(SubnAdmGetResp(PathRecord)).
/// - A3: Verify:
///   - A3.1: MADHeader:Status == 0. [v1c15-0.1.012#17.01]
///   - A3.2: PathRecord:DGID and SGID are the GID of the tester. [v1c15-0.1.012#17.04]
///   - A3.3: PathRecord:DLID and SLID are the LID of the tester. [v1c15-0.1.012#17.12]
///   - A3.4: PathRecord:PacketLifeTimeSelector == 2. [v1c15-0.1.012#17.25]
///   - A3.5: PathRecord:PacketLifeTime == 0. [v1c15-0.1.012#17.26]
///   - A3.6: PathRecord:RateSelector == 2. [v1c15-0.1.012#17.32]
///   - A3.7: PathRecord:Rate is that of the tester's link. [v1c15-0.1.012#17.33]
///   - A3.8: PathRecord:MtuSelector == 2, and Mtu is one that the tester's port can send.
///     [ia-c15-0-1-012-17-01#01]
///   - A3.9: PathRecord:P_Key is one of the tester's. [ia-c15-0-1-012-17-01#02]
/// - A4: SendMad(SubnAdmGetTable(PathRecord)) with the same components.
/// - A5: ReceiveMad(SubnAdmGetTableResp(PathRecord)); verify that the status is 0, and that there
///   is one PathRecord, with DGID and SGID as requested. [ia-c15-0-1-012-17-01#03]
/// - A6: SendMad(SubnAdmGet(PathRecord)) with DGID = GID of the SM/SA.
/// - A7: ReceiveMad(SubnAdmGetResp(PathRecord)); verify that the status is 0, that the three
///   selectors are 2, that DGID, SGID, DLID and SLID are those of SM/SA and tester, that Mtu and
///   Rate are those of the tester's link, and that both have P_Key. [ia-c15-0-1-012-17-01#04]
/// - A8: SendMad(SubnAdmGet(PathRecord)) with a DGID that no port has.
/// - A9: ReceiveMad(SubnAdmGetResp(PathRecord)); verify MADHeader:Status == ERR_REQ_INVALID_GID,
///   ERR_REQ_INVALID or ERR_NO_RECORDS; note which. [ia-c15-0-1-012-17-01#05]
/// - A10: The DUT is in its original state: nothing was changed.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class C15_0_1_012_17_01 extends C15_0_1_012 {
  /// A locally administered GUID that no port has.
  private static final long NOBODY = 0x021B_A5FF_FE5A_0001L;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    Gid self = tester().gid();
    step("1");
    SaRequest madData = from(self, subnAdmGet(ATTRIBUTE)).with(DGID, self);
    step("A1");
    sendMad(madData);
    step("A2");
    SaPacketSpec gmpData = receiveMad();
    step("A3.1");
    verifyStatusOk(gmpData);
    verifyLoopback(gmpData.record());

    step("A4");
    sendMad(from(self, subnAdmGetTable(ATTRIBUTE)).with(DGID, self));
    step("A5");
    SaPacketSpec table = receiveMad();
    verifyStatusOk(table);
    verify(
        table,
        table.records().size() == 1,
        () -> "1 path",
        () -> counted(table.records().size(), "path"));
    table.records().forEach(path -> paths().verifyGids(path, tester()));

    step("A6");
    sendMad(from(self, subnAdmGet(ATTRIBUTE)).with(DGID, dut().gid()));
    step("A7");
    SaPacketSpec toDut = receiveMad();
    verifyStatusOk(toDut);
    verifyPathToDut(toDut.record());

    step("A8");
    sendMad(from(self, subnAdmGet(ATTRIBUTE)).with(DGID, new Gid(self.prefix(), NOBODY)));
    step("A9");
    SaPacketSpec answer = receiveMad();
    if (verifyNoRecords(answer)) {
      reading(answer.frame(), Reading.SA_UNKNOWN_PATH_GID, "code-" + SaStatus.of(answer.status()));
    }
    step("A10");
  }

  private static SaRequest from(Gid source, SaRequest request) {
    return request.with(SGID, source).with(NUMB_PATH, 1);
  }

  private void verifyLoopback(SaRecord path) {
    step("A3.2");
    paths().verifyGids(path, tester());
    step("A3.3");
    paths().verifyLids(path, tester());
    step("A3.4");
    verifyData(path, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
    step("A3.5");
    verifyData(path, PACKET_LIFE_TIME, 0);
    step("A3.6");
    verifyData(path, RATE_SELECTOR, EXACTLY);
    step("A3.7");
    paths().verifyRateToTester(path);
    step("A3.8");
    verifyData(path, MTU_SELECTOR, EXACTLY);
    paths().verifyMtuToTester(path);
    step("A3.9");
    paths().verifySharedPKey(path, tester());
  }

  private void verifyPathToDut(SaRecord path) {
    verifyData(path, MTU_SELECTOR, EXACTLY);
    verifyData(path, RATE_SELECTOR, EXACTLY);
    verifyData(path, PACKET_LIFE_TIME_SELECTOR, EXACTLY);
    paths().verifyGids(path, dut());
    paths().verifyLids(path, dut());
    paths().verifyMtuToDut(path);
    paths().verifyRateToDut(path);
    paths().verifySharedPKey(path, dut());
  }
}
