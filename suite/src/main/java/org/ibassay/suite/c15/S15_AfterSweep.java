package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SERVICE_ID;
import static org.ibassay.suite.c15.GroupEvents.CREATED;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.suite.c15.TestGroup.NON_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MLID;

import java.time.Duration;
import java.util.Objects;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.ProvokedSweep;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;
import org.ibassay.wire.sa.ServiceRecord;
import org.jspecify.annotations.Nullable;

/// # Groups, services and subscriptions outlive a sweep
///
/// - Section: 15.2.5
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-after-sweep#01, ia-s15-after-sweep#02, ia-s15-after-sweep#03,
///   ia-s15-after-sweep#04, ia-s15-after-sweep#05
///
/// The tester creates a multicast group, registers a service and subscribes to an event. Then it
/// makes the subnet manager sweep a subnet in which nothing has changed. The group, its member, the
/// service and the subscription are unchanged, and the event is still reported.
///
/// ## Notes
///
/// - This test is the suite's own. MGIDs are as in S15_McGroup, the service is one of S15_Services.
/// - A manager that does not sweep when it receives trap 144 passes.
/// - What the DUT does not support is left out: multicast groups, and subscriptions without
///   InformInfoRecord.
/// - The response to a join shows the JoinState of the member: the tester joins with one more bit.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo), and SubnAdmGetTable(InformInfoRecord) by SubscriberGID, to
///   learn what is supported. Find a free MGID and a ServiceID that is not registered.
/// - A2: SubnAdmSet(ServiceRecord) with all components; SubnAdmSet(MCMemberRecord) of the group
///   with all components; SubnAdmSet(InformInfo) for trap 66. Verify Status 0 of each.
///   [ia-s15-after-sweep#01]
/// - A3: Twice, send trap 144 with the present CapabilityMask of the tester's port to the DUT, so
///   that it sweeps the subnet, and wait until ActCount of its SMInfo has grown and, apart from its
///   responses, no longer grows for 1 s, up to 3 s.
/// - A4: SubnAdmGet(ServiceRecord) by ServiceID, ServiceGID and ServiceP_Key; verify Status 0 and
///   each component. [ia-s15-after-sweep#02]
/// - A5: SubnAdmGet(MCMemberRecord) by MGID; verify Status 0, the MLID of step A2 and each
///   component. SubnAdmSet(MCMemberRecord) with JoinState NonMember; verify Status 0, and that
///   JoinState is FullMember and NonMember. [ia-s15-after-sweep#03]
/// - A6: SubnAdmGetTable(InformInfoRecord) by SubscriberGID; verify that it has the subscription
///   once. [ia-s15-after-sweep#04]
/// - A7: SubnAdmDelete(MCMemberRecord) with both bits of JoinState. If Reports reach the tester,
///   create the group again; verify that a Report of trap 66 is received, and answer it.
///   [ia-s15-after-sweep#05]
/// - A8: SubnAdmDelete of the group and of the service; SubnAdmSet(InformInfo) with Subscribe 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    lease = true,
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = {Change.MULTICAST_GROUPS, Change.SUBSCRIPTIONS, Change.SERVICE_RECORD},
    parameters = SERVICE_ID)
public final class S15_AfterSweep extends C15_0_1_012 {
  private static final int LEASE = 600;
  private static final int SWEEPS = 2;
  private static final long TRANSACTIONS = 0x1BA5_5300L;
  private static final Duration SWEEP = Duration.ofSeconds(3);
  private static final int BOTH = FULL_MEMBER | NON_MEMBER;

  private @Nullable TestGroup group;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    boolean hasGroups = supportsGroups();
    boolean hasReports = !RecordChecks.isUnsupported(ask(TestSubscription.all(tester().gid())));
    group = hasGroups ? freeGroup() : null;
    OfferedService service = freeServices(parameter(SERVICE_ID), 1).getFirst();
    TestSubscription subscription = TestSubscription.of(CREATED);
    step("A2");
    verifyStatus(ask(service.whole(subnAdmSet(ServiceRecord.ATTRIBUTE), LEASE)), SaStatus.OK);
    SaPacketSpec created = hasGroups ? ask(join(FULL_MEMBER)) : null;
    if (created != null) {
      verifyStatus(created, SaStatus.OK);
    }
    if (hasReports) {
      verifyStatus(ask(subscription.begin()), SaStatus.OK);
    }
    sweep();
    step("A4");
    SaPacketSpec found = ask(service.identity(subnAdmGet(ServiceRecord.ATTRIBUTE)));
    if (verifyStatus(found, SaStatus.OK)) {
      service.verify(checks(), found.record());
    }
    if (created == null) {
      leaveOut("IsUDMulticastSupported 0", "A5", "A5");
    } else {
      part(() -> verifyGroup(created));
    }
    if (hasReports) {
      part(() -> verifySubscription(subscription));
    } else {
      leaveOut("InformInfoRecord is not supported", "A6", "A6");
    }
    part(() -> verifyReported(hasGroups, hasReports));
    step("A8");
    if (hasGroups) {
      leave(BOTH);
      leave(FULL_MEMBER);
    }
    ask(service.identity(subnAdmDelete(ServiceRecord.ATTRIBUTE)));
    if (hasReports) {
      ask(subscription.end());
    }
  }

  private void sweep() throws TestException {
    step("A3");
    for (int sweep = 1; sweep <= SWEEPS; sweep++) {
      ProvokedSweep.run(mads(), tester().portInfo(), TRANSACTIONS + sweep, SWEEP);
    }
  }

  private void verifyGroup(SaPacketSpec created) throws TestException {
    step("A5");
    SaPacketSpec found = ask(group().byMgid(subnAdmGet(ATTRIBUTE)));
    verifyStatusOk(found);
    group().verify(checks(), found.record());
    verifyData(found.record(), MLID, created.record().data(MLID));
    SaPacketSpec joined = ask(group().member(subnAdmSet(ATTRIBUTE), tester().gid(), NON_MEMBER));
    if (verifyStatus(joined, SaStatus.OK)) {
      verifyData(joined.record(), JOIN_STATE, BOTH);
    }
  }

  private void verifySubscription(TestSubscription subscription) throws TestException {
    step("A6");
    SaPacketSpec table = ask(TestSubscription.all(tester().gid()));
    long count = subscription.countIn(table);
    verify(
        table,
        count == 1,
        () -> "1 record of the subscription",
        () -> "Status %s, %d records of it".formatted(table.statusText(), count));
  }

  private void verifyReported(boolean hasGroups, boolean hasReports) throws TestException {
    step("A7");
    if (!hasGroups || !hasReports || !reports().areHeard()) {
      leaveOut("no Reports of multicast groups reach the tester", "A7", "A7");
      return;
    }
    leave(BOTH);
    reports().answer(events().provoked(CREATED), saLid());
  }

  // --- requests

  private SaRequest join(int joinState) {
    return group().whole(subnAdmSet(ATTRIBUTE), tester().gid(), joinState);
  }

  private void leave(int joinState) throws TestException {
    ask(group().member(subnAdmDelete(ATTRIBUTE), tester().gid(), joinState));
  }

  private GroupEvents events() {
    return new GroupEvents(
        steps(),
        reports(),
        saLid(),
        () -> group().mgid(),
        () -> ask(join(FULL_MEMBER)),
        () -> leave(FULL_MEMBER));
  }

  private TestGroup group() {
    return Objects.requireNonNull(group, "freeGroup comes first");
  }
}
