package org.ibassay.suite.c15;

import static org.ibassay.suite.Parameter.SM_KEY;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.sa.PKeyTableRecord;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Trusted requesters receive the P_Keys of the ports
///
/// - Section: 15.2.5.11
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-p-key-records#01, ia-s15-p-key-records#02, ia-s15-p-key-records#03,
///   ia-s15-p-key-records#04, ia-s15-p-key-records#05, ia-s15-p-key-records#06
///
/// The tester reads the P_KeyTable of every port of the subnet by directed routes, and its records
/// from subnet administration with the SM_Key. There is one record for each block, with the
/// contents that the port itself reports. With another key there is none.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. S15_Records verifies
///   that requests without a key get no record.
/// - The SM_Key is the parameter of that name. If the DUT returns no record for it, another key may
///   be the right one, and the test is inconclusive.
/// - On a switch, the tables of port 0 and of external ports that have a link are read, up to
///   PartitionCap and PartitionEnforcementCap. PortNum is meaningless in the records of end ports.
/// - These records are optional. If the SA rejects them as an unsupported attribute or method, the
///   test does not apply.
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes, with the
///   P_KeyTables of its ports.
/// - A2: SubnAdmGet(P_KeyTableRecord) by LID of the tester's port and BlockNum 0, with the SM_Key;
///   if there is no response, or one with Status ERR_REQ_INVALID or ERR_REQ_DENIED, the remaining
///   steps are inconclusive.
/// - A3: For each block, SubnAdmGet(P_KeyTableRecord) by LID, BlockNum and, on a switch, PortNum,
///   with the SM_Key; verify the record. [ia-s15-p-key-records#01]
/// - A4: SubnAdmGetTable(P_KeyTableRecord) without components, with the SM_Key; verify that there
///   is one record for each key, as in step A3, and no other. [ia-s15-p-key-records#02]
/// - A5: SubnAdmGetTable(P_KeyTableRecord) by LID and by BlockNum alone, with values that a record
///   has, with the SM_Key; verify that there is each record with that value, once, and no other.
///   [ia-s15-p-key-records#04]
/// - A6: SubnAdmGet(P_KeyTableRecord) by each of these components alone, with a value that several
///   records have, with the SM_Key; verify Status ERR_TOO_MANY_RECORDS. [ia-s15-p-key-records#05]
/// - A7: SubnAdmGetTable and SubnAdmGet(P_KeyTableRecord) by each of these components alone, with
///   values that no record has, the next after the greatest among them, with the SM_Key; verify
///   that there are no records. [ia-s15-p-key-records#06]
/// - A8: Repeat steps A2 and A4 with an SM_Key that differs in the least or in the most significant
///   bit; verify that no record is returned. [ia-s15-p-key-records#03]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS,
    parameters = SM_KEY)
public final class S15_PKeyRecords extends C15_0_1_012 {
  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    FabricView nodes = readSubnet();
    if (nodes == null) {
      return;
    }
    FabricView subnet = nodes.withPKeys(mads());
    step("A2");
    sendMad(ownBlock().smKey(parameter(SM_KEY)));
    SaPacketSpec own = receiveMadIfAny();
    if (own != null && RecordChecks.isUnsupported(own)) {
      leaveOutRest("the SA does not have P_KeyTableRecord");
      return;
    }
    needs(
        own != null && !isOfUntrusted(own),
        "the DUT gives no P_KeyTableRecord with SM_KEY: if its SM_Key is another, give it with"
            + " --param SM_KEY=KEY");
    RecordComparison records =
        new RecordComparison(
            checks(), subnet, true, request -> ask(request.smKey(parameter(SM_KEY))));
    step("A3");
    records.verifyEach(RecordType.P_KEYS);
    step("A4");
    records.verifyAll(RecordType.P_KEYS);
    RecordQueries queries = RecordQueries.of(RecordType.P_KEYS, subnet);
    for (Component component : queries.components()) {
      at("component", component.bit(), () -> selectBy(component, queries));
    }
    step("A8");
    List<SaRequest> untrusted = new ArrayList<>();
    for (int bit : new int[] {0, Long.SIZE - 1}) {
      long other = parameter(SM_KEY) ^ 1L << bit;
      untrusted.add(ownBlock().smKey(other));
      untrusted.add(all().smKey(other));
    }
    // The DUT may drop them: on a real link all are outstanding at a time.
    repeat("request", 1, untrusted.size(), number -> verifyHidden(untrusted.get(number - 1)));
  }

  /// Steps A5 to A7.
  private void selectBy(Component component, RecordQueries queries) throws TestException {
    RecordChecks records = new RecordChecks(checks(), queries.subnet(), RecordType.P_KEYS);
    for (KnownRecord one : queries.distinct(component)) {
      List<KnownRecord> like = queries.like(one, component);
      step("A5");
      records.verifySelected(ask(one.select(trusted(SaMethod.GET_TABLE), component)), like);
      if (like.size() > 1) {
        step("A6");
        verifyStatus(ask(one.select(trusted(SaMethod.GET), component)), SaStatus.TOO_MANY_RECORDS);
      }
    }
    for (KnownRecord nobody : queries.foreign(queries.last(), component)) {
      step("A7");
      records.verifyNone(ask(nobody.select(trusted(SaMethod.GET_TABLE), component)));
      verifyStatus(ask(nobody.select(trusted(SaMethod.GET), component)), SaStatus.NO_RECORDS);
    }
  }

  private SaRequest trusted(int method) {
    return SaRequest.of(method, PKeyTableRecord.ATTRIBUTE).smKey(parameter(SM_KEY));
  }

  private static boolean isOfUntrusted(SaPacketSpec answer) {
    return answer.status() == SaStatus.inStatus(SaStatus.REQ_INVALID)
        || answer.status() == SaStatus.inStatus(SaStatus.REQ_DENIED);
  }

  private SaRequest ownBlock() {
    return subnAdmGet(PKeyTableRecord.ATTRIBUTE)
        .with(PKeyTableRecord.LID, tester().lid())
        .with(PKeyTableRecord.BLOCK_NUM, 0);
  }

  private static SaRequest all() {
    return SaRequest.of(SaMethod.GET_TABLE, PKeyTableRecord.ATTRIBUTE);
  }

  private void verifyHidden(SaRequest request) throws TestException {
    sendMadOnce(request);
    SaPacketSpec answer = receiveMadIfAny();
    verify(
        answer == null ? 0 : answer.frame(),
        answer == null || answer.status() != 0 || answer.hasNoRecords(),
        () -> "no P_KeyTableRecord with a wrong SM_Key",
        () -> String.valueOf(answer));
  }
}
