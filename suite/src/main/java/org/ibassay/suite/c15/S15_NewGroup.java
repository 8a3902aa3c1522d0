package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.HOP_LIMIT;
import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.Selector;
import org.jspecify.annotations.Nullable;

/// # A new multicast group gets an MTU, rate and packet lifetime that meet the request
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-new-group#01, ia-s15-new-group#02, ia-s15-new-group#03,
///   ia-s15-new-group#04, ia-s15-new-group#05, ia-s15-new-group#06, ia-s15-new-group#07,
///   ia-s15-new-group#08, ia-s15-new-group#09
///
/// Who creates a multicast group may leave its MTU, rate and packet lifetime to subnet
/// administration, or limit the choice by a selector. The group gets values that meet the request
/// and that its first member supports; if there are none, it is not created.
///
/// ## Notes
///
/// - This test is the suite's own. osmtest cites as public statements o15-0.1.4 (a group is created
///   with each selector) and o15-0.1.8 (a request that cannot be met gets ERR_REQ_INVALID).
/// - MGIDs are as in S15_McGroup. Smaller and greater values are the nearest one, and the one whose
///   code is farthest: codes of rates are not in the order of the rates.
/// - Open, and noted as readings: whether a group may have a greater MTU or rate than the port of
///   its first member (`sa-group-above-port`), whether "largest" is that of the port
///   (`sa-group-largest`), and whether a packet lifetime is chosen by its selector
///   (`sa-group-lifetime`): OpenSM stores the one requested.
/// - If the rate of the tester's link is not known, no rate is requested.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 0, the test does not apply. Find a
///   free MGID: SubnAdmGetTable(MCMemberRecord) by MGID; verify that there is no group.
///   [ia-s15-new-group#02]
/// - A2: SubnAdmSet(MCMemberRecord) of a group without MTU, rate and packet lifetime; verify Status
///   0, and that Mtu and Rate exist and are at most those of the tester's port.
///   [ia-s15-new-group#01]
/// - A3: After each Set with Status 0, SubnAdmGet(MCMemberRecord) by MGID; verify that Mtu, Rate,
///   PacketLifeTime and HopLimit are those of the response to the Set. Then
///   SubnAdmDelete(MCMemberRecord). [ia-s15-new-group#02]
/// - A4: SubnAdmSet(MCMemberRecord) with "greater than" a smaller Mtu or Rate than that of the
///   port, "less than" that of the port, "less than" a greater one, and "largest" beside each of
///   these; verify Status 0. [ia-s15-new-group#03]
/// - A5: Verify that the value exists, is at most that of the port, and is the requested one: by
///   its selector, and of "largest" whatever the value beside it. [ia-s15-new-group#04]
/// - A6: SubnAdmSet(MCMemberRecord) with "exactly" a smaller Mtu or Rate; verify Status
///   ERR_REQ_INVALID, or that the group has the requested value. [ia-s15-new-group#05]
/// - A7: SubnAdmSet(MCMemberRecord) with "less than" the smallest Mtu or Rate; verify Status
///   ERR_REQ_INVALID, and that there is no group. With "greater than" that of the port, and
///   "exactly" a greater one; verify Status ERR_REQ_INVALID and that there is no group, or that the
///   group has the requested value. [ia-s15-new-group#06]
/// - A8: SubnAdmSet(MCMemberRecord) with PacketLifeTime "greater than" 0 and 30, "less than" 63 and
///   1, "exactly" 30, and "smallest" beside 0; verify Status ERR_REQ_INVALID, or that the group has
///   a requested value. [ia-s15-new-group#07]
/// - A9: Verify, for each Set with Status 0, that MTUSelector, RateSelector and
///   PacketLifeTimeSelector of the response are 2, exactly. [ia-s15-new-group#08]
/// - A10: SubnAdmSet(MCMemberRecord) with HopLimit 0x5A; verify Status 0, and HopLimit of the
///   response and of step A3. [ia-s15-new-group#09]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS)
public final class S15_NewGroup extends C15_0_1_012 {
  private static final int SOME_LIFE_TIME = 30;
  private static final int SOME_HOPS = 0x5A;
  private static final List<Field> SELECTORS =
      List.of(MTU_SELECTOR, RATE_SELECTOR, PACKET_LIFE_TIME_SELECTOR);

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
    verifyNoRecords(ask(group().byMgid(subnAdmGetTable(ATTRIBUTE))));
    step("A2");
    SaPacketSpec plain = ask(creation());
    if (verifyStatus(plain, SaStatus.OK)) {
      verifyPossible(plain.record(), MTU, tester().mtu());
      Optional<Rate> rate = tester().rate();
      rate.ifPresent(known -> verifyPossible(plain.record(), RATE, known.code()));
    }
    verifyStored(plain);
    verifyChoice(MTU, tester().mtu());
    Optional<Rate> rate = tester().rate();
    if (rate.isPresent()) {
      verifyChoice(RATE, rate.get().code());
    } else {
      remark("the rate of the tester's link is not known");
    }
    verifyLifeTimes();
    step("A10");
    SaPacketSpec limited = ask(creation().with(HOP_LIMIT, SOME_HOPS));
    if (verifyStatus(limited, SaStatus.OK)) {
      verifyData(limited.record(), HOP_LIMIT, SOME_HOPS);
    }
    verifyStored(limited);
  }

  /// @param most value of the tester's port
  private void verifyChoice(Field component, long most) throws TestException {
    for (GroupQuery wish : wishes(component, most)) {
      step("A4");
      SaPacketSpec answer = ask(wish.in(creation()));
      at(
          wish.what(),
          wish.value(),
          () -> {
            if (verifyStatus(answer, SaStatus.OK)) {
              step("A5");
              verifyPossible(answer.record(), component, most);
              verifyMet(answer.record(), wish);
              noteLargest(answer, wish, most);
            }
          });
      verifyStored(answer);
    }
    for (long less : GroupQuery.around(component, most, -1)) {
      step("A6");
      verifyMetOrRefused(GroupQuery.of(component, less), null);
    }
    step("A7");
    GroupQuery impossible =
        new GroupQuery(component, Selector.LESS_THAN, GroupQuery.least(component));
    SaPacketSpec answer = ask(impossible.in(creation()));
    verifyRefused(answer, SaStatus.REQ_INVALID);
    verifyNoneLeft(answer);
    verifyMetOrRefused(
        new GroupQuery(component, Selector.GREATER_THAN, most), Reading.SA_GROUP_ABOVE_PORT);
    for (long more : GroupQuery.around(component, most, 1)) {
      verifyMetOrRefused(GroupQuery.of(component, more), Reading.SA_GROUP_ABOVE_PORT);
    }
  }

  private static List<GroupQuery> wishes(Field component, long most) {
    List<GroupQuery> wishes = new ArrayList<>();
    for (long less : GroupQuery.around(component, most, -1)) {
      wishes.add(new GroupQuery(component, Selector.GREATER_THAN, less));
      wishes.add(new GroupQuery(component, Selector.BEST, less));
    }
    for (long more : GroupQuery.around(component, most, 1)) {
      wishes.add(new GroupQuery(component, Selector.LESS_THAN, more));
      wishes.add(new GroupQuery(component, Selector.BEST, more));
    }
    if (most != GroupQuery.least(component)) {
      wishes.add(new GroupQuery(component, Selector.LESS_THAN, most));
    }
    return wishes;
  }

  private void noteLargest(SaPacketSpec answer, GroupQuery wish, long most) {
    if (wish.selector() == Selector.BEST) {
      boolean isOfPort = answer.record().data(wish.component()) == most;
      reading(answer.frame(), Reading.SA_GROUP_LARGEST, isOfPort ? "port" : "less");
    }
  }

  private void verifyLifeTimes() throws TestException {
    for (GroupQuery wish :
        List.of(
            new GroupQuery(PACKET_LIFE_TIME, Selector.GREATER_THAN, 0),
            new GroupQuery(PACKET_LIFE_TIME, Selector.GREATER_THAN, SOME_LIFE_TIME),
            new GroupQuery(PACKET_LIFE_TIME, Selector.LESS_THAN, PACKET_LIFE_TIME.max()),
            new GroupQuery(PACKET_LIFE_TIME, Selector.LESS_THAN, 1),
            GroupQuery.of(PACKET_LIFE_TIME, SOME_LIFE_TIME),
            new GroupQuery(PACKET_LIFE_TIME, Selector.BEST, 0))) {
      step("A8");
      SaPacketSpec answer = ask(wish.in(creation()));
      at(wish.what(), wish.value(), () -> verifyLifeTime(answer, wish));
      verifyStored(answer);
    }
  }

  private void verifyLifeTime(SaPacketSpec answer, GroupQuery wish) {
    if (answer.status() != 0) {
      verifyRefused(answer, SaStatus.REQ_INVALID);
      return;
    }
    SaRecord record = answer.record();
    boolean isStored = !wish.isMet(record) && record.data(PACKET_LIFE_TIME) == wish.value();
    reading(answer.frame(), Reading.SA_GROUP_LIFETIME, isStored ? "stored" : "chosen");
    if (!isStored) {
      verifyMet(record, wish);
    }
  }

  // --- requests

  private SaRequest creation() {
    return group().unlimited(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER);
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }

  // --- checks

  /// @param aboveReading notes whether it is rejected; null for none
  private void verifyMetOrRefused(GroupQuery wish, @Nullable Reading aboveReading)
      throws TestException {
    SaPacketSpec answer = ask(wish.in(creation()));
    at(
        wish.what(),
        wish.value(),
        () -> {
          if (answer.status() == 0) {
            verifyMet(answer.record(), wish);
          } else {
            verifyRefused(answer, SaStatus.REQ_INVALID);
          }
        });
    if (aboveReading != null) {
      reading(answer.frame(), aboveReading, answer.status() == 0 ? "created" : "refused");
    }
    verifyNoneLeft(answer);
  }

  private void verifyMet(SaRecord record, GroupQuery wish) {
    verify(
        record,
        wish.component(),
        wish.isMet(record),
        () -> "%s %d".formatted(wish.what(), wish.value()),
        () -> "%s %d".formatted(wish.component().name(), record.data(wish.component())));
  }

  private void verifyPossible(SaRecord record, Field component, long most) {
    long value = record.data(component);
    verify(
        record,
        component,
        GroupQuery.isValue(component, value) && GroupQuery.compare(component, value, most) <= 0,
        () -> "%s of at most %d, which the port supports".formatted(component.name(), most),
        () -> "%s %d".formatted(component.name(), value));
  }

  /// Verifies that a rejected request has created nothing, or that the group is as reported.
  private void verifyNoneLeft(SaPacketSpec answer) throws TestException {
    if (answer.status() == 0) {
      verifyStored(answer);
    } else {
      verifyNoRecords(ask(group().byMgid(subnAdmGet(ATTRIBUTE))));
    }
  }

  /// Step A3.
  private void verifyStored(SaPacketSpec created) throws TestException {
    if (created.status() != 0) {
      return;
    }
    step("A9");
    SELECTORS.forEach(field -> verifyData(created.record(), field, Selector.EXACTLY));
    step("A3");
    SaPacketSpec found = ask(group().byMgid(subnAdmGet(ATTRIBUTE)));
    if (verifyStatus(found, SaStatus.OK)) {
      for (Field component : GroupQuery.CHOSEN) {
        verifyData(found.record(), component, created.record().data(component));
      }
      verifyData(found.record(), HOP_LIMIT, created.record().data(HOP_LIMIT));
    }
    ask(group().member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
  }
}
