package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestGroup.NON_MEMBER;
import static org.ibassay.suite.c15.TestGroup.SEND_ONLY;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.FLOW_LABEL;
import static org.ibassay.wire.sa.McMemberRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.MLID;
import static org.ibassay.wire.sa.McMemberRecord.PORT_GID;
import static org.ibassay.wire.sa.McMemberRecord.PROXY_JOIN;
import static org.ibassay.wire.sa.McMemberRecord.P_KEY;
import static org.ibassay.wire.sa.McMemberRecord.Q_KEY;
import static org.ibassay.wire.sa.McMemberRecord.SCOPE;
import static org.ibassay.wire.sa.McMemberRecord.SL;
import static org.ibassay.wire.sa.McMemberRecord.T_CLASS;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.GroupIds;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Each requested component of MCMemberRecord selects multicast groups
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-group-selection#01, ia-s15-group-selection#02, ia-s15-group-selection#03,
///   ia-s15-group-selection#04, ia-s15-group-selection#05, ia-s15-group-selection#06,
///   ia-s15-group-selection#07, ia-s15-group-selection#08, ia-s15-group-selection#09,
///   ia-s15-group-selection#10, ia-s15-group-selection#11
///
/// Subnet administration returns the multicast groups that match every component that a request
/// names, with an MTU, rate and packet lifetime that match their selectors, and no others. A
/// trusted request selects members of a group, too.
///
/// ## Notes
///
/// - This test is the suite's own. MGIDs are as in S15_McGroup. The two groups that the test
///   creates differ only in MGID and MLID. Values of a group are those of its record in step A3.
/// - The selector "largest" (of the packet lifetime: "smallest") ignores the value beside it: an
///   existing group has only one.
/// - The smaller and greater values of steps A8 and A9 are the nearest ones. Codes of rates are not
///   in the order of the rates: a slower rate with a greater code, and a faster one with a smaller
///   code, are requested, too.
/// - A request without SM_Key does not learn the members of a group. How it selects by a PortGID or
///   JoinState that a member has is open; by one that no member has, it must find nothing. A record
///   that it gets has PortGID, JoinState and ProxyJoin 0, whatever it names.
/// - HopLimit of the groups is 0x4D, so that there are smaller and greater values.
/// - The SM_Key is the parameter of that name. If the DUT returns no record for it, another key may
///   be the right one, and steps A12 and A13 are inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 0, the test does not apply. Find
///   two free MGIDs, and free ones that differ from the first in one bit: of its flags, scope,
///   signature or group ID.
/// - A2: SubnAdmSet(MCMemberRecord) of both groups with all components and HopLimit; verify Status
///   0. [ia-s15-group-selection#01]
/// - A3: SubnAdmGet(MCMemberRecord) by MGID; verify Status 0 and MGID. [ia-s15-group-selection#01]
/// - A4: SubnAdmGetTable(MCMemberRecord) by no component; verify that it has each of the two groups
///   once. [ia-s15-group-selection#02]
/// - A5: SubnAdmGetTable(MCMemberRecord) by each of Q_Key, MLID, TClass, P_Key, SL, FlowLabel,
///   HopLimit, Scope, Mtu, Rate and PacketLifeTime alone, as in the group; verify that the group is
///   in it once, and that every record has the requested value. [ia-s15-group-selection#03]
/// - A6: SubnAdmGet and SubnAdmGetTable(MCMemberRecord) by MGID and each of these components, as in
///   the group; verify that there is one record, that of the group. [ia-s15-group-selection#04]
/// - A7: Repeat step A6 with values that the group does not have: the first or the last bit
///   differs, a smaller and a greater HopLimit, another MLID, the MLID with bit 14 inverted, and
///   the P_Key of a partition of which neither end is a member; and by each of the MGIDs of step A1
///   that differ in one bit; verify that there are no records. [ia-s15-group-selection#05]
/// - A8: Repeat step A6 with Mtu, Rate and PacketLifeTime "exactly" the group's, "greater than" a
///   smaller value, "less than" a greater one, and "largest" beside these; verify that it is the
///   group. [ia-s15-group-selection#06]
/// - A9: Repeat step A6 with Mtu, Rate and PacketLifeTime "greater than" and "less than" the
///   group's, "less than" and "exactly" a smaller value, "greater than" and "exactly" a greater
///   one; verify that there are no records. [ia-s15-group-selection#07]
/// - A10: Repeat step A6 with PortGID of the DUT, which is not a member, JoinState
///   SendOnlyNonMember, and ProxyJoin 1; verify that there are no records. Repeat it with PortGID
///   of the tester, JoinState FullMember and ProxyJoin 0, which the member has; verify that
///   PortGID, JoinState and ProxyJoin of a record in the response are 0.
///   [ia-s15-group-selection#08]
/// - A11: SubnAdmGet(MCMemberRecord) by Q_Key; verify Status ERR_TOO_MANY_RECORDS.
///   [ia-s15-group-selection#09]
/// - A12: Repeat step A6 with the SM_Key and, in turn, PortGID of the tester, JoinState FullMember
///   and ProxyJoin 0; verify that there is one record, with these three values.
///   [ia-s15-group-selection#10]
/// - A13: Repeat step A10 with the SM_Key, and with JoinState NonMember; verify that there are no
///   records. [ia-s15-group-selection#11]
/// - A14: SubnAdmDelete(MCMemberRecord) of both groups.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS,
    parameters = SM_KEY)
public final class S15_GroupSelection extends C15_0_1_012 {
  private static final long UNTRUSTED = 0;
  private static final long SOME_HOP_LIMIT = 0x4D;
  private static final List<Field> PLAIN =
      List.of(Q_KEY, MLID, T_CLASS, P_KEY, SL, FLOW_LABEL, HOP_LIMIT, SCOPE);

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
    List<TestGroup> groups = free();
    List<TestGroup> alike = new ArrayList<>();
    for (TestGroup other : groups.getFirst().alike()) {
      if (ask(other.byMgid(subnAdmGet(ATTRIBUTE))).hasNoRecords()) {
        alike.add(other);
      }
    }
    part(() -> select(groups, alike));
    step("A14");
    for (TestGroup group : groups) {
      ask(group.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    }
  }

  private List<TestGroup> free() throws TestException {
    List<TestGroup> free = new ArrayList<>();
    for (TestGroup candidate : TestGroup.candidates(ends())) {
      SaPacketSpec before = ask(candidate.byMgid(subnAdmGet(ATTRIBUTE)));
      if (before.status() != 0 || !before.record().gid(MGID).equals(candidate.mgid())) {
        free.add(candidate);
      }
      if (free.size() == 2) {
        return free;
      }
    }
    throw new TestException(DUT, "step A1: the multicast groups of the tester are in use");
  }

  /// @param alike groups that do not exist
  private void select(List<TestGroup> groups, List<TestGroup> alike) throws TestException {
    for (TestGroup group : groups) {
      step("A2");
      SaRequest whole = group.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER);
      verifyStatusOk(ask(whole.with(HOP_LIMIT, SOME_HOP_LIMIT)));
    }
    TestGroup group = groups.getFirst();
    step("A3");
    SaPacketSpec answer = ask(group.byMgid(subnAdmGet(ATTRIBUTE)));
    verifyStatusOk(answer);
    SaRecord record = answer.record();
    verifyGid(record, MGID, group.mgid());
    step("A4");
    SaPacketSpec all = ask(subnAdmGetTable(ATTRIBUTE));
    verifyStatusOk(all);
    for (TestGroup one : groups) {
      verifyOnce(all, one);
    }
    for (GroupQuery query : values(record)) {
      at(query.what(), query.value(), () -> selectBy(group, query));
    }
    for (GroupQuery query : others(record)) {
      verifyNone("A7", group, UNTRUSTED, query);
    }
    for (int i = 0; i < alike.size(); i++) {
      TestGroup other = alike.get(i);
      at(
          "other MGID",
          i + 1,
          () -> {
            for (SaRequest request : both(other, UNTRUSTED)) {
              step("A7");
              verifyNoRecords(ask(request));
            }
          });
    }
    for (Field chosen : GroupQuery.CHOSEN) {
      for (GroupQuery query : GroupQuery.matching(chosen, record.data(chosen))) {
        verifyFound("A8", group, query);
      }
      for (GroupQuery query : GroupQuery.mismatching(chosen, record.data(chosen))) {
        verifyNone("A9", group, UNTRUSTED, query);
      }
    }
    verifyNoMember("A10", group, UNTRUSTED);
    for (SaRequest request : both(group, UNTRUSTED)) {
      verifyHidden(request.with(PORT_GID, tester().gid()));
    }
    for (GroupQuery query :
        List.of(GroupQuery.of(JOIN_STATE, FULL_MEMBER), GroupQuery.of(PROXY_JOIN, 0))) {
      for (SaRequest request : both(group, UNTRUSTED)) {
        at(query.what(), query.value(), () -> verifyHidden(query.in(request)));
      }
    }
    step("A11");
    verifyStatus(ask(subnAdmGet(ATTRIBUTE).with(Q_KEY, GroupIds.Q_KEY)), SaStatus.TOO_MANY_RECORDS);
    part(() -> selectMembers(group));
  }

  private static List<GroupQuery> values(SaRecord record) {
    List<GroupQuery> all = new ArrayList<>();
    PLAIN.forEach(field -> all.add(GroupQuery.of(field, record.data(field))));
    GroupQuery.CHOSEN.forEach(field -> all.add(GroupQuery.of(field, record.data(field))));
    return all;
  }

  private List<GroupQuery> others(SaRecord record) {
    List<GroupQuery> all = new ArrayList<>();
    for (Field field : PLAIN) {
      long value = record.data(field);
      if (field.equals(P_KEY)) {
        all.add(GroupQuery.of(field, ends().foreignPKey()));
      } else {
        all.add(GroupQuery.of(field, value ^ 1));
      }
      if (field.equals(HOP_LIMIT) && value > 0 && value < field.max()) {
        all.add(GroupQuery.of(field, value - 1));
        all.add(GroupQuery.of(field, value + 1));
      }
      if (field.equals(MLID)) {
        all.add(GroupQuery.of(field, value ^ (1L << 14))); // no multicast LID
      } else if (!field.equals(P_KEY)) {
        all.add(GroupQuery.of(field, value ^ 1L << (field.width() - 1)));
      }
    }
    return all;
  }

  /// Steps A5 and A6.
  private void selectBy(TestGroup group, GroupQuery query) throws TestException {
    step("A5");
    SaPacketSpec table = ask(query.in(subnAdmGetTable(ATTRIBUTE)));
    if (verifyStatus(table, SaStatus.OK)) {
      verifyOnce(table, group);
      for (SaRecord record : table.records()) {
        verify(
            record,
            query.component(),
            query.isMet(record),
            () -> "%s %d".formatted(query.what(), query.value()),
            () -> "%s %d".formatted(query.component().name(), record.data(query.component())));
      }
    }
    verifyFound("A6", group, query);
  }

  private void verifyOnce(SaPacketSpec table, TestGroup group) {
    List<SaRecord> records = table.records();
    long count =
        records.stream()
            .filter(record -> record.has(MGID) && record.gid(MGID).equals(group.mgid()))
            .count();
    if (count == 0 && !records.stream().allMatch(record -> record.has(MGID))) {
      inconclusive("the stack below the tester did not deliver all records");
      return;
    }
    verify(
        table,
        count == 1,
        () -> "1 record of MGID " + group.mgid(),
        () -> "%d of %s".formatted(count, counted(records.size(), "record")));
  }

  /// @param smKey of a trusted request, or UNTRUSTED
  private List<SaRequest> both(TestGroup group, long smKey) {
    return List.of(
        group.byMgid(subnAdmGet(ATTRIBUTE)).smKey(smKey),
        group.byMgid(subnAdmGetTable(ATTRIBUTE)).smKey(smKey));
  }

  private void verifyFound(String step, TestGroup group, GroupQuery query) throws TestException {
    for (SaRequest request : both(group, UNTRUSTED)) {
      step(step);
      SaPacketSpec answer = ask(query.in(request));
      at(query.what(), query.value(), () -> verifyGid(one(answer), MGID, group.mgid()));
    }
  }

  /// Returns the one record of a response.
  private SaRecord one(SaPacketSpec answer) {
    boolean isFound = answer.status() == 0;
    int count = isFound && answer.isTable() ? answer.records().size() : isFound ? 1 : 0;
    boolean isOne =
        verify(
            answer,
            count == 1,
            () -> "1 record",
            () -> "status %s, %s".formatted(answer.statusText(), counted(count, "record")));
    return isOne ? answer.record() : answer.missing("record");
  }

  private void verifyNone(String step, TestGroup group, long smKey, GroupQuery query)
      throws TestException {
    for (SaRequest request : both(group, smKey)) {
      step(step);
      SaPacketSpec answer = ask(query.in(request));
      at(query.what(), query.value(), () -> verifyNoRecords(answer));
    }
  }

  private void verifyNoMember(String step, TestGroup group, long smKey) throws TestException {
    for (SaRequest request : both(group, smKey)) {
      step(step);
      verifyNoRecords(ask(request.with(PORT_GID, dut().gid())));
    }
    verifyNone(step, group, smKey, GroupQuery.of(JOIN_STATE, SEND_ONLY));
    verifyNone(step, group, smKey, GroupQuery.of(PROXY_JOIN, 1));
  }

  /// Whether the request finds the group or not, the record shows no member.
  private void verifyHidden(SaRequest request) throws TestException {
    step("A10");
    SaPacketSpec answer = ask(request);
    for (SaRecord record : recordsOf(answer)) {
      verifyGid(record, PORT_GID, new Gid(0, 0));
      verifyData(record, JOIN_STATE, 0);
      verifyData(record, PROXY_JOIN, 0);
    }
  }

  private void selectMembers(TestGroup group) throws TestException {
    step("A12");
    sendMad(group.byMgid(subnAdmGet(ATTRIBUTE)).smKey(parameter(SM_KEY)));
    SaPacketSpec answer = receiveMadIfAny();
    needs(
        answer != null && answer.status() == 0,
        "the DUT gives no MCMemberRecord with SM_KEY: if its SM_Key is another, give it with"
            + " --param SM_KEY=KEY");
    for (SaRequest request : both(group, parameter(SM_KEY))) {
      verifyMember(request.with(PORT_GID, tester().gid()));
    }
    for (GroupQuery query :
        List.of(GroupQuery.of(JOIN_STATE, FULL_MEMBER), GroupQuery.of(PROXY_JOIN, 0))) {
      for (SaRequest request : both(group, parameter(SM_KEY))) {
        at(query.what(), query.value(), () -> verifyMember(query.in(request)));
      }
    }
    verifyNoMember("A13", group, parameter(SM_KEY));
    verifyNone("A13", group, parameter(SM_KEY), GroupQuery.of(JOIN_STATE, NON_MEMBER));
  }

  private void verifyMember(SaRequest request) throws TestException {
    SaRecord member = one(ask(request));
    verifyGid(member, PORT_GID, tester().gid());
    verifyData(member, JOIN_STATE, FULL_MEMBER);
    verifyData(member, PROXY_JOIN, 0);
  }
}
