package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestGroup.NON_MEMBER;
import static org.ibassay.suite.c15.TestGroup.SEND_ONLY;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;

import java.util.List;
import java.util.Objects;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaStatus;
import org.jspecify.annotations.Nullable;

/// # Joining and leaving a multicast group adds and removes bits of JoinState
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-mc-join-state#01, ia-s15-mc-join-state#02, ia-s15-mc-join-state#03,
///   ia-s15-mc-join-state#04, ia-s15-mc-join-state#05, ia-s15-mc-join-state#06,
///   ia-s15-mc-join-state#07, ia-s15-mc-join-state#08
///
/// The JoinState of a join is added to the port's existing JoinState; the JoinState of a leave is
/// removed from it. Only a full member creates a group and keeps it in existence.
///
/// ## Notes
///
/// - This test is the suite's own. OpenSM's source and osmtest cite as public statements: o15-0.1.9
///   (only a full member creates a group), o15-0.1.11 (bits add up) and o15-0.1.14 (which leaves
///   are valid).
/// - Requesters without SM_Key do not learn the JoinState of ports from records. The response to a
///   join shows it: to check it, the tester joins once more with bits that it already has.
/// - MGIDs, and a second port, are as in S15_McGroup.
/// - Bit 3 of JoinState is reserved before release 1.3, and SendOnlyFullMember from then on. Step
///   A17 only requires that a group ends when everything that joined has left. If the SA rejects
///   the bit, that step is left out.
/// - A Delete whose response was lost is rejected when retried: its step is then inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 0, the test does not apply. Find a
///   free MGID.
/// - A2: SubnAdmSet(MCMemberRecord) with all components and JoinState NonMember, SendOnlyNonMember,
///   and both; verify Status ERR_REQ_INVALID, and that SubnAdmGet by MGID has Status
///   ERR_NO_RECORDS. [ia-s15-mc-join-state#01]
/// - A3: SubnAdmSet(MCMemberRecord) with all components and JoinState FullMember; verify Status 0
///   and JoinState FullMember. [ia-s15-mc-join-state#02]
/// - A4: SubnAdmSet(MCMemberRecord) with MGID, PortGID and JoinState NonMember; verify Status 0 and
///   JoinState FullMember and NonMember. [ia-s15-mc-join-state#02]
/// - A5: SubnAdmSet(MCMemberRecord) with JoinState FullMember once more; verify Status 0, and that
///   JoinState is unchanged. [ia-s15-mc-join-state#02]
/// - A6: SubnAdmSet(MCMemberRecord) with JoinState 0; verify Status ERR_REQ_INVALID.
///   [ia-s15-mc-join-state#03]
/// - A7: SubnAdmDelete(MCMemberRecord) with JoinState SendOnlyNonMember, which the port does not
///   have; with SendOnlyNonMember and NonMember, of which it has one; and with JoinState 0; verify
///   Status ERR_REQ_INVALID of each. [ia-s15-mc-join-state#04]
/// - A8: SubnAdmSet(MCMemberRecord) with JoinState FullMember; verify that JoinState is still that
///   of step A4. [ia-s15-mc-join-state#04]
/// - A9: SubnAdmSet(MCMemberRecord) with JoinState SendOnlyNonMember; verify Status 0 and that all
///   three bits are set. [ia-s15-mc-join-state#02]
/// - A10: SubnAdmDelete(MCMemberRecord) with JoinState NonMember; verify Status 0.
///   [ia-s15-mc-join-state#05]
/// - A11: SubnAdmSet(MCMemberRecord) with JoinState FullMember; verify that JoinState is FullMember
///   and SendOnlyNonMember. [ia-s15-mc-join-state#05]
/// - A12: SubnAdmSet(MCMemberRecord) with JoinState NonMember; SubnAdmDelete with NonMember and
///   SendOnlyNonMember; SubnAdmSet with FullMember; verify Status 0 of each, and that JoinState is
///   FullMember. [ia-s15-mc-join-state#05]
/// - A13: SubnAdmDelete(MCMemberRecord) with JoinState FullMember; verify Status 0, and that
///   SubnAdmGet by MGID has Status ERR_NO_RECORDS: no full member is left.
///   [ia-s15-mc-join-state#06]
/// - A14: SubnAdmSet(MCMemberRecord) as in step A3, then with PortGID of the DUT; if that joins,
///   run steps A15 and A16. The tester's port joins as NonMember, too.
/// - A15: SubnAdmDelete(MCMemberRecord) with JoinState FullMember; verify Status 0, and that
///   SubnAdmGetTable by MGID has the group, as the DUT's port is a full member. SubnAdmSet with
///   JoinState NonMember; verify that JoinState is NonMember. [ia-s15-mc-join-state#07]
/// - A16: SubnAdmDelete(MCMemberRecord) with PortGID of the DUT; verify Status 0, and that
///   SubnAdmGet by MGID has Status ERR_NO_RECORDS: the tester's port is not a full member.
///   [ia-s15-mc-join-state#06]
/// - A17: SubnAdmSet(MCMemberRecord) with all components and JoinState FullMember and bit 3;
///   SubnAdmDelete with FullMember, and then with bit 3; verify that SubnAdmGet by MGID has Status
///   ERR_NO_RECORDS. [ia-s15-mc-join-state#08]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS)
public final class S15_McJoinState extends C15_0_1_012 {
  private static final int SEND_ONLY_FULL = 8;

  private @Nullable TestGroup group;

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
    group = freeGroup();
    verifyCreators();
    part(this::joinAndLeave);
    part(this::lastFullMember);
    verifyBitThree();
  }

  private void verifyCreators() throws TestException {
    for (int joinState : List.of(NON_MEMBER, SEND_ONLY, NON_MEMBER | SEND_ONLY)) {
      step("A2");
      verifyRefused(create(joinState), SaStatus.REQ_INVALID);
      verifyGone();
      leaveAll();
    }
  }

  private void joinAndLeave() throws TestException {
    step("A3");
    verifyJoinState(create(FULL_MEMBER), FULL_MEMBER);
    int two = FULL_MEMBER | NON_MEMBER;
    step("A4");
    verifyJoinState(join(NON_MEMBER), two);
    step("A5");
    verifyJoinState(join(FULL_MEMBER), two);
    step("A6");
    verifyRefused(join(0), SaStatus.REQ_INVALID);
    for (int joinState : List.of(SEND_ONLY, SEND_ONLY | NON_MEMBER, 0)) {
      step("A7");
      verifyRefused(leave(tester().gid(), joinState), SaStatus.REQ_INVALID);
      step("A8");
      verifyJoinState(join(FULL_MEMBER), two);
    }
    step("A9");
    verifyJoinState(join(SEND_ONLY), two | SEND_ONLY);
    step("A10");
    verifyLeft(leave(tester().gid(), NON_MEMBER));
    step("A11");
    verifyJoinState(join(FULL_MEMBER), FULL_MEMBER | SEND_ONLY);
    step("A12");
    verifyJoinState(join(NON_MEMBER), two | SEND_ONLY);
    verifyLeft(leave(tester().gid(), NON_MEMBER | SEND_ONLY));
    verifyJoinState(join(FULL_MEMBER), FULL_MEMBER);
    step("A13");
    verifyLeft(leave(tester().gid(), FULL_MEMBER));
    verifyGone();
    leaveAll();
  }

  private void lastFullMember() throws TestException {
    step("A14");
    SaPacketSpec created = create(FULL_MEMBER);
    needs(created.status() == 0, "the group was not created again");
    SaPacketSpec proxied = ask(group().member(subnAdmSet(ATTRIBUTE), dut().gid(), FULL_MEMBER));
    boolean isProxied = proxied.status() == 0;
    reading(proxied.frame(), Reading.SA_PROXY_JOIN, isProxied ? "joined" : "refused");
    if (!isProxied) {
      leaveOut("the SA rejects a join for another port", "A15", "A16");
      leave(tester().gid(), FULL_MEMBER);
      return;
    }
    join(NON_MEMBER);
    step("A15");
    verifyLeft(leave(tester().gid(), FULL_MEMBER));
    SaPacketSpec table = ask(group().byMgid(subnAdmGetTable(ATTRIBUTE)));
    verify(
        table,
        table.status() == 0 && table.records().size() == 1,
        () -> "1 group",
        () ->
            "Status %s, %s"
                .formatted(table.statusText(), counted(table.records().size(), "group")));
    verifyJoinState(join(NON_MEMBER), NON_MEMBER);
    step("A16");
    verifyLeft(leave(dut().gid(), FULL_MEMBER));
    verifyGone();
    leaveAll();
  }

  private void verifyBitThree() throws TestException {
    step("A17");
    SaPacketSpec created = create(FULL_MEMBER | SEND_ONLY_FULL);
    if (created.status() != 0) {
      notApplicable("bit 3 of JoinState is rejected");
      return;
    }
    leave(tester().gid(), FULL_MEMBER);
    leave(tester().gid(), SEND_ONLY_FULL);
    verifyGone();
  }

  // --- requests

  private SaPacketSpec create(int joinState) throws TestException {
    return ask(group().whole(subnAdmSet(ATTRIBUTE), tester().gid(), joinState));
  }

  private SaPacketSpec join(int joinState) throws TestException {
    return ask(group().member(subnAdmSet(ATTRIBUTE), tester().gid(), joinState));
  }

  private SaPacketSpec leave(Gid port, int joinState) throws TestException {
    return ask(group().member(subnAdmDelete(ATTRIBUTE), port, joinState));
  }

  /// Leaves a group that must not exist, so that it does not affect the next part.
  private void leaveAll() throws TestException {
    if (ask(group().byMgid(subnAdmGet(ATTRIBUTE))).status() == 0) {
      for (int joinState : List.of(SEND_ONLY, NON_MEMBER, FULL_MEMBER)) {
        leave(tester().gid(), joinState);
        leave(dut().gid(), joinState);
      }
    }
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }

  // --- checks

  private void verifyJoinState(SaPacketSpec answer, int expected) {
    if (verifyStatus(answer, SaStatus.OK)) {
      verifyData(answer.record(), JOIN_STATE, expected);
    }
  }

  private void verifyLeft(SaPacketSpec answer) {
    if (answer.tries() > 1 && answer.status() != 0) {
      inconclusive("the first Delete may have been executed, and its response lost");
    } else {
      verifyStatus(answer, SaStatus.OK);
    }
  }

  private void verifyGone() throws TestException {
    verifyStatus(ask(group().byMgid(subnAdmGet(ATTRIBUTE))), SaStatus.NO_RECORDS);
  }
}
