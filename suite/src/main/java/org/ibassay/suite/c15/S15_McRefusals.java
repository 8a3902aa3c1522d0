package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.FLOW_LABEL;
import static org.ibassay.wire.sa.McMemberRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.MLID;
import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PORT_GID;
import static org.ibassay.wire.sa.McMemberRecord.P_KEY;
import static org.ibassay.wire.sa.McMemberRecord.Q_KEY;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.SCOPE;
import static org.ibassay.wire.sa.McMemberRecord.SL;
import static org.ibassay.wire.sa.McMemberRecord.T_CLASS;
import static org.ibassay.wire.sa.Selector.GREATER_THAN;
import static org.ibassay.wire.sa.Selector.LESS_THAN;

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
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;
import org.jspecify.annotations.Nullable;

/// # Invalid multicast groups and members are rejected
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-mc-refusals#01, ia-s15-mc-refusals#02, ia-s15-mc-refusals#03,
///   ia-s15-mc-refusals#04, ia-s15-mc-refusals#05, ia-s15-mc-refusals#06, ia-s15-mc-refusals#07,
///   ia-s15-mc-refusals#08, ia-s15-mc-refusals#09, ia-s15-mc-refusals#10
///
/// A group is not created without its required components, with an invalid MGID, or with an MTU or
/// rate that does not exist. A port does not join a group that does not match its request, and a
/// port that is not a member cannot leave. A rejected request changes nothing.
///
/// ## Notes
///
/// - This test is the suite's own. OpenSM's source and osmtest cite as public statements: o15-0.2.3
///   (components required to create a group), o15-0.1.5 (which MGIDs are invalid), o15-0.2.4 (a
///   join) and o15-0.1.14 (a leave).
/// - MGIDs, and a second port, are as in S15_McGroup. An MGID is invalid if it does not start with
///   0xFF, has one of the three reserved flags, or is one that only the SA assigns: link-local with
///   the signature 0xA01B.
/// - MTU and rate: 63 is reserved; there is no MTU above 4,096 bytes.
/// - o15-0.2.4 requires every component of a join to match the group; OpenSM does not compare
///   Scope, MLID and PacketLifeTime. Step A11 notes what the SA does (`sa-join-mismatch`).
/// - A membership that should have been rejected but was granted is left again at once.
/// - Which status rejects a request: osmtest cites ERR_REQ_INSUFFICIENT_COMPONENTS (o15-0.1.3) and
///   ERR_REQ_INVALID (o15-0.1.6, o15-0.1.8, o15-0.1.13 and o15-0.1.15). For a GID, another fabric
///   manager uses ERR_REQ_INVALID_GID: readings `sa-invalid-mgid` and `sa-unknown-member`. A
///   request without a component that it needs is incomplete; as the component then has no value,
///   ERR_REQ_INVALID and ERR_REQ_INVALID_GID are accepted, too.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 0, the test does not apply. Find a
///   free MGID.
/// - A2: SubnAdmSet(MCMemberRecord) with all components except for one of Q_Key, TClass, P_Key, SL
///   and FlowLabel; verify Status ERR_REQ_INSUFFICIENT_COMPONENTS. [ia-s15-mc-refusals#01]
/// - A3: SubnAdmSet(MCMemberRecord) with all components except for one of PortGID and JoinState;
///   verify that Status is one for an incomplete request. [ia-s15-mc-refusals#02]
/// - A4: SubnAdmSet(MCMemberRecord) with all components and an MGID that starts with 0xFE, has a
///   reserved flag, or is one that only the SA assigns; verify Status ERR_REQ_INVALID or
///   ERR_REQ_INVALID_GID, and note which. [ia-s15-mc-refusals#03]
/// - A5: SubnAdmSet(MCMemberRecord) with all components and Mtu exactly 63, more than 5, or Rate
///   exactly 63; verify Status ERR_REQ_INVALID. [ia-s15-mc-refusals#04]
/// - A6: SubnAdmSet(MCMemberRecord) with all components and a PortGID that no port has; verify
///   Status ERR_REQ_INVALID or ERR_REQ_INVALID_GID. [ia-s15-mc-refusals#05]
/// - A7: SubnAdmGet(MCMemberRecord) of each rejected MGID; verify that there are no records.
///   [ia-s15-mc-refusals#06]
/// - A8: SubnAdmSet(MCMemberRecord) with all components; verify Status 0. Then SubnAdmSet with
///   MGID, PortGID, JoinState, and "exactly", "less than" or "greater than" an MTU that the group's
///   does not match; likewise for a rate; verify Status ERR_REQ_INVALID of each.
///   [ia-s15-mc-refusals#07]
/// - A9: SubnAdmSet(MCMemberRecord) with MGID, PortGID, JoinState, and an MTU that the group's
///   exceeds, or exactly equals; verify Status 0, and that the response has the group's components.
///   [ia-s15-mc-refusals#08]
/// - A10: SubnAdmSet(MCMemberRecord) with MGID, PortGID, JoinState, and one of Q_Key, P_Key,
///   TClass, FlowLabel, SL and HopLimit with a value that differs from the group's in the last bit
///   or in the first, or the P_Key of another partition; verify Status ERR_REQ_INVALID, or, for
///   P_Key, ERR_REQ_DENIED. SubnAdmSet with the group's MGID, which ComponentMask does not name;
///   verify that Status is one for an incomplete request. [ia-s15-mc-refusals#09]
/// - A11: SubnAdmSet(MCMemberRecord) with MGID, PortGID, JoinState, and one of Scope, MLID and
///   PacketLifeTime with a value that is not the group's; note whether it is rejected.
/// - A12: SubnAdmDelete(MCMemberRecord) with PortGID of the DUT, which is in no group, and with an
///   MGID that is not a group's; verify Status ERR_REQ_INVALID or ERR_REQ_INVALID_GID, and note
///   which. SubnAdmDelete with MGID, PortGID or JoinState of the tester's membership, which
///   ComponentMask does not name; verify that Status is one for an incomplete request.
///   [ia-s15-mc-refusals#10]
/// - A13: SubnAdmGetTable(MCMemberRecord) by MGID; verify that there is one record, and that the
///   group is unchanged. [ia-s15-mc-refusals#06]
/// - A14: SubnAdmDelete(MCMemberRecord); the group ends.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS)
public final class S15_McRefusals extends C15_0_1_012 {
  private static final String REQUEST = "request";
  private static final int RESERVED = 63;
  private static final int MTU_4096 = 5;
  private static final long UNKNOWN_GUID = 0x0200_1BA5_FFFF_FFFFL;

  /// The statuses of a request without a component that it needs.
  private static final int[] INCOMPLETE = {
    SaStatus.REQ_INSUFFICIENT_COMPONENTS, SaStatus.REQ_INVALID, SaStatus.REQ_INVALID_GID
  };

  private static final int[] INVALID = {SaStatus.REQ_INVALID};
  private static final int[] FOREIGN = {SaStatus.REQ_INVALID, SaStatus.REQ_DENIED};

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
    verifyInsufficient();
    verifyIllegal();
    part(this::verifyMismatches);
  }

  private void verifyInsufficient() throws TestException {
    repeatCases(
        "A2",
        REQUEST,
        without(Q_KEY, T_CLASS, P_KEY, SL, FLOW_LABEL),
        missing -> {
          SaPacketSpec answer =
              ask(group().without(subnAdmSet(ATTRIBUTE), missing, tester().gid()));
          verifyStatus(answer, SaStatus.REQ_INSUFFICIENT_COMPONENTS);
          verifyNothingLeft(answer, group());
        });
    repeatCases(
        "A3",
        REQUEST,
        without(PORT_GID, JOIN_STATE),
        missing -> {
          SaPacketSpec answer = ask(unnamed(create(group()), missing));
          verifyRefused(answer, INCOMPLETE);
          verifyNothingLeft(answer, group());
        });
  }

  private static List<NamedCase<Field>> without(Field... missing) {
    return NamedCase.of(List.of(missing), field -> "without " + field.name());
  }

  private void verifyIllegal() throws TestException {
    repeatCases(
        "A4",
        REQUEST,
        illegal(group().mgid()),
        mgid -> {
          TestGroup wrong = group().withMgid(mgid);
          SaPacketSpec answer = ask(create(wrong));
          verifyGidRefused(answer, Reading.SA_INVALID_MGID);
          verifyNothingLeft(answer, wrong);
        });
    repeatCases(
        "A5",
        REQUEST,
        List.of(
            new NamedCase<>(
                "Mtu exactly 63",
                create(group()).with(MTU_SELECTOR, Selector.EXACTLY).with(MTU, RESERVED)),
            new NamedCase<>(
                "Mtu greater than 5",
                create(group()).with(MTU_SELECTOR, Selector.GREATER_THAN).with(MTU, MTU_4096)),
            new NamedCase<>(
                "Rate exactly 63",
                create(group()).with(RATE_SELECTOR, Selector.EXACTLY).with(RATE, RESERVED))),
        request -> {
          SaPacketSpec answer = ask(request);
          verifyRefused(answer, INVALID);
          verifyNothingLeft(answer, group());
        });
    step("A6");
    Gid nobody = new Gid(tester().gid().prefix(), UNKNOWN_GUID);
    SaPacketSpec answer = ask(group().whole(subnAdmSet(ATTRIBUTE), nobody, FULL_MEMBER));
    verifyRefused(answer, SaStatus.REQ_INVALID, SaStatus.REQ_INVALID_GID);
    verifyNothingLeft(answer, group());
  }

  private static List<NamedCase<Gid>> illegal(Gid mgid) {
    return List.of(
        new NamedCase<>("MGID not multicast", new Gid(mgid.prefix() & ~(1L << 56), mgid.guid())),
        new NamedCase<>("MGID with flag 2", new Gid(mgid.prefix() | 1L << 53, mgid.guid())),
        new NamedCase<>("MGID with flag 8", new Gid(mgid.prefix() | 1L << 55, mgid.guid())),
        new NamedCase<>(
            "MGID with signature 0xA01B",
            new Gid(0xFF12_A01B_0000_0000L | (mgid.prefix() & 0xFFFF_FFFFL), mgid.guid())));
  }

  private void verifyMismatches() throws TestException {
    step("A8");
    SaPacketSpec creation = ask(create(group()));
    verifyStatusOk(creation);
    SaRecord created = creation.record();
    repeatCases("A8", REQUEST, mismatches(), request -> verifyRefused(ask(request), INVALID));
    repeatCases(
        "A9",
        REQUEST,
        List.of(
            new NamedCase<>("Mtu exactly the group's", mtu(Selector.EXACTLY, group().mtu())),
            new NamedCase<>(
                "Mtu greater than a smaller one", mtu(Selector.GREATER_THAN, group().mtu() - 1))),
        request -> {
          SaPacketSpec answer = ask(request);
          if (verifyStatus(answer, SaStatus.OK)) {
            group().verify(checks(), answer.record());
          }
        });
    List<Field> compared = List.of(Q_KEY, P_KEY, T_CLASS, FLOW_LABEL, SL, HOP_LIMIT);
    repeatCases(
        "A10",
        REQUEST,
        NamedCase.of(compared, component -> "other " + component.name()),
        component -> {
          for (long other : others(component, created)) {
            SaPacketSpec answer = ask(join().with(component, other));
            int[] codes = component.equals(P_KEY) ? FOREIGN : INVALID;
            at(component.name(), other, () -> verifyRefused(answer, codes));
          }
        });
    repeatCases(
        "A10",
        REQUEST,
        without(MGID),
        missing -> verifyRefused(ask(unnamed(join(), missing)), INCOMPLETE));
    noteUncompared(created);
    verifyLeaves();
    step("A13");
    SaPacketSpec found = ask(group().byMgid(subnAdmGetTable(ATTRIBUTE)));
    List<SaRecord> records = found.status() == 0 ? found.records() : List.of();
    boolean isOne =
        verify(
            found,
            records.size() == 1,
            () -> "1 group",
            () -> "Status %s, %s".formatted(found.statusText(), counted(records.size(), "group")));
    if (isOne) {
      group().verify(checks(), records.getFirst());
    }
    step("A14");
    leave(group());
  }

  private List<NamedCase<SaRequest>> mismatches() {
    long mtu = group().mtu();
    List<NamedCase<SaRequest>> requests = new ArrayList<>();
    requests.add(
        new NamedCase<>("Mtu exactly another", mtu(Selector.EXACTLY, mtu == 1 ? 2 : mtu - 1)));
    requests.add(new NamedCase<>("Mtu greater than the group's", mtu(Selector.GREATER_THAN, mtu)));
    requests.add(new NamedCase<>("Mtu less than the group's", mtu(Selector.LESS_THAN, mtu)));
    group()
        .rate()
        .ifPresent(rate -> {
          int other = rate.code() == 2 ? 5 : 2;
          requests.add(new NamedCase<>("Rate exactly another", rate(Selector.EXACTLY, other)));
          requests.add(
              new NamedCase<>(
                  "Rate greater than the group's", rate(Selector.GREATER_THAN, rate.code())));
          requests.add(
              new NamedCase<>("Rate less than the group's", rate(Selector.LESS_THAN, rate.code())));
        });
    return requests;
  }

  /// Step A11.
  private void noteUncompared(SaRecord created) throws TestException {
    long lifeTime = created.data(PACKET_LIFE_TIME);
    for (SaRequest request :
        List.of(
            join().with(SCOPE, created.data(SCOPE) ^ 1),
            join().with(MLID, created.data(MLID) ^ 1),
            join().with(PACKET_LIFE_TIME_SELECTOR, GREATER_THAN).with(PACKET_LIFE_TIME, lifeTime),
            join().with(PACKET_LIFE_TIME_SELECTOR, LESS_THAN).with(PACKET_LIFE_TIME, lifeTime))) {
      step("A11");
      if (ask(request).status() == 0) {
        remark("accepts a join with another Scope, MLID or PacketLifeTime than the group's");
      }
    }
  }

  private void verifyLeaves() throws TestException {
    TestGroup none =
        group().withMgid(new Gid(group().mgid().prefix() ^ 0x100, group().mgid().guid()));
    repeatCases(
        "A12",
        REQUEST,
        List.of(
            new NamedCase<>(
                "PortGID of no member",
                group().member(subnAdmDelete(ATTRIBUTE), dut().gid(), FULL_MEMBER)),
            new NamedCase<>(
                "MGID of no group",
                none.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER))),
        request -> verifyGidRefused(ask(request), Reading.SA_UNKNOWN_MEMBER));
    repeatCases(
        "A12",
        REQUEST,
        without(MGID, PORT_GID, JOIN_STATE),
        missing -> verifyRefused(ask(unnamed(ownLeave(), missing)), INCOMPLETE));
  }

  // --- requests

  private SaRequest create(TestGroup what) {
    return what.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER);
  }

  private SaRequest join() {
    return group().member(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER);
  }

  private SaRequest ownLeave() {
    return group().member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER);
  }

  /// Returns the request with a component that ComponentMask does not name.
  private static SaRequest unnamed(SaRequest request, Field component) {
    return request.componentMask(request.componentMask() & ~ATTRIBUTE.mask(component));
  }

  private SaRequest mtu(int selector, long mtu) {
    return join().with(MTU_SELECTOR, selector).with(MTU, mtu);
  }

  private SaRequest rate(int selector, int rate) {
    return join().with(RATE_SELECTOR, selector).with(RATE, rate);
  }

  /// Returns values that the group does not have: the last or the first bit differs; of P_Key, that
  /// of a partition of which neither end is a member.
  private long[] others(Field component, SaRecord created) {
    long own = group().components().getOrDefault(component, created.data(component));
    return component.equals(P_KEY)
        ? new long[] {ends().foreignPKey()}
        : new long[] {own ^ 1, own ^ (1L << (component.width() - 1))};
  }

  private void leave(TestGroup what) throws TestException {
    ask(what.member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }

  // --- checks

  /// Verifies that no group exists after a rejection; otherwise leaves it.
  private void verifyNothingLeft(SaPacketSpec answer, TestGroup what) throws TestException {
    if (answer.status() == 0) {
      leave(what);
    } else {
      step("A7");
      verifyNoRecords(ask(what.byMgid(subnAdmGet(ATTRIBUTE))));
    }
  }
}
