package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_KEY;
import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.wire.sa.InformInfo.SUBSCRIBE;

import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaRecord;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.InformInfoRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Event subscriptions are created and removed
///
/// - Section: 13.4.8.3
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-inform-info#01, ia-s15-inform-info#02, ia-s15-inform-info#03,
///   ia-s15-inform-info#04, ia-s15-inform-info#05, ia-s15-inform-info#06, ia-s15-inform-info#07,
///   ia-s15-inform-info#08, ia-s15-inform-info#09, ia-s15-inform-info#10, ia-s15-inform-info#11,
///   ia-s15-inform-info#12, ia-s15-inform-info#13, ia-s15-inform-info#14, ia-s15-inform-info#15
///
/// The tester subscribes to two traps of the subnet manager, finds its subscriptions among the
/// InformInfoRecords, and removes them. Invalid subscriptions are rejected.
///
/// ## Notes
///
/// - This test is the suite's own. OpenSM's source cites as public statements: o13-12.1.1 (a
///   subscription is confirmed by a copy of the request) and o13-13.1.1 (in the response to a
///   rejected one, Subscribe is 0).
/// - The tester finds its subscriptions by InformInfoRecord, also to remove them after a run was
///   killed: if the DUT does not have it, the tester does not subscribe.
/// - The QPN in a request that creates a subscription is meaningless; the record may have that of
///   the queue pair that sent the request.
/// - OpenSM's source cites C15-0.2-1.16: only a trusted requester, whose SM_Key is right, may
///   subscribe to security traps and learns the QPN of a subscriber. If the DUT does not accept the
///   parameter SM_KEY as its SM_Key, steps A23 to A25 are left out.
/// - A subscription that already exists may be confirmed or rejected; it must not be stored twice.
/// - A request whose response was lost may be rejected when retried: its step is then inconclusive.
///
/// ## Procedure
///
/// - A1: SubnAdmGetTable(InformInfoRecord) by the tester's SubscriberGID. If that is not supported,
///   steps A3 to A21 are left out, otherwise step A2.
/// - A2: SubnAdmSet(InformInfo) with Subscribe 0; verify that Status is not 0.
///   [ia-s15-inform-info#01]
/// - A3: SubnAdmSet(InformInfo) with Subscribe 1, GID 0, LIDRangeBegin 0xFFFF, IsGeneric 1, Type 3,
///   ProducerType 4 and TrapNumber 66; verify Status 0. [ia-s15-inform-info#02]
/// - A4: Verify that GID, LIDRangeBegin, LIDRangeEnd, IsGeneric, Subscribe, Type, TrapNumber,
///   RespTimeValue and ProducerType of the response are as requested. [ia-s15-inform-info#03]
/// - A5: SubnAdmGetTable(InformInfoRecord) by SubscriberGID; verify Status 0, that each record has
///   that SubscriberGID, and that one has the subscription. [ia-s15-inform-info#04]
/// - A6: SubnAdmSet(InformInfo) as in step A3 once more.
/// - A7: SubnAdmGetTable(InformInfoRecord) as in step A5; verify that one record has the
///   subscription, and no second one. [ia-s15-inform-info#05]
/// - A8: SubnAdmSet(InformInfo) with TrapNumber 67; verify Status 0. [ia-s15-inform-info#02]
/// - A9: SubnAdmGetTable(InformInfoRecord); verify that both subscriptions are found.
///   [ia-s15-inform-info#04]
/// - A10: SubnAdmSet(InformInfo) with Subscribe 0, QPN 1 and TrapNumber 66; verify Status 0.
///   [ia-s15-inform-info#06]
/// - A11: SubnAdmGetTable(InformInfoRecord); verify that the subscription to trap 66 is not found.
///   [ia-s15-inform-info#07]
/// - A12: Verify that the one to trap 67 is found. [ia-s15-inform-info#08]
/// - A13: SubnAdmSet(InformInfo) as in step A10; verify Status ERR_REQ_INVALID or ERR_NO_RECORDS.
///   [ia-s15-inform-info#09]
/// - A14: SubnAdmSet(InformInfo) with Subscribe 2; verify Status ERR_REQ_INVALID.
///   [ia-s15-inform-info#09]
/// - A15: SubnAdmSet(InformInfo) with a GID that no port has; verify Status ERR_REQ_INVALID or
///   ERR_REQ_INVALID_GID. [ia-s15-inform-info#09]
/// - A16: If the response to step A15 has an InformInfo, verify that its Subscribe is 0.
///   [ia-s15-inform-info#10]
/// - A17: SubnAdmGetTable(InformInfoRecord); verify that no rejected subscription is found.
///   [ia-s15-inform-info#07]
/// - A18: SubnAdmSet(InformInfo) with Subscribe 0, QPN 1 and TrapNumber 67; verify Status 0, and
///   that the subscription is not found. [ia-s15-inform-info#07]
/// - A19: SubnAdmSet(InformInfo) as in step A3, with LIDRangeBegin and LIDRangeEnd the DUT's LID;
///   verify Status 0. [ia-s15-inform-info#02]
/// - A20: SubnAdmSet(InformInfo) as in step A19, but in turn with LIDRangeEnd the next LID,
///   LIDRangeBegin 0xFFFF, the DUT's GID, IsGeneric 0, Type 4, TrapNumber 64, and ProducerType 1;
///   verify Status 0, and that both subscriptions are found, also after the same Set once more.
///   [ia-s15-inform-info#11]
/// - A21: SubnAdmSet(InformInfo) with Subscribe 0 and QPN 1 for the subscription of step A20;
///   verify that it is not found, and that the one of step A19 is. At the end, remove that one,
///   too. [ia-s15-inform-info#12]
/// - A22: SubnAdmSet(InformInfo) with SM_KEY, Type 2 (security) and TrapNumber 257; if SM_KEY is 0
///   or Status is not 0, steps A23 to A25 are left out.
/// - A23: SubnAdmGetTable(InformInfoRecord) by SubscriberGID; verify that QPN of each record is 0.
///   [ia-s15-inform-info#13]
/// - A24: SubnAdmGetTable(InformInfoRecord) by SubscriberGID with SM_KEY; verify that QPN is that
///   of the subscriber. SubnAdmSet(InformInfo) with SM_KEY and Subscribe 0. [ia-s15-inform-info#13]
/// - A25: SubnAdmSet(InformInfo) with Type 2 and TrapNumber 256, 257, 258 and 259; verify Status
///   ERR_REQ_INVALID or ERR_REQ_DENIED, and that the subscription is not found.
///   [ia-s15-inform-info#14]
/// - A26: Before step A10, SubnAdmSet(InformInfo) with Subscribe 0, QPN 0x5A5A5A and TrapNumber 66:
///   not the queue pair that subscribed. Verify Status ERR_REQ_INVALID or ERR_NO_RECORDS, and that
///   the subscription is found. [ia-s15-inform-info#15]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SUBSCRIPTIONS,
    parameters = SM_KEY)
public final class S15_InformInfo extends C15_0_1_012 {
  private static final int APPEARED = 64;
  private static final int CREATED = 66;
  private static final int DELETED = 67;
  private static final int INFORMATIONAL = 4;
  private static final int CHANNEL_ADAPTER = 1;
  private static final int SECURITY = 2;
  private static final int OTHER_QPN = 0x5A5A5A;
  private static final int BAD_M_KEY = 256;
  private static final int BAD_P_KEY = 257;
  private static final int BAD_SWITCH_P_KEY = 259;
  private static final long UNKNOWN_GUID = 0x0200_1BA5_FFFF_FFFFL;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    TestSubscription created = TestSubscription.of(CREATED);
    TestSubscription deleted = TestSubscription.of(DELETED);
    step("A1");
    SaPacketSpec before = ask(TestSubscription.all(tester().gid()));
    if (RecordChecks.isUnsupported(before)) {
      step("A2");
      SaPacketSpec answer = ask(created.end());
      verify(answer, answer.status() != 0, () -> "a Status other than 0", answer::statusText);
      leaveOut("InformInfoRecord is not supported", "A3", "A26");
      return;
    }
    leaveOut("InformInfoRecord is supported", "A2", "A2");
    if (created.countIn(before) + deleted.countIn(before) > 0) {
      throw new TestException(DUT, "step A1: the tester's port has subscribed already");
    }
    begin(created, deleted);
    end(created, deleted);
    refuse(created);
    step("A18");
    verifyEnded(ask(deleted.end()));
    verifyCount(deleted, 0);
    tellApart(created.from(dut().lid()));
    verifyTrust(created.with(InformInfo.TYPE, SECURITY));
  }

  private void verifyTrust(TestSubscription security) throws TestException {
    step("A22");
    TestSubscription one = security.with(InformInfo.TRAP_NUMBER_DEVICE_ID, BAD_P_KEY);
    sendMad(trusted(one.begin()));
    SaPacketSpec begun = receiveMadIfAny();
    if (begun == null || begun.status() != 0 || parameter(SM_KEY) == 0) {
      leaveOut("the DUT does not accept SM_KEY as its SM_Key", "A23", "A25");
      return;
    }
    SaRequest query = TestSubscription.all(tester().gid());
    step("A23");
    verifyQpn(ask(query), 0);
    step("A24");
    verifyQpn(ask(trusted(query)), Gmp.QP);
    ask(trusted(one.end()));
    for (int trap = BAD_M_KEY; trap <= BAD_SWITCH_P_KEY; trap++) {
      TestSubscription untrusted = security.with(InformInfo.TRAP_NUMBER_DEVICE_ID, trap);
      at("trap", trap, () -> verifyUntrusted(untrusted));
    }
  }

  private void verifyQpn(SaPacketSpec table, long qpn) {
    Field field = InformInfoRecord.INFORM_INFO.of(InformInfo.QPN);
    List<SaRecord> records = table.status() == 0 ? table.records() : List.of();
    verify(table, !records.isEmpty(), () -> "1 record", () -> "none");
    records.stream().filter(r -> r.has(field)).forEach(record -> verifyData(record, field, qpn));
  }

  private void verifyUntrusted(TestSubscription subscription) throws TestException {
    step("A25");
    SaPacketSpec answer = ask(subscription.begin());
    verifyRefused(answer, SaStatus.REQ_INVALID, SaStatus.REQ_DENIED);
    verifyCount(subscription, 0);
    if (answer.status() == 0) {
      ask(subscription.end());
    }
  }

  private SaRequest trusted(SaRequest request) {
    return request.smKey(parameter(SM_KEY));
  }

  private void tellApart(TestSubscription one) throws TestException {
    step("A19");
    verifyStatusOk(ask(one.begin()));
    for (TestSubscription other :
        List.of(
            one.from(dut().lid(), dut().lid() + 1),
            one.with(InformInfo.LID_RANGE_BEGIN, TestSubscription.ALL),
            one.of(dut().gid()),
            one.with(InformInfo.IS_GENERIC, 0),
            one.with(InformInfo.TYPE, INFORMATIONAL),
            one.with(InformInfo.TRAP_NUMBER_DEVICE_ID, APPEARED),
            one.with(InformInfo.PRODUCER_TYPE_VENDOR_ID, CHANNEL_ADAPTER))) {
      step("A20");
      verifyStatus(ask(other.begin()), SaStatus.OK);
      verifyCount(one, 1);
      verifyCount(other, 1);
      ask(other.begin());
      verifyCount(other, 1);
      step("A21");
      ask(other.end());
      verifyCount(other, 0);
      verifyCount(one, 1);
    }
    ask(one.end());
  }

  private void begin(TestSubscription created, TestSubscription deleted) throws TestException {
    step("A3");
    SaPacketSpec answer = ask(created.begin());
    verifyStatusOk(answer);
    step("A4");
    verifyCopy(answer.record(), created);
    step("A5");
    verifyCount(created, 1);
    step("A6");
    ask(created.begin());
    step("A7");
    verifyCount(created, 1);
    step("A8");
    verifyStatus(ask(deleted.begin()), SaStatus.OK);
    step("A9");
    verifyCount(created, 1);
    verifyCount(deleted, 1);
  }

  private void verifyCopy(SaRecord record, TestSubscription subscription) {
    verifyGid(record, InformInfo.GID_FIELD, subscription.gid());
    subscription.fields().forEach((field, value) -> verifyData(record, field, value));
    verifyData(record, SUBSCRIBE, 1);
  }

  private void end(TestSubscription created, TestSubscription deleted) throws TestException {
    step("A26");
    SaPacketSpec foreign = ask(created.end().carrying(InformInfo.QPN, OTHER_QPN));
    verifyRefused(foreign, SaStatus.REQ_INVALID, SaStatus.NO_RECORDS);
    verifyCount(created, 1);
    if (foreign.status() == 0) {
      ask(created.begin());
    }
    step("A10");
    verifyEnded(ask(created.end()));
    step("A11");
    verifyCount(created, 0);
    step("A12");
    verifyCount(deleted, 1);
    step("A13");
    verifyRefused(ask(created.end()), SaStatus.REQ_INVALID, SaStatus.NO_RECORDS);
  }

  private void refuse(TestSubscription created) throws TestException {
    step("A14");
    verifyRefused(ask(created.request(2)), SaStatus.REQ_INVALID);
    TestSubscription unknown = created.of(new Gid(tester().gid().prefix(), UNKNOWN_GUID));
    step("A15");
    SaPacketSpec answer = ask(unknown.begin());
    verifyRefused(answer, SaStatus.REQ_INVALID, SaStatus.REQ_INVALID_GID);
    step("A16");
    if (answer.record().data(InformInfo.TRAP_NUMBER_DEVICE_ID) == CREATED) {
      verifyData(answer.record(), SUBSCRIBE, 0);
    } else {
      notApplicable("the error response has no InformInfo");
    }
    step("A17");
    verifyCount(created, 0);
    verifyCount(unknown, 0);
    if (answer.status() == 0) {
      ask(unknown.end());
    }
  }

  // --- checks

  private void verifyCount(TestSubscription subscription, int expected) throws TestException {
    SaPacketSpec table = ask(TestSubscription.all(tester().gid()));
    boolean isTable = table.status() == 0;
    long count = subscription.countIn(table);
    List<SaRecord> records = isTable ? table.records() : List.of();
    verify(
        table,
        (isTable || table.hasNoRecords()) && count == expected,
        () -> counted(expected, "record") + " of the subscription",
        () ->
            "Status %s, %d among %s%s"
                .formatted(
                    table.statusText(),
                    count,
                    counted(records.size(), "record"),
                    count == 0 && !records.isEmpty()
                        ? subscription.differences(records.getFirst())
                        : ""));
    for (SaRecord record : records) {
      if (record.has(InformInfoRecord.SUBSCRIBER_GID)) {
        verifyGid(record, InformInfoRecord.SUBSCRIBER_GID, tester().gid());
      }
    }
  }

  private void verifyEnded(SaPacketSpec answer) {
    if (answer.tries() > 1 && answer.status() != 0) {
      inconclusive("the first Set may have been executed, and its response lost");
    } else {
      verifyStatus(answer, SaStatus.OK);
    }
  }
}
