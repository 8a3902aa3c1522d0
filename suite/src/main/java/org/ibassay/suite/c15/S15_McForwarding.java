package org.ibassay.suite.c15;

import static org.ibassay.suite.TestException.Cause.DUT;
import static org.ibassay.suite.c15.TestGroup.FULL_MEMBER;
import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.MLID;

import java.time.Duration;
import java.util.function.Predicate;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.ProvokedSweep;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Switches forward the packets of a multicast group to its members
///
/// - Section: 15.2.5.17
/// - Coverage: none
/// - Topology: any of up to 64 nodes, with a switch between tester and DUT
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-mc-forwarding#01, ia-s15-mc-forwarding#02, ia-s15-mc-forwarding#03,
///   ia-s15-mc-forwarding#04, ia-s15-mc-forwarding#05, ia-s15-mc-forwarding#06
///
/// The tester's port and the DUT's port join a multicast group. Then the multicast forwarding
/// tables of the switches, which the tester reads by directed routes, lead from either port to the
/// other. The records of these tables have the same contents.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. The group is one of
///   those of S15_McGroup.
/// - The DUT's port joins by the tester's request: ProxyJoin. If the SA does not allow that, there
///   is nothing to forward.
/// - A switch forwards a packet to the ports of the MLID's entry, except for the one at which it
///   was received (18.2.4.3.3). No packet is sent: its path is derived from the tables.
/// - A manager may set the tables after it has answered the join: the test allows 10 seconds.
/// - Ports of the entries that lead to no member are not checked. What happens to the entries of a
///   deleted group is a reading (`sm-mft-after-group`).
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes. If no switch is
///   between tester and DUT, all later steps are left out.
/// - A2: SubnAdmGet(ClassPortInfo). If IsUDMulticastSupported is 0, all later steps are left out.
/// - A3: SubnAdmSet(MCMemberRecord) as in step A4 of S15_McGroup, with the first free MGID.
/// - A4: SubnAdmSet(MCMemberRecord) with MGID, PortGID of the DUT and JoinState FullMember. If it
///   is rejected, steps A5 to A10 and A12 are left out.
/// - A5: SubnGet(MulticastForwardingTable) of each switch until the entries of the MLID lead from
///   the tester's port to the DUT's and back, up to 10 seconds. Verify that they lead from the
///   tester's port to the DUT's. [ia-s15-mc-forwarding#01]
/// - A6: Verify that they lead from the DUT's port to the tester's. [ia-s15-mc-forwarding#02]
/// - A7: Verify that no node receives a packet twice. [ia-s15-mc-forwarding#03]
/// - A8: SubnAdmGet(MulticastForwardingTableRecord) by LID, Position and BlockNum of each block;
///   verify the record, as in S15_Records. [ia-s15-mc-forwarding#04]
/// - A9: SubnAdmGetTable(MulticastForwardingTableRecord) by each component alone, with a value that
///   a block with an entry has; verify that the response has each record with that value, once, and
///   no other. SubnAdmGet by LID, Position and BlockNum of such a block, one of which has a value
///   that no record has; verify Status ERR_NO_RECORDS. [ia-s15-mc-forwarding#05]
/// - A10: Send trap 144 with the present CapabilityMask of the tester's port to the DUT, so that it
///   sweeps the subnet, and wait until ActCount of its SMInfo has grown and, apart from its
///   responses, no longer grows for 1 s, up to 3 s; SubnGet(MulticastForwardingTable) as in step
///   A5. Verify that the entries still lead from each port to the other. [ia-s15-mc-forwarding#06]
/// - A11: SubnAdmDelete(MCMemberRecord) of the members.
/// - A12: SubnGet(MulticastForwardingTable) as in step A5 until no port has the MLID, up to 10
///   seconds; note the result.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.MULTICAST_GROUPS)
public final class S15_McForwarding extends C15_0_1_012 {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration SWEEP = Duration.ofSeconds(3);
  private static final long TRANSACTION = 0x5A50_0001L;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    if (ends().isSimpleLink() || dut().isSwitch()) {
      leaveOutRest("no switch between the tester and the DUT");
      return;
    }
    step("A2");
    SaPacketSpec info = ask(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    needs(info.status() == 0, "the SA did not return its ClassPortInfo");
    if (info.record().data(ClassPortInfo.IS_UD_MULTICAST_SUPPORTED) == 0) {
      leaveOutRest("IsUDMulticastSupported 0");
      return;
    }
    boolean arePromised =
        info.record().data(ClassPortInfo.IS_SUBNET_OPTIONAL_RECORDS_SUPPORTED) == 1;
    step("A3");
    TestGroup group = free();
    SaPacketSpec created = ask(group.whole(subnAdmSet(ATTRIBUTE), tester().gid(), FULL_MEMBER));
    needs(created.status() == 0, "the group was not created");
    long mlid = created.record().data(MLID);
    if (!MulticastEntries.fit(subnet, mlid)) {
      leave(group, tester().gid());
      leaveOutRest("MLID 0x%X is beyond MulticastFDBCap of a switch".formatted(mlid));
      return;
    }
    step("A4");
    SaPacketSpec joined = ask(group.member(subnAdmSet(ATTRIBUTE), dut().gid(), FULL_MEMBER));
    boolean isJoined = joined.status() == 0;
    if (isJoined) {
      verifyForwarded(subnet, mlid);
      verifyRecords(subnet, arePromised);
      verifyKept(subnet, mlid);
      step("A11");
      leave(group, dut().gid());
    } else {
      leaveOut("the SA rejects a join for another port", "A5", "A10");
      leaveOut("the SA rejects a join for another port", "A12", "A12");
    }
    step("A11");
    leave(group, tester().gid());
    if (isJoined) {
      step("A12");
      boolean isCleared = await(subnet, mlid, entries -> entries.count() == 0).count() == 0;
      reading(0, Reading.SM_MFT_AFTER_GROUP, isCleared ? "cleared" : "kept");
    }
  }

  private TestGroup free() throws TestException {
    for (TestGroup candidate : TestGroup.candidates(ends())) {
      SaPacketSpec found = ask(candidate.byMgid(subnAdmGet(ATTRIBUTE)));
      if (found.status() == SaStatus.inStatus(SaStatus.NO_RECORDS)) {
        return candidate;
      }
    }
    throw new TestException(DUT, "step A3: the multicast groups of the tester are in use");
  }

  private void verifyForwarded(FabricView subnet, long mlid) throws TestException {
    step("A5");
    MulticastEntries entries = await(subnet, mlid, this::isThereAndBack);
    MulticastEntries.Spread there = entries.from(tester());
    MulticastEntries.Spread back = entries.from(dut());
    verifyReached(entries, there, dut());
    step("A6");
    verifyReached(entries, back, tester());
    step("A7");
    verify(
        0,
        !there.isTwice() && !back.isTwice(),
        () -> "entries that deliver a packet to each node at most once",
        entries::toString);
  }

  private boolean isThereAndBack(MulticastEntries entries) {
    return entries.from(tester()).reached().contains(dut().guid())
        && entries.from(dut()).reached().contains(tester().guid());
  }

  private void verifyReached(
      MulticastEntries entries, MulticastEntries.Spread spread, DirectEndPort member) {
    verify(
        0,
        spread.reached().contains(member.guid()),
        () -> "entries that lead to the port with LID " + shown(member.lid()),
        entries::toString);
  }

  /// Reads the entries until they are as required, or the time is over.
  private MulticastEntries await(FabricView subnet, long mlid, Predicate<MulticastEntries> isWanted)
      throws TestException {
    takeTime();
    long end = now() + PATIENCE.toNanos();
    MulticastEntries entries = MulticastEntries.read(mads(), subnet, mlid);
    while (!isWanted.test(entries) && now() < end) {
      waitFor(PAUSE);
      entries = MulticastEntries.read(mads(), subnet, mlid);
    }
    return entries;
  }

  private void verifyRecords(FabricView before, boolean arePromised) throws TestException {
    step("A8");
    FabricView subnet = before.withBlocks(mads());
    RecordType type = RecordType.MULTICAST_TABLES;
    new RecordComparison(checks(), subnet, arePromised, this::ask).verifyEach(type);
    step("A9");
    RecordQueries queries = RecordQueries.of(type, subnet);
    if (queries.present().isEmpty()) {
      return;
    }
    KnownRecord one = queries.last();
    for (Component component : queries.components()) {
      SaPacketSpec table =
          ask(one.select(SaRequest.of(SaMethod.GET_TABLE, type.attribute()), component));
      if (RecordChecks.isUnsupported(table)) {
        return; // step A8 says whether it may
      }
      new RecordChecks(checks(), subnet, type).verifySelected(table, queries.like(one, component));
    }
    for (Component key : queries.keys()) {
      for (KnownRecord nobody : queries.foreign(one, key)) {
        SaRequest request = SaRequest.of(SaMethod.GET, type.attribute());
        verifyStatus(ask(nobody.select(request, type.rid())), SaStatus.NO_RECORDS);
      }
    }
  }

  private void verifyKept(FabricView subnet, long mlid) throws TestException {
    step("A10");
    ProvokedSweep.run(mads(), tester().portInfo(), TRANSACTION, SWEEP);
    MulticastEntries entries = await(subnet, mlid, this::isThereAndBack);
    verifyReached(entries, entries.from(tester()), dut());
    verifyReached(entries, entries.from(dut()), tester());
  }

  private void leave(TestGroup group, Gid port) throws TestException {
    ask(group.member(subnAdmDelete(ATTRIBUTE), port, FULL_MEMBER));
  }
}
