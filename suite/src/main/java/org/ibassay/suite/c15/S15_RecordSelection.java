package org.ibassay.suite.c15;

import java.util.List;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.SaAttribute.Component;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # Only components named in ComponentMask select records
///
/// - Section: 15.4.4
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-record-selection#01, ia-s15-record-selection#02,
///   ia-s15-record-selection#03, ia-s15-record-selection#04, ia-s15-record-selection#05,
///   ia-s15-record-selection#06, ia-s15-record-selection#07
///
/// Subnet administration returns the records that equal the request in every component that
/// ComponentMask names. A SubnAdmGet that matches several records or none is rejected.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. The tester reads
///   from the nodes themselves which records must exist, as in S15_Records, which also checks their
///   contents.
/// - The test covers NodeRecord, PortInfoRecord, SwitchInfoRecord, LinkRecord,
///   LinearForwardingTableRecord, SMInfoRecord, GUIDInfoRecord, SLtoVLMappingTableRecord,
///   VLArbitrationTableRecord and, while a group has an entry, MulticastForwardingTableRecord, if
///   the subnet has such records and the SA supports the type. Not requested are volatile
///   components, M_Key, SM_Key, McastPkeyTrapSuppressionEnabled, which is reserved in earlier
///   releases, the GUIDs of GUIDInfoRecord and, if the subnet has end ports, the port numbers in
///   the records of a switch's tables, which are meaningless for end ports.
/// - A component is requested with the values of the first and of the last record that the nodes
///   report, with one that several records have, and with values that no record has: one differs in
///   the least significant possible bit, one in the most significant; for text, within the first
///   letter. Of a LID, port or block number, the next value after the greatest is requested, too;
///   of text, one letter less and one more.
/// - Open, and noted as readings: whether a table without records has a status that says so or is
///   empty (`sa-empty-table`), bits of the ComponentMask without a component
///   (`sa-unassigned-component`), and a LID of a port that is not its base LID (`sa-lid-in-range`).
///
/// ## Procedure
///
/// - A1: Read the subnet by directed routes from the tester's port, up to 64 nodes.
/// - A2: Repeat steps A3 to A11 for each record type.
/// - A3: SubnAdmGetTable by each component alone, with a value that a record has; verify that the
///   response has each record with that value, once, and no other. [ia-s15-record-selection#01]
/// - A4: SubnAdmGetTable by each component alone, with a value that no record has; verify that
///   there are no records. [ia-s15-record-selection#02]
/// - A5: SubnAdmGet by each component alone, with a value that several records have; verify Status
///   ERR_TOO_MANY_RECORDS. [ia-s15-record-selection#03]
/// - A6: SubnAdmGet by each component alone, with a value that no record has; verify Status
///   ERR_NO_RECORDS. [ia-s15-record-selection#04]
/// - A7: SubnAdmGet by the key components and each other one, as a record has them; verify that it
///   is that record. [ia-s15-record-selection#05]
/// - A8: SubnAdmGet by the key components of a record and each other one, one of which has a value
///   that no record has: a key component or the other one; verify Status ERR_NO_RECORDS.
///   [ia-s15-record-selection#06]
/// - A9: SubnAdmGet by the key components of a record, with all bits set in all other components
///   and reserved bits; verify that it is that record. [ia-s15-record-selection#07]
/// - A10: Repeat step A9 with bit 63 of the ComponentMask, which has no component; note whether it
///   is ignored.
/// - A11: If a port has several LIDs, SubnAdmGet by the key components of a record with the last
///   LID in place of the base LID; note whether it is found.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RecordSelection extends C15_0_1_012 {
  private static final long UNASSIGNED = 1L << 63;

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
    FabricView subnet = nodes.withBlocks(mads());
    step("A2");
    for (RecordType type : RecordType.values()) {
      RecordQueries queries = RecordQueries.of(type, subnet);
      if (!queries.present().isEmpty()) {
        at("attribute", type.attribute().id(), () -> select(queries));
      }
    }
  }

  private void select(RecordQueries queries) throws TestException {
    RecordType type = queries.type();
    RecordChecks records = new RecordChecks(checks(), queries.subnet(), type);
    KnownRecord last = queries.last();
    step("A2");
    sendMad(last.select(get(queries), type.rid()));
    if (RecordChecks.isUnsupported(receiveMad())) {
      return; // S15_Records says whether it may
    }
    for (Component component : queries.components()) {
      at("component", component.bit(), () -> selectBy(component, queries, records));
    }
    for (Component component : queries.others()) {
      at("component", component.bit(), () -> selectByKeyAnd(component, queries, records));
    }
    selectByWrongKey(queries);
    step("A9");
    sendMad(last.select(get(queries).filled(), type.rid()));
    records.verifyKey(receiveMad(), last);
    step("A10");
    noteUnassigned(queries);
    step("A11");
    noteOtherLid(queries);
  }

  private void selectBy(Component component, RecordQueries queries, RecordChecks records)
      throws TestException {
    for (KnownRecord one : queries.distinct(component)) {
      List<KnownRecord> like = queries.like(one, component);
      step("A3");
      sendMad(one.select(getTable(queries), component));
      records.verifySelected(receiveMad(), like);
      if (like.stream().filter(other -> !other.isOptional()).count() > 1) {
        step("A5");
        sendMad(one.select(get(queries), component));
        verifyStatus(receiveMad(), SaStatus.TOO_MANY_RECORDS);
      }
    }
    for (KnownRecord nobody : queries.foreign(queries.last(), component)) {
      step("A4");
      sendMad(nobody.select(getTable(queries), component));
      records.verifyNone(receiveMad());
      step("A6");
      sendMad(nobody.select(get(queries), component));
      verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
    }
  }

  private void selectByKeyAnd(Component component, RecordQueries queries, RecordChecks records)
      throws TestException {
    KnownRecord last = queries.last();
    step("A7");
    sendMad(last.select(last.select(get(queries), queries.type().rid()), component));
    records.verifyKey(receiveMad(), last);
    for (KnownRecord nobody : queries.foreign(last, component)) {
      verifyNoSuch(nobody.select(last.select(get(queries), queries.type().rid()), component));
    }
    for (KnownRecord nobody : queries.foreign(last, queries.firstKey())) {
      verifyNoSuch(last.select(nobody.select(get(queries), queries.type().rid()), component));
    }
  }

  private void selectByWrongKey(RecordQueries queries) throws TestException {
    for (Component key : queries.keys()) {
      for (KnownRecord nobody : queries.foreign(queries.last(), key)) {
        verifyNoSuch(nobody.select(get(queries), queries.type().rid()));
      }
    }
  }

  private void verifyNoSuch(SaRequest request) throws TestException {
    step("A8");
    sendMad(request);
    verifyStatus(receiveMad(), SaStatus.NO_RECORDS);
  }

  private void noteUnassigned(RecordQueries queries) throws TestException {
    KnownRecord last = queries.last();
    SaRequest request = last.select(get(queries), queries.type().rid());
    sendMad(request.componentMask(request.componentMask() | UNASSIGNED));
    SaPacketSpec answer = receiveMad();
    reading(
        answer.frame(),
        Reading.SA_UNASSIGNED_COMPONENT,
        answer.status() == 0 ? "ignored" : "refused");
  }

  private void noteOtherLid(RecordQueries queries) throws TestException {
    KnownRecord last = queries.last();
    List<Field> lids = queries.type().lids();
    KnownRecord other = last.copy();
    for (Field lid : lids) {
      other.with(lid, queries.subnet().lastLid(last.data(lid)));
    }
    if (lids.stream().anyMatch(lid -> other.data(lid) != last.data(lid))) {
      sendMad(other.select(get(queries), queries.type().rid()));
      SaPacketSpec answer = receiveMad();
      reading(answer.frame(), Reading.SA_LID_IN_RANGE, answer.status() == 0 ? "record" : "none");
    }
  }

  private SaRequest get(RecordQueries queries) {
    return subnAdmGet(queries.type().attribute());
  }

  private SaRequest getTable(RecordQueries queries) {
    return subnAdmGetTable(queries.type().attribute());
  }
}
