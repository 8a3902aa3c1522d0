package org.ibassay.suite.c15;

import static org.ibassay.suite.Shown.counted;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.InformInfo;

/// # Tables of every length are complete
///
/// - Section: 13.6
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-table-lengths#01, ia-s15-table-lengths#02, ia-s15-table-lengths#03
///
/// The tester makes a table grow record by record, from none to 26: its subscriptions. Each table
/// has every record once, whether its end is within a segment, or that of a segment.
///
/// ## Notes
///
/// - This test is the suite's own. A record takes 64 bytes, and a segment has 200: with 25 records,
///   the last one of 8 segments is full.
/// - The subscriptions are to traps that no manager issues: TrapNumber 0x7000 and following.
/// - Where the stack below the tester does not deliver all records, the test ends there.
///
/// ## Procedure
///
/// - A1: SubnAdmGetTable(InformInfoRecord) by the tester's SubscriberGID. If that is not supported,
///   the test does not apply. Verify that there are no records. [ia-s15-table-lengths#01]
/// - A2: Repeat steps A3 and A4 for 26 subscriptions.
/// - A3: SubnAdmSet(InformInfo): one more subscription; verify Status 0. [ia-s15-table-lengths#02]
/// - A4: SubnAdmGetTable(InformInfoRecord) as in step A1; verify that it has each subscription
///   once, and no other record. [ia-s15-table-lengths#03]
/// - A5: SubnAdmSet(InformInfo) with Subscribe 0 of each; SubnAdmGetTable as in step A1, after
///   each; verify that the others are left. [ia-s15-table-lengths#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.CHANGES,
    changes = Change.SUBSCRIPTIONS)
public final class S15_TableLengths extends C15_0_1_012 {
  private static final int MOST = 26;
  private static final int FIRST_TRAP = 0x7000;

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    SaPacketSpec before = ask(TestSubscription.all(tester().gid()));
    if (RecordChecks.isUnsupported(before)) {
      leaveOutRest("InformInfoRecord is not supported");
      return;
    }
    verifyNoRecords(before);
    needs(before.hasNoRecords(), "the tester's port has subscribed already");
    List<TestSubscription> present = new ArrayList<>();
    part(() -> grow(present));
    while (!present.isEmpty()) {
      step("A5");
      ask(present.removeLast().end());
      verifyTable(present);
    }
  }

  private void grow(List<TestSubscription> present) throws TestException {
    boolean isWhole = true;
    for (int count = 1; count <= MOST && isWhole; count++) {
      TestSubscription next =
          TestSubscription.of(FIRST_TRAP + count).with(InformInfo.TYPE, TestSubscription.ALL);
      step("A3");
      SaPacketSpec answer = ask(next.begin());
      present.add(next);
      verifyStatusOk(answer);
      step("A4");
      isWhole = verifyTable(present);
    }
  }

  /// @return whether the stack below the tester delivers all records
  private boolean verifyTable(List<TestSubscription> expected) throws TestException {
    SaPacketSpec table = ask(TestSubscription.all(tester().gid()));
    if (table.status() == 0 && table.isCut()) {
      inconclusive("the stack below the tester did not deliver all records");
      return false;
    }
    int count = table.status() == 0 ? table.records().size() : 0;
    long right = expected.stream().filter(one -> one.countIn(table) == 1).count();
    verify(
        table,
        count == expected.size() && right == count,
        () -> counted(expected.size(), "subscription") + ", each once",
        () ->
            "Status %s, %s, %d of them once"
                .formatted(table.statusText(), counted(count, "record"), right));
    return true;
  }
}
