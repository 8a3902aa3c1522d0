package org.ibassay.suite.c15;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.c15.TestGroup.FIRST_MLID;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestGroup.LAST_MLID;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.FLOW_LABEL;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.MLID;
import static org.ibassay.wire.sa.McMemberRecord.PORT_GID;
import static org.ibassay.wire.sa.McMemberRecord.PROXY_JOIN;
import static org.ibassay.wire.sa.McMemberRecord.Q_KEY;
import static org.ibassay.wire.sa.McMemberRecord.SCOPE;
import static org.ibassay.wire.sa.McMemberRecord.SL;
import static org.ibassay.wire.sa.McMemberRecord.T_CLASS;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # A multicast group exists from its first full member to its last
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-mc-group#01, ia-s15-mc-group#02, ia-s15-mc-group#03, ia-s15-mc-group#04,
///   ia-s15-mc-group#05, ia-s15-mc-group#06, ia-s15-mc-group#07, ia-s15-mc-group#08,
///   ia-s15-mc-group#09, ia-s15-mc-group#10, ia-s15-mc-group#11, ia-s15-mc-group#12,
///   ia-s15-mc-group#13, ia-s15-mc-group#14, ia-s15-mc-group#15, ia-s15-mc-group#16
///
/// The tester creates a multicast group, finds it by several of its components, lets a second port
/// join, and leaves. The group exists until its last full member has left, and is then deleted.
///
/// ## Notes
///
/// - This test is the suite's own. The groups are transient, link-local ones with MGIDs that no
///   other application uses; if one is in use nevertheless, perhaps because an earlier run could
///   not delete it, the next of 16 is taken.
/// - The second port is the DUT's own, for which the tester requests the join: ProxyJoin. Whether
///   the SA allows that is a reading (`sa-proxy-join`); if not, the tester is the only member.
/// - There are fewer MLIDs than MGIDs. Whether two groups share one is a reading
///   (`sa-shared-mlid`).
/// - Requests without SM_Key do not learn the members of a group: PortGID, JoinState and ProxyJoin
///   of the record returned are 0.
/// - With MGID 0, the SA assigns an MGID: osmtest cites o15-0.1.5 for its form.
/// - An SA may use the MLID that a request names, or another; MLIDs are multicast LIDs either way.
/// - If the response to a Delete was lost, the retried Delete finds nothing: its step is then
///   inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 1, step A2 is left out, otherwise
///   all later ones.
/// - A2: SubnAdmSet(MCMemberRecord) with all components; verify that Status is not 0.
///   [ia-s15-mc-group#01]
/// - A3: SubnAdmGet(MCMemberRecord) by MGID; verify Status ERR_NO_RECORDS. If such a group exists,
///   the next MGID is taken. [ia-s15-mc-group#02]
/// - A4: SubnAdmSet(MCMemberRecord) with MGID, PortGID of the tester, JoinState FullMember, Q_Key,
///   TClass, P_Key, SL, FlowLabel, Scope, MTU and rate; verify Status 0. [ia-s15-mc-group#03]
/// - A5: Verify that MGID, PortGID, JoinState, Q_Key, TClass, P_Key, SL, FlowLabel, Scope, Mtu and
///   Rate of the response are as requested, and that ProxyJoin is 0. [ia-s15-mc-group#04]
/// - A6: Verify that MLID is from 0xC000 to 0xFFFE. [ia-s15-mc-group#05]
/// - A7: SubnAdmGet(MCMemberRecord) by MGID; verify Status 0, and that the record has the requested
///   values and the MLID of step A4. [ia-s15-mc-group#06]
/// - A8: Verify that its PortGID, JoinState and ProxyJoin are 0. [ia-s15-mc-group#07]
/// - A9: SubnAdmGetTable(MCMemberRecord) by MLID, here and after step A11; verify Status 0, that
///   every record has that MLID, and that one has the MGID. [ia-s15-mc-group#08]
/// - A10: SubnAdmGetTable(MCMemberRecord) by MGID and one of Q_Key, TClass and FlowLabel that
///   differs in a bit; verify that there are no records. [ia-s15-mc-group#09]
/// - A11: SubnAdmSet(MCMemberRecord) for another MGID as in step A4; verify Status 0 and MLID as in
///   step A6; note whether it is that of the first group. [ia-s15-mc-group#03]
/// - A12: SubnAdmSet(MCMemberRecord) with MGID, PortGID of the DUT and JoinState FullMember; note
///   whether it joins. If so, verify MLID, the components as in step A5, and JoinState FullMember.
///   [ia-s15-mc-group#10]
/// - A13: SubnAdmDelete(MCMemberRecord) with MGID, PortGID of the tester and JoinState FullMember;
///   verify Status 0, MGID and PortGID. [ia-s15-mc-group#11]
/// - A14: If the DUT's port has joined, SubnAdmGet(MCMemberRecord) by MGID; verify Status 0 and the
///   MLID of step A4; then SubnAdmDelete with the DUT's PortGID. [ia-s15-mc-group#12]
/// - A15: SubnAdmGet and SubnAdmGetTable(MCMemberRecord) by MGID; verify that there are no records.
///   [ia-s15-mc-group#13]
/// - A16: SubnAdmDelete(MCMemberRecord) as in step A13; verify Status ERR_REQ_INVALID or
///   ERR_REQ_INVALID_GID, and note which. [ia-s15-mc-group#14]
/// - A17: SubnAdmGet(MCMemberRecord) by the other MGID; verify Status 0 and its MLID.
///   [ia-s15-mc-group#12]
/// - A18: SubnAdmDelete(MCMemberRecord) of the other group, and SubnAdmGet by its MGID; verify
///   Status 0 and ERR_NO_RECORDS. [ia-s15-mc-group#13]
/// - A19: SubnAdmSet(MCMemberRecord) as in step A4 once more, and SubnAdmDelete; verify Status 0 of
///   both. [ia-s15-mc-group#03]
/// - A20: SubnAdmSet(MCMemberRecord) as in step A4, but with MGID 0, twice; verify Status 0, that
///   each MGID starts with 0xFF12A01B, and that the MGIDs differ. Verify MLID as in step A6, and
///   the group as in step A7. SubnAdmDelete(MCMemberRecord) of each group; verify Status 0.
///   [ia-s15-mc-group#15]
/// - A21: SubnAdmSet(MCMemberRecord) as in step A20, with Scope 5. If Status is 0, verify that MGID
///   starts with 0xFF15A01B, and Scope; SubnAdmDelete(MCMemberRecord). [ia-s15-mc-group#15]
/// - A22: SubnAdmSet(MCMemberRecord) with MGID 0 and without SL; verify Status
///   ERR_REQ_INSUFFICIENT_COMPONENTS. [ia-s15-mc-group#15]
/// - A23: SubnAdmSet(MCMemberRecord) as in step A4, with the tester's LID as MLID; verify that it
///   is rejected, or MLID as in step A6; SubnAdmDelete(MCMemberRecord). [ia-s15-mc-group#16]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS)
public final class S15_McGroup extends C15_0_1_012 {
  private static final int LINK_LOCAL = 2;
  private static final int SITE_LOCAL = 5;

  /// The first 32 bits of an MGID that the SA assigns, with Scope 0: transient, with its signature.
  private static final long ASSIGNED = 0xFF10_A01BL;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    List<TestGroup> candidates = TestGroup.candidates(ends());
    step("A1");
    if (!isSupported()) {
      step("A2");
      verifyUnsupported(candidates.getFirst());
      leaveOut("IsUDMulticastSupported 0", "A3", "A23");
      return;
    }
    leaveOut("IsUDMulticastSupported 1", "A2", "A2");
    List<TestGroup> free = free(candidates);
    TestGroup first = free.getFirst();
    TestGroup second = free.getLast();
    long mlid = create(first, "A4");
    find(first, mlid);
    long other = create(second, "A11");
    step("A11");
    reading(0, Reading.SA_SHARED_MLID, other == mlid ? "shared" : "own");
    step("A9");
    verifyByMlid(second, other);
    boolean isProxied = joinAnother(first, mlid);
    step("A13");
    leave(first, tester().gid());
    if (isProxied) {
      step("A14");
      verifyThere(first, mlid);
      leave(first, dut().gid());
    }
    verifyGone(first);
    step("A16");
    sendMad(first.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    verifyGidRefused(receiveMad(), Reading.SA_UNKNOWN_MEMBER);
    step("A17");
    verifyThere(second, other);
    step("A18");
    leave(second, tester().gid());
    verifyStatus(ask(second.byMgid(subnAdmGet(ATTRIBUTE))), SaStatus.NO_RECORDS);
    step("A19");
    verifyStatusOk(ask(creation(first)));
    leave(first, tester().gid());
    part(() -> verifyAssigned(first));
    step("A23");
    SaPacketSpec named = ask(creation(first).with(MLID, tester().lid()));
    if (named.status() == 0) {
      verifyMlid(named.record());
      leave(first, tester().gid());
    } else if (named.tries() > 1) {
      inconclusive("an earlier transmission of the Set may have created the group");
      ask(first.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    } else {
      verify(named, named.isRefusal(), () -> "Status 0 or a rejection", named::statusText);
    }
  }

  private void verifyAssigned(TestGroup any) throws TestException {
    TestGroup unnamed = any.withMgid(new Gid(0, 0));
    step("A20");
    TestGroup one = assigned(ask(creation(unnamed)), unnamed);
    SaPacketSpec second = ask(creation(unnamed));
    TestGroup two = assigned(second, unnamed);
    boolean isOther = !two.mgid().equals(one.mgid());
    verify(second, isOther, () -> "another MGID than " + one.mgid(), () -> "that MGID again");
    leave(one, tester().gid());
    if (isOther) {
      leave(two, tester().gid());
    }
    step("A21");
    verifyScope(ask(creation(unnamed).with(SCOPE, SITE_LOCAL)), unnamed);
    step("A22");
    SaPacketSpec answer = ask(unnamed.without(subnAdmSet(ATTRIBUTE), SL, tester().gid()));
    verifyStatus(answer, SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    if (answer.status() == 0) {
      leave(unnamed.withMgid(answer.record().gid(MGID)), tester().gid());
    }
  }

  private TestGroup assigned(SaPacketSpec answer, TestGroup unnamed) throws TestException {
    verifyStatusOk(answer);
    SaRecord record = answer.record();
    TestGroup group = unnamed.withMgid(record.gid(MGID));
    verifyAssignedMgid(record, LINK_LOCAL);
    group.verify(checks(), record);
    verifyMlid(record);
    SaPacketSpec found = ask(group.byMgid(subnAdmGet(ATTRIBUTE)));
    if (verifyStatus(found, SaStatus.OK)) {
      group.verify(checks(), found.record());
      verifyData(found.record(), MLID, record.data(MLID));
    }
    return group;
  }

  private void verifyScope(SaPacketSpec answer, TestGroup unnamed) throws TestException {
    if (answer.status() != 0) {
      notApplicable("the SA rejects site-local scope");
      return;
    }
    verifyAssignedMgid(answer.record(), SITE_LOCAL);
    verifyData(answer.record(), SCOPE, SITE_LOCAL);
    leave(unnamed.withMgid(answer.record().gid(MGID)), tester().gid());
  }

  private void verifyAssignedMgid(SaRecord record, long scope) {
    long start = ASSIGNED | scope << 16;
    Gid mgid = record.gid(MGID);
    verify(
        record,
        MGID,
        mgid.prefix() >>> 32 == start,
        () -> "MGID that starts with 0x%08X".formatted(start),
        () -> "MGID " + mgid);
  }

  private SaRequest creation(TestGroup group) {
    return group.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER);
  }

  private boolean isSupported() throws TestException {
    SaPacketSpec info = ask(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    needs(info.status() == 0, "the SA did not return its ClassPortInfo");
    return info.record().data(ClassPortInfo.IS_UD_MULTICAST_SUPPORTED) == 1;
  }

  private void verifyUnsupported(TestGroup group) throws TestException {
    SaPacketSpec answer = ask(creation(group));
    verify(answer, answer.status() != 0, () -> "a Status other than 0", answer::statusText);
    if (answer.status() == 0) {
      ask(group.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    }
  }

  /// Returns two free groups.
  private List<TestGroup> free(List<TestGroup> candidates) throws TestException {
    List<TestGroup> free = new ArrayList<>();
    for (TestGroup candidate : candidates) {
      step("A3");
      SaPacketSpec before = ask(candidate.byMgid(subnAdmGet(ATTRIBUTE)));
      if (before.status() == 0 && before.record().gid(MGID).equals(candidate.mgid())) {
        continue;
      }
      verifyStatus(before, SaStatus.NO_RECORDS);
      free.add(candidate);
      if (free.size() == 2) {
        return free;
      }
    }
    throw new TestException(DUT, "step A3: the multicast groups of the tester are in use");
  }

  /// @return its MLID
  private long create(TestGroup group, String step) throws TestException {
    step(step);
    SaPacketSpec answer = ask(creation(group));
    verifyStatusOk(answer);
    SaRecord record = answer.record();
    step("A5");
    group.verify(checks(), record);
    verifyGid(record, PORT_GID, tester().gid());
    verifyData(record, JOIN_STATE, FULL_MEMBER);
    verifyData(record, PROXY_JOIN, 0);
    step("A6");
    verifyMlid(record);
    return record.data(MLID);
  }

  private void verifyMlid(SaRecord record) {
    long mlid = record.data(MLID);
    verify(
        record,
        MLID,
        mlid >= FIRST_MLID && mlid <= LAST_MLID,
        () -> "MLID 0xC000 to 0xFFFE",
        () -> "MLID " + shown(mlid));
  }

  private void find(TestGroup group, long mlid) throws TestException {
    step("A7");
    SaPacketSpec found = ask(group.byMgid(subnAdmGet(ATTRIBUTE)));
    verifyStatusOk(found);
    group.verify(checks(), found.record());
    verifyData(found.record(), MLID, mlid);
    step("A8");
    verifyGid(found.record(), PORT_GID, new Gid(0, 0));
    verifyData(found.record(), JOIN_STATE, 0);
    verifyData(found.record(), PROXY_JOIN, 0);
    step("A9");
    verifyByMlid(group, mlid);
    List<Field> compared = List.of(Q_KEY, T_CLASS, FLOW_LABEL);
    repeatCases(
        "A10",
        "request",
        NamedCase.of(compared, component -> "other " + component.name()),
        component -> verifyNoRecords(ask(other(group, component))));
  }

  private SaRequest other(TestGroup group, Field component) {
    long value = Objects.requireNonNull(group.components().get(component));
    return group.byMgid(subnAdmGetTable(ATTRIBUTE)).with(component, value ^ 1);
  }

  private void verifyByMlid(TestGroup group, long mlid) throws TestException {
    SaPacketSpec table = ask(subnAdmGetTable(ATTRIBUTE).with(MLID, mlid));
    verifyStatusOk(table);
    List<SaRecord> records = table.records();
    records.forEach(record -> verifyData(record, MLID, mlid));
    boolean isComplete = records.stream().allMatch(record -> record.has(MGID));
    if (!isComplete && !names(records, group)) {
      inconclusive("the stack below the tester did not deliver all records");
      return;
    }
    verify(
        table,
        names(records, group),
        () -> "a record of MGID " + group.mgid(),
        () -> counted(records.size(), "record") + " without it");
  }

  private static boolean names(List<SaRecord> records, TestGroup group) {
    return records.stream()
        .filter(record -> record.has(MGID))
        .anyMatch(record -> record.gid(MGID).equals(group.mgid()));
  }

  /// @return whether the SA lets the DUT's port join by the tester's request
  private boolean joinAnother(TestGroup group, long mlid) throws TestException {
    step("A12");
    SaPacketSpec answer = ask(group.member(subnAdmSet(ATTRIBUTE), dut().gid(), FULL_MEMBER));
    boolean isJoined = answer.status() == 0;
    reading(answer.frame(), Reading.SA_PROXY_JOIN, isJoined ? "joined" : "refused");
    if (isJoined) {
      verifyData(answer.record(), MLID, mlid);
      group.verify(checks(), answer.record());
      verifyData(answer.record(), JOIN_STATE, FULL_MEMBER);
    } else {
      notApplicable("the SA rejects a join for another port");
      leaveOut("the SA rejects a join for another port", "A14", "A14");
    }
    return isJoined;
  }

  private void leave(TestGroup group, Gid port) throws TestException {
    SaPacketSpec answer = ask(group.member(subnAdmDelete(ATTRIBUTE), port, FULL_MEMBER));
    if (answer.tries() > 1 && answer.status() != 0) {
      inconclusive("the first Delete may have been executed, and its response lost");
    } else if (verifyStatus(answer, SaStatus.OK)) {
      verifyGid(answer.record(), MGID, group.mgid());
      verifyGid(answer.record(), PORT_GID, port);
    }
  }

  private void verifyThere(TestGroup group, long mlid) throws TestException {
    SaPacketSpec found = ask(group.byMgid(subnAdmGet(ATTRIBUTE)));
    if (verifyStatus(found, SaStatus.OK)) {
      verifyData(found.record(), MLID, mlid);
    }
  }

  private void verifyGone(TestGroup group) throws TestException {
    step("A15");
    verifyStatus(ask(group.byMgid(subnAdmGet(ATTRIBUTE))), SaStatus.NO_RECORDS);
    verifyNoRecords(ask(group.byMgid(subnAdmGetTable(ATTRIBUTE))));
  }
}
