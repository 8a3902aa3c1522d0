package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.GroupEvents.CREATED;
import static org.ibassay.suite.c15.GroupEvents.DELETED;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestSubscription.ALL;
import static org.ibassay.suite.c15.TestSubscription.ALL_PRODUCERS;
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
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.InformInfo;
import org.jspecify.annotations.Nullable;

/// # A subscription to all events receives every Report
///
/// - Section: 13.4.8.3
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-all-reports#01, ia-s15-all-reports#02, ia-s15-all-reports#03,
///   ia-s15-all-reports#04, ia-s15-all-reports#05
///
/// With the wildcard in Type, TrapNumber, ProducerType and LIDRangeBegin at once, the tester
/// receives Reports of every event of a multicast group. The subscription is independent of a
/// narrower one: either ends without the other.
///
/// ## Notes
///
/// - This test is the suite's own. When it does not apply, and how long it waits for Reports, are
///   as in S15_Reports.
/// - Of an event that matches two subscriptions of one port, one Report may be sent, or two:
///   reading `report-overlap`.
/// - NoticeToggle and NoticeCount belong to the queue of Notices that a node keeps; in a Report
///   they should be 0, but OpenSM does not set them: reading `report-notice-count`.
/// - On a real link, a failure counts only if two attempts of the whole test fail alike.
///
/// ## Procedure
///
/// - A1: If IsUDMulticastSupported is 0, InformInfoRecord is not supported, or Reports do not reach
///   the tester, the test does not apply. Find a free MGID.
/// - A2: SubnAdmSet(InformInfo) with IsGeneric 1 and the wildcard in LIDRangeBegin, Type,
///   TrapNumber and ProducerType; verify Status 0, and that InformInfoRecord has the subscription.
///   [ia-s15-all-reports#01]
/// - A3: SubnAdmSet(MCMemberRecord): the group is created. Verify that a Report of trap 66 is
///   received whose GIDADDR is the MGID; SubnAdmDelete, and verify the same for trap 67. Note
///   NoticeToggle and NoticeCount. Answer each. [ia-s15-all-reports#02]
/// - A4: Subscribe to trap 66 as well. Create the group, and note how many Reports of trap 66 are
///   received within 1.5 s; delete it.
/// - A5: Remove the subscription to trap 66. Create the group and delete it; verify that Reports of
///   traps 66 and 67 are received. [ia-s15-all-reports#03]
/// - A6: Subscribe to trap 66 again and remove the subscription to all events. Create the group;
///   verify that a Report of trap 66 is received. Delete it; verify that none of trap 67 is.
///   [ia-s15-all-reports#04]
/// - A7: Remove the subscription to trap 66. Create the group and delete it; verify that no Report
///   is received. [ia-s15-all-reports#05]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    lease = true,
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = {Change.MULTICAST_GROUPS, Change.SUBSCRIPTIONS})
public final class S15_AllReports extends C15_0_1_012 {
  private @Nullable TestGroup group;

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
    TestSubscription created = TestSubscription.of(CREATED);
    TestSubscription all =
        created
            .with(InformInfo.TYPE, ALL)
            .with(InformInfo.TRAP_NUMBER_DEVICE_ID, ALL)
            .with(InformInfo.PRODUCER_TYPE_VENDOR_ID, ALL_PRODUCERS);
    step("A2");
    verifyStatusOk(ask(all.begin()));
    verifyListed(all);
    step("A3");
    noteCount(reported());
    step("A4");
    begin(created);
    noteOverlap();
    step("A5");
    ask(created.end());
    reported();
    step("A6");
    begin(created);
    ask(all.end());
    acknowledge(events().provoked(CREATED));
    events().verifyNone(this::delete, DELETED);
    step("A7");
    ask(created.end());
    events()
        .verifyNone(
            () -> {
              create();
              delete();
            },
            0);
  }

  private void verifyListed(TestSubscription subscription) throws TestException {
    SaPacketSpec table = ask(TestSubscription.all(tester().gid()));
    long count = subscription.countIn(table);
    verify(
        table,
        count == 1,
        () -> "1 record of the subscription",
        () -> "Status %s, %d records of it".formatted(table.statusText(), count));
  }

  /// Creates the group and deletes it, and verifies that both are reported.
  ///
  /// @return the last Report
  private SaReport reported() throws TestException {
    acknowledge(events().provoked(CREATED));
    SaReport report = events().provoked(DELETED);
    acknowledge(report);
    return report;
  }

  private void noteCount(SaReport report) {
    boolean isZero =
        report.data(Notice.NOTICE_TOGGLE) == 0 && report.data(Notice.NOTICE_COUNT) == 0;
    reading(report.frame(), Reading.REPORT_NOTICE_COUNT, isZero ? "zero" : "other");
  }

  private void noteOverlap() throws TestException {
    reports().take();
    create();
    List<SaReport> received = events().about(reports().during(GroupEvents.QUIET), CREATED);
    long events = received.stream().mapToLong(SaReport::transactionId).distinct().count();
    if (!received.isEmpty()) {
      long frame = received.getLast().frame();
      reading(frame, Reading.REPORT_OVERLAP, events == 1 ? "one" : "each");
    }
    events().answerAll(received);
    delete();
    events().answerAll(reports().during(GroupEvents.QUIET));
  }

  private void acknowledge(SaReport report) throws TestException {
    reports().answer(report, saLid());
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

  private GroupEvents events() {
    return new GroupEvents(
        steps(), reports(), saLid(), () -> group().mgid(), this::create, this::delete);
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }
}
