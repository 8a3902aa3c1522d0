package org.ibassay.suite.c15;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.sa.InformInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.InformInfoRecord.SUBSCRIBER_GID;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # InformInfoRecords are selected by components
///
/// - Section: 15.2.5.12
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-inform-selection#01, ia-s15-inform-selection#02,
///   ia-s15-inform-selection#03, ia-s15-inform-selection#04, ia-s15-inform-selection#05,
///   ia-s15-inform-selection#06, ia-s15-inform-selection#07, ia-s15-inform-selection#08
///
/// Subnet administration returns the event subscriptions that equal the request in every component
/// that ComponentMask names, and no others.
///
/// ## Notes
///
/// - This test is the suite's own. The tester creates two subscriptions that differ in each
///   component of InformInfo except Subscribe and QPN. Neither causes a Report during the test.
/// - Values of Enum, QPN and RespTimeValue are those of the records in step A3: what they must be
///   is open. If several components are equal in all records, only the values that no record has
///   are meaningful for them.
/// - The values of step A8 differ in the first bit or in the last.
///
/// ## Procedure
///
/// - A1: SubnAdmGetTable(InformInfoRecord) by the tester's SubscriberGID. If that is not supported,
///   the test does not apply.
/// - A2: SubnAdmSet(InformInfo) of ONE: events of the DUT's LID, with IsGeneric 1, Type 3,
///   TrapNumber 66 and ProducerType 4; and of TWO: events of the DUT's GID, with the tester's LIDs,
///   IsGeneric 0, Type 4, DeviceID 67 and VendorID 1. Verify Status 0. [ia-s15-inform-selection#01]
/// - A3: SubnAdmGetTable(InformInfoRecord) by SubscriberGID; verify that it has ONE and TWO, each
///   once. [ia-s15-inform-selection#02]
/// - A4: SubnAdmGetTable(InformInfoRecord) by each component alone, as in ONE and as in TWO; verify
///   that the subscription is in it once, and that every record has the requested value.
///   [ia-s15-inform-selection#03]
/// - A5: SubnAdmGetTable(InformInfoRecord) by SubscriberGID and each of the other components;
///   verify that it has those records of step A3 that have the requested value, and no others.
///   [ia-s15-inform-selection#04]
/// - A6: SubnAdmGet(InformInfoRecord) by SubscriberGID and each component in which ONE and TWO
///   differ; verify that it is the one with that value. [ia-s15-inform-selection#05]
/// - A7: SubnAdmGet(InformInfoRecord) by SubscriberGID; verify Status ERR_TOO_MANY_RECORDS.
///   [ia-s15-inform-selection#06]
/// - A8: SubnAdmGetTable and SubnAdmGet(InformInfoRecord) by SubscriberGID and each of the other
///   components, with values that no record of step A3 has; verify that there are no records.
///   [ia-s15-inform-selection#07]
/// - A9: SubnAdmGetTable(InformInfoRecord) by SubscriberGID and two components, one as in ONE, the
///   next as in TWO; verify that there are no records. [ia-s15-inform-selection#07]
/// - A10: SubnAdmGetTable(InformInfoRecord) by the TrapNumber of ONE and a SubscriberGID that no
///   port has; verify that there are no records. [ia-s15-inform-selection#07]
/// - A11: SubnAdmGet(InformInfoRecord) by SubscriberGID and TrapNumber as in ONE, with all bits set
///   in all other components and reserved bits; verify that it is ONE. [ia-s15-inform-selection#08]
/// - A12: SubnAdmSet(InformInfo) with Subscribe 0 and QPN 1 of both subscriptions.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SUBSCRIPTIONS)
public final class S15_InformSelection extends C15_0_1_012 {
  private static final int CREATED = 66;
  private static final int DELETED = 67;
  private static final int INFORMATIONAL = 4;
  private static final int CHANNEL_ADAPTER = 1;
  private static final int OTHER_RESPONSE_TIME = 17;
  private static final long UNKNOWN_GUID = 0x0200_1BA5_FFFF_FFFFL;
  private static final Field TRAP_NUMBER =
      InformInfoRecord.INFORM_INFO.of(InformInfo.TRAP_NUMBER_DEVICE_ID);
  private static final List<Component> OTHERS =
      ATTRIBUTE.components().stream().filter(c -> !c.field().equals(SUBSCRIBER_GID)).toList();

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    TestSubscription one = TestSubscription.of(CREATED).from(dut().lid());
    TestSubscription two =
        TestSubscription.of(DELETED)
            .from(tester().lid(), tester().lid() + 1)
            .of(dut().gid())
            .with(InformInfo.IS_GENERIC, 0)
            .with(InformInfo.TYPE, INFORMATIONAL)
            .with(InformInfo.PRODUCER_TYPE_VENDOR_ID, CHANNEL_ADAPTER)
            .with(InformInfo.RESP_TIME_VALUE, OTHER_RESPONSE_TIME);
    step("A1");
    SaPacketSpec before = ask(TestSubscription.all(tester().gid()));
    if (RecordChecks.isUnsupported(before)) {
      leaveOutRest("InformInfoRecord is not supported");
      return;
    }
    if (one.countIn(before) + two.countIn(before) > 0) {
      throw new TestException(DUT, "step A1: the tester's port has subscribed already");
    }
    part(() -> select(one, two));
    step("A12");
    ask(one.end());
    ask(two.end());
  }

  private void select(TestSubscription one, TestSubscription two) throws TestException {
    step("A2");
    verifyStatusOk(ask(one.begin()));
    verifyStatusOk(ask(two.begin()));
    step("A3");
    SaPacketSpec table = ask(TestSubscription.all(tester().gid()));
    verifyStatusOk(table);
    verifyCount(table, one, 1);
    verifyCount(table, two, 1);
    needs(one.countIn(table) == 1 && two.countIn(table) == 1, "the subscriptions are not found");
    List<KnownRecord> known =
        table.records().stream().map(record -> KnownRecord.of(ATTRIBUTE, record)).toList();
    KnownRecord first = recordOf(one, table);
    KnownRecord second = recordOf(two, table);
    for (Component component : OTHERS) {
      at(
          component.name() + ", bit",
          component.bit(),
          () -> {
            selectBy(component, one, first, known);
            selectBy(component, two, second, known);
            selectNone(component, first, known);
          });
    }
    step("A7");
    verifyStatus(ask(byTester(subnAdmGet(ATTRIBUTE))), SaStatus.TOO_MANY_RECORDS);
    selectByTwo(first, second);
    step("A10");
    Gid unknown = new Gid(tester().gid().prefix(), UNKNOWN_GUID);
    verifyNoRecords(
        ask(subnAdmGetTable(ATTRIBUTE).with(SUBSCRIBER_GID, unknown).with(TRAP_NUMBER, CREATED)));
    step("A11");
    verifyIs(ask(byTester(subnAdmGet(ATTRIBUTE).filled()).with(TRAP_NUMBER, CREATED)), one);
  }

  private static KnownRecord recordOf(TestSubscription one, SaPacketSpec table) {
    return KnownRecord.of(
        ATTRIBUTE, table.records().stream().filter(one::isIn).findFirst().orElseThrow());
  }

  /// Steps A4 to A6.
  ///
  /// @param known all records of the tester
  private void selectBy(
      Component component, TestSubscription one, KnownRecord record, List<KnownRecord> known)
      throws TestException {
    step("A4");
    SaPacketSpec alone = ask(record.select(subnAdmGetTable(ATTRIBUTE), component));
    verifyAllHave(alone, component, record);
    verifyCount(alone, one, 1);
    int like = (int) known.stream().filter(other -> other.isEqual(component, record)).count();
    step("A5");
    SaPacketSpec table = ask(record.select(byTester(subnAdmGetTable(ATTRIBUTE)), component));
    verifyAllHave(table, component, record);
    verifyCount(table, one, 1);
    int count = table.status() == 0 ? table.records().size() : 0;
    verify(table, count == like, () -> counted(like, "record"), () -> counted(count, "record"));
    if (like == 1) {
      step("A6");
      verifyIs(ask(record.select(byTester(subnAdmGet(ATTRIBUTE)), component)), one);
    }
  }

  private void verifyAllHave(SaPacketSpec table, Component component, KnownRecord expected) {
    List<SaRecord> records = table.status() == 0 ? table.records() : List.of();
    long others =
        records.stream()
            .filter(record -> record.has(component.field()))
            .filter(record -> !KnownRecord.of(ATTRIBUTE, record).isEqual(component, expected))
            .count();
    verify(
        table,
        others == 0,
        () -> "only records with the requested " + component.name(),
        () -> "%d of %s with another".formatted(others, counted(records.size(), "record")));
  }

  private void selectNone(Component component, KnownRecord record, List<KnownRecord> known)
      throws TestException {
    for (KnownRecord nobody : foreign(component, record, known)) {
      step("A8");
      verifyNone(ask(nobody.select(byTester(subnAdmGetTable(ATTRIBUTE)), component)));
      verifyNone(ask(nobody.select(byTester(subnAdmGet(ATTRIBUTE)), component)));
    }
  }

  /// Returns copies with values that no known record has: the last and the first bit that lead to
  /// one are inverted.
  private static List<KnownRecord> foreign(
      Component component, KnownRecord record, List<KnownRecord> known) {
    List<KnownRecord> all =
        IntStream.range(0, component.field().width())
            .mapToObj(bit -> record.withInverted(component, bit))
            .filter(other -> known.stream().noneMatch(one -> one.isEqual(component, other)))
            .toList();
    return List.of(all.getFirst(), all.getLast());
  }

  /// Step A9.
  private void selectByTwo(KnownRecord first, KnownRecord second) throws TestException {
    List<Component> different = new ArrayList<>(OTHERS);
    different.removeIf(component -> first.isEqual(component, second));
    for (int i = 0; i < different.size(); i++) {
      Component one = different.get(i);
      Component next = different.get((i + 1) % different.size());
      step("A9");
      SaRequest request =
          second.select(first.select(byTester(subnAdmGetTable(ATTRIBUTE)), one), next);
      SaPacketSpec answer = ask(request);
      at(one.name() + " and " + next.name() + ", bit", one.bit(), () -> verifyNoRecords(answer));
    }
  }

  // --- checks

  /// Verifies that there are no records; a value that no record may have can also be rejected.
  private void verifyNone(SaPacketSpec answer) {
    if (answer.status() == SaStatus.inStatus(SaStatus.TOO_MANY_RECORDS)) {
      verifyStatus(answer, SaStatus.NO_RECORDS);
    } else {
      verifyNoRecords(answer);
    }
  }

  private void verifyIs(SaPacketSpec answer, TestSubscription expected) {
    if (verifyStatus(answer, SaStatus.OK)) {
      SaRecord record = answer.record();
      verifyGid(record, SUBSCRIBER_GID, tester().gid());
      verify(
          record,
          TRAP_NUMBER,
          expected.isIn(record),
          () -> "the requested subscription",
          () -> "another" + expected.differences(record));
    }
  }

  private void verifyCount(SaPacketSpec table, TestSubscription subscription, int expected) {
    long count = subscription.countIn(table);
    int all = table.status() == 0 ? table.records().size() : 0;
    if (count == 0 && table.isCut()) {
      inconclusive("the stack below the tester did not deliver all records");
      return;
    }
    verify(
        table,
        count == expected,
        () -> counted(expected, "record") + " of the subscription",
        () -> "Status %s, %d of %s".formatted(table.statusText(), count, counted(all, "record")));
  }

  // --- requests

  private SaRequest byTester(SaRequest request) {
    return request.with(SUBSCRIBER_GID, tester().gid());
  }
}
