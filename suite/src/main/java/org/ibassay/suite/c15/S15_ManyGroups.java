package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.MLID;

import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.sa.SaStatus;

/// # MLIDs of deleted multicast groups are used again
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - PROFILE=short leaves out: rounds beyond 64
/// - Assertions: ia-s15-many-groups#01, ia-s15-many-groups#02, ia-s15-many-groups#03
///
/// The tester creates a multicast group and deletes it, more often than the switches of the subnet
/// have entries for MLIDs. Each time the group is created, because its MLID was released.
///
/// ## Notes
///
/// - This test is the suite's own. MGIDs are as in S15_McGroup.
/// - There are as many rounds as the switch with the fewest entries has, and two more. A subnet
///   without switches has 64 rounds.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo); if IsUDMulticastSupported is 0, the test does not apply. Read
///   the subnet by directed routes from the tester's port. Find a free MGID.
/// - A2: Repeat steps A3 and A4 once for each MulticastFDBCap of the switch with the fewest
///   entries, and twice more; up to the first failure.
/// - A3: SubnAdmSet(MCMemberRecord) of the group with all components; verify Status 0, and an MLID
///   from 0xC000 to 0xFFFE. [ia-s15-many-groups#01]
/// - A4: SubnAdmDelete(MCMemberRecord) of the tester's port, the only member; verify Status 0,
///   unless the request was retried. [ia-s15-many-groups#02]
/// - A5: Create the group once more; SubnAdmGetTable(MCMemberRecord) by MGID; verify that it has
///   the group once, with the MLID of the response. Delete it. [ia-s15-many-groups#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS,
    parameters = Parameter.PROFILE)
public final class S15_ManyGroups extends C15_0_1_012 {
  private static final int FEW = 64;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    if (!supportsGroups()) {
      leaveOutRest("IsUDMulticastSupported 0");
      return;
    }
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    TestGroup group = freeGroup();
    step("A2");
    int rounds = rounds(subnet);
    boolean isRight = true;
    for (int round = 1; round <= rounds && isRight; round++) {
      isRight = isCreatedAndDeleted(group);
    }
    if (isRight) {
      step("A5");
      verifyFound(group);
    }
  }

  private void verifyFound(TestGroup group) throws TestException {
    sendMad(group.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    long mlid = receiveMad().record().data(MLID);
    sendMad(group.byMgid(subnAdmGetTable(ATTRIBUTE)));
    SaPacketSpec table = receiveMad();
    int count = table.status() == 0 ? table.records().size() : 0;
    verify(table, count == 1, () -> "1 group", () -> counted(count, "record"));
    if (count > 0) {
      verifyData(table.records().getFirst(), MLID, mlid);
    }
    sendMad(group.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    receiveMad();
  }

  private int rounds(FabricView subnet) {
    int entries =
        subnet.nodes().stream()
            .flatMap(node -> node.switchInfo().stream())
            .mapToInt(info -> (int) info.data(SwitchInfo.MULTICAST_FDB_CAP))
            .filter(cap -> cap > 0)
            .min()
            .orElse(FEW);
    int all = entries + 2;
    return all <= FEW || isFullProfile() ? all : FEW;
  }

  private boolean isCreatedAndDeleted(TestGroup group) throws TestException {
    step("A3");
    sendMad(group.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    SaPacketSpec created = receiveMad();
    boolean isCreated = verifyStatus(created, SaStatus.OK);
    if (isCreated) {
      long mlid = created.record().data(MLID);
      isCreated =
          verify(
              created.record(),
              MLID,
              mlid >= TestGroup.FIRST_MLID && mlid <= TestGroup.LAST_MLID,
              () -> "MLID 0xC000 to 0xFFFE",
              () -> "MLID " + shown(mlid));
    }
    step("A4");
    sendMad(group.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    SaPacketSpec deleted = receiveMad();
    if (!isCreated) {
      return false;
    }
    if (deleted.tries() > 1 && deleted.status() != 0) {
      return true; // the first one may have been executed, and its response lost
    }
    return verifyStatus(deleted, SaStatus.OK);
  }
}
