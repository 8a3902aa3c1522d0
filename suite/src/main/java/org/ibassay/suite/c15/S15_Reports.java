package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.GroupEvents.CREATED;
import static org.ibassay.suite.c15.GroupEvents.DELETED;
import static org.ibassay.suite.c15.GroupEvents.QUIET;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestSubscription.ALL;
import static org.ibassay.suite.c15.TestSubscription.ALL_PRODUCERS;
import static org.ibassay.suite.c15.TestSubscription.CLASS_MANAGER;
import static org.ibassay.suite.c15.TestSubscription.SUBNET_MANAGEMENT;
import static org.ibassay.wire.sa.InformInfo.IS_GENERIC;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;

import java.util.List;
import java.util.Objects;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SaReport;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaNotice;
import org.jspecify.annotations.Nullable;

/// # Subscribers receive Reports of created and deleted groups
///
/// - Section: 13.4.11
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-reports#01, ia-s15-reports#02, ia-s15-reports#03, ia-s15-reports#04,
///   ia-s15-reports#05, ia-s15-reports#06, ia-s15-reports#07, ia-s15-reports#08, ia-s15-reports#09,
///   ia-s15-reports#10
///
/// The tester subscribes to traps 66 and 67, creates a multicast group and deletes it. It receives
/// a Report of each, repeated until the tester responds, and no Report that it has not subscribed
/// to.
///
/// ## Notes
///
/// - This test is the suite's own. OpenSM's source cites as public statements o14-12.1.11 (the
///   Notice's details) and o13-17.1.1 (who may receive a Report). IssuerLID and IssuerGID are those
///   of the DUT's port: the subnet manager is the issuer.
/// - The tester waits 2 s for a Report; if none is received within 1.5 s, none is sent.
/// - Whether an unanswered Report is repeated is a reading (`report-repeated`).
/// - If the stack below the tester keeps Reports, the test does not apply: ibsim passes requests to
///   subnet managers only, and a kernel may pass them to another program.
/// - On a real link, a failure counts only if two attempts of the whole test fail alike.
///
/// ## Procedure
///
/// - A1: If IsUDMulticastSupported is 0, InformInfoRecord is not supported, or Reports do not reach
///   the tester, the test does not apply. Find a free MGID.
/// - A2: SubnAdmSet(MCMemberRecord) and SubnAdmDelete: a group is created and deleted. Verify that
///   no Report is received, because the tester has not subscribed. [ia-s15-reports#01]
/// - A3: SubnAdmSet(InformInfo): subscribe to trap 66, and to trap 67.
/// - A4: SubnAdmSet(MCMemberRecord): the group is created. Verify that a Report of trap 66 is
///   received whose GIDADDR is the MGID; SubnAdmDelete, and verify the same for trap 67.
///   [ia-s15-reports#02]
/// - A5: Verify BaseVersion 1, ClassVersion 2, Status 0, AttributeModifier 0, RMPPFlags.Active 0,
///   SM_Key 0 and ComponentMask 0 of each, and a TransactionID other than 0 and than that of the
///   Report before. [ia-s15-reports#03]
/// - A6: Verify IsGeneric 1, Type 3 and ProducerType 4 of each, and IssuerLID and IssuerGID of the
///   DUT. [ia-s15-reports#04]
/// - A7: Answer each by SubnAdmReportResp(Notice); verify that no further Report of the group is
///   received. [ia-s15-reports#05]
/// - A8: SubnAdmSet(MCMemberRecord) once more while the group exists: verify that no Report is
///   received. [ia-s15-reports#06]
/// - A9: Create the group, and do not answer for 1.5 s; note whether the Report is repeated. Verify
///   that all repetitions have the TransactionID and Notice of the first Report.
///   [ia-s15-reports#07]
/// - A10: Answer; verify that no further Report of trap 66 is received. Delete the group, and
///   answer. [ia-s15-reports#05]
/// - A11: Remove the subscription to trap 66. Create the group and delete it; verify that no Report
///   of trap 66 is received. [ia-s15-reports#08]
/// - A12: Verify that one of trap 67 is received; answer, and unsubscribe. [ia-s15-reports#02]
/// - A13: Subscribe in turn to trap 64, Type 4, IsGeneric 0, ProducerType 1, the tester's LID, two
///   LIDs after and two LIDs before the DUT's, and the tester's GID, also beside the DUT's LID; and
///   to trap 66 with bit 8 or 15 set, Type 3 with bit 8, ProducerType 4 with bit 16 and the DUT's
///   LID with bit 14 inverted. Create the group and delete it. Verify that no Report is received;
///   remove the subscription. [ia-s15-reports#09]
/// - A14: Subscribe in turn to all TrapNumbers; to all Types; to all ProducerTypes; to the DUT's
///   LID; to it and the next one; to it and the one before; and to the DUT's GID, also beside the
///   tester's LID: a LID range counts only if GID is 0. Create the group and delete it. Verify that
///   a Report of trap 66 is received; answer, and remove the subscription. [ia-s15-reports#10]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    lease = true,
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = {Change.MULTICAST_GROUPS, Change.SUBSCRIPTIONS})
public final class S15_Reports extends C15_0_1_012 {
  private static final String SUBSCRIPTION = "subscription";
  private static final int APPEARED = 64;
  private static final int INFORMATIONAL = 4;
  private static final int CHANNEL_ADAPTER = 1;
  private static final List<Field> ZERO_IN_HEADER =
      List.of(
          MadHeader.STATUS,
          MadHeader.ATTRIBUTE_MODIFIER,
          RmppHeader.ACTIVE,
          SaHeader.SM_KEY,
          SaHeader.COMPONENT_MASK);

  private @Nullable TestGroup group;

  /// TransactionID of the Report verified last.
  private long lastTransaction;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    String whyNot = whyNoReports();
    if (whyNot != null) {
      leaveOutRest(whyNot);
      return;
    }
    group = freeGroup();
    step("A2");
    events().verifyNone(this::createAndDelete, 0);
    step("A3");
    begin(TestSubscription.of(CREATED));
    begin(TestSubscription.of(DELETED));
    part(this::reported);
    part(this::unanswered);
    part(this::ended);
    part(this::narrow);
    part(this::wide);
  }

  private void reported() throws TestException {
    step("A4");
    verifyReport(events().provoked(CREATED));
    step("A8");
    events().verifyNone(this::create, 0);
    step("A4");
    verifyReport(events().provoked(DELETED));
  }

  private void verifyReport(SaReport report) throws TestException {
    step("A5");
    verify(report, MadHeader.BASE_VERSION, report.header(MadHeader.BASE_VERSION), 1);
    long ofClass = report.header(MadHeader.CLASS_VERSION);
    verify(report, MadHeader.CLASS_VERSION, ofClass, SaHeader.CLASS_VERSION);
    for (Field zero : ZERO_IN_HEADER) {
      verify(report, zero, report.header(zero), 0);
    }
    long before = lastTransaction;
    verify(
        report.frame(),
        report.transactionId() != 0 && report.transactionId() != before,
        () -> "a TransactionID other than 0 and %s in %s".formatted(shown(before), report),
        () -> "TransactionID " + shown(report.transactionId()));
    lastTransaction = report.transactionId();
    step("A6");
    verify(report, Notice.IS_GENERIC, report.data(Notice.IS_GENERIC), 1);
    verify(report, Notice.TYPE, report.data(Notice.TYPE), SUBNET_MANAGEMENT);
    long producer = report.data(Notice.PRODUCER_TYPE_VENDOR_ID);
    verify(report, Notice.PRODUCER_TYPE_VENDOR_ID, producer, CLASS_MANAGER);
    verify(report, Notice.ISSUER_LID, report.data(Notice.ISSUER_LID), dut().lid());
    verify(
        report.frame(),
        report.gid(SaNotice.ISSUER_GID).equals(dut().gid()),
        () -> "IssuerGID %s in %s".formatted(dut().gid(), report),
        () -> "IssuerGID " + report.gid(SaNotice.ISSUER_GID));
    step("A7");
    events().verifyNone(() -> reports().answer(report, saLid()), 0);
  }

  private void unanswered() throws TestException {
    step("A9");
    List<SaReport> received = List.of();
    for (int i = 0; i < reports().trials() && !SaReport.areRepetitions(received); i++) {
      delete();
      reports().take();
      create();
      received = events().about(reports().during(QUIET), CREATED);
    }
    needs(!received.isEmpty(), "no Report of trap 66 was received");
    SaReport first = received.getFirst();
    reading(
        received.getLast().frame(),
        Reading.REPORT_REPEATED,
        received.size() > 1 ? "repeated" : "once");
    for (SaReport again : received) {
      verify(
          again.frame(),
          again.isRepetitionOf(first),
          () -> "TransactionID %s and Notice as at first".formatted(shown(first.transactionId())),
          () -> "TransactionID %s, %s".formatted(shown(again.transactionId()), again));
    }
    step("A10");
    events().verifyNone(() -> reports().answer(first, saLid()), CREATED);
    delete();
    events().answerAll(reports().during(QUIET));
  }

  private void ended() throws TestException {
    step("A11");
    ask(TestSubscription.of(CREATED).end());
    events().verifyNone(this::createAndDelete, CREATED);
    create();
    step("A12");
    reports().answer(events().provoked(DELETED), saLid());
    ask(TestSubscription.of(DELETED).end());
  }

  private void narrow() throws TestException {
    TestSubscription created = TestSubscription.of(CREATED);
    int lid = dut().lid();
    repeatCases(
        "A13",
        SUBSCRIPTION,
        List.of(
            new NamedCase<>("trap 64", TestSubscription.of(APPEARED)),
            new NamedCase<>("trap 66 with bit 8", TestSubscription.of(CREATED | (1 << 8))),
            new NamedCase<>("trap 66 with bit 15", TestSubscription.of(CREATED | (1 << 15))),
            new NamedCase<>("Type 4", created.with(TYPE, INFORMATIONAL)),
            new NamedCase<>("Type 3 with bit 8", created.with(TYPE, SUBNET_MANAGEMENT | (1 << 8))),
            new NamedCase<>("IsGeneric 0", created.with(IS_GENERIC, 0)),
            new NamedCase<>(
                "ProducerType 1", created.with(PRODUCER_TYPE_VENDOR_ID, CHANNEL_ADAPTER)),
            new NamedCase<>(
                "ProducerType 4 with bit 16",
                created.with(PRODUCER_TYPE_VENDOR_ID, CLASS_MANAGER | (1 << 16))),
            new NamedCase<>("the tester's LID", created.from(tester().lid())),
            new NamedCase<>("LIDs above the DUT's", created.from(lid + 1, lid + 2)),
            lid > 1
                ? new NamedCase<>(
                    "LIDs below the DUT's", created.from(Math.max(1, lid - 2), lid - 1))
                : new NamedCase<>("a LID above the DUT's", created.from(lid + 2)),
            new NamedCase<>("the DUT's LID with bit 14", created.from(lid ^ (1 << 14))),
            new NamedCase<>("the tester's GID", created.of(tester().gid())),
            new NamedCase<>(
                "the tester's GID and the DUT's LID", created.of(tester().gid()).from(lid))),
        other -> {
          ask(other.begin());
          events().verifyNone(this::createAndDelete, 0);
          ask(other.end());
        });
  }

  private void wide() throws TestException {
    TestSubscription created = TestSubscription.of(CREATED);
    int lid = dut().lid();
    repeatCases(
        "A14",
        SUBSCRIPTION,
        List.of(
            new NamedCase<>("all TrapNumbers", created.with(TRAP_NUMBER_DEVICE_ID, ALL)),
            new NamedCase<>("all Types", created.with(TYPE, ALL)),
            new NamedCase<>(
                "all ProducerTypes", created.with(PRODUCER_TYPE_VENDOR_ID, ALL_PRODUCERS)),
            new NamedCase<>("the DUT's LID", created.from(lid)),
            new NamedCase<>("LIDs from the DUT's", created.from(lid, lid + 1)),
            new NamedCase<>("LIDs up to the DUT's", created.from(Math.max(1, lid - 1), lid)),
            new NamedCase<>("the DUT's GID", created.of(dut().gid())),
            new NamedCase<>(
                "the DUT's GID and the tester's LID",
                created.of(dut().gid()).from(tester().lid()))),
        other -> {
          begin(other);
          part(() -> reports().answer(events().provoked(CREATED), saLid()));
          delete();
          events().answerAll(reports().during(QUIET));
          ask(other.end());
        });
  }

  // --- requests

  private void begin(TestSubscription subscription) throws TestException {
    needs(ask(subscription.begin()).status() == 0, "the subscription was rejected");
  }

  private void create() throws TestException {
    SaPacketSpec answer = ask(group().whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    needs(answer.status() == 0, "the group was not created");
  }

  private void delete() throws TestException {
    ask(group().member(subnAdmDelete(ATTRIBUTE), tester().gid(), FULL_MEMBER));
  }

  private void createAndDelete() throws TestException {
    create();
    delete();
  }

  private GroupEvents events() {
    return new GroupEvents(
        steps(), reports(), saLid(), () -> group().mgid(), this::create, this::delete);
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }

  // --- checks

  private void verify(SaReport report, Field field, long actual, long expected) {
    verify(
        report.frame(),
        actual == expected,
        () -> "%s %s in %s".formatted(field.name(), shown(field, expected), report),
        () -> field.name() + " " + shown(field, actual));
  }
}
