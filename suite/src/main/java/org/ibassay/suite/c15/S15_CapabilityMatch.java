package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PortInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.PortInfoRecord.ENDPORT_LID;
import static org.ibassay.wire.sa.PortInfoRecord.PORT_NUM;

import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.PortInfoRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// # PortInfoRecords are selected by single capabilities
///
/// - Section: 15.2.5.3
/// - Coverage: none
/// - Topology: any of up to 64 nodes
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-capability-match#01, ia-s15-capability-match#02,
///   ia-s15-capability-match#03, ia-s15-capability-match#04
///
/// If bit 31 of AttributeModifier is 1, CapabilityMask selects the PortInfoRecords in which all
/// bits that are 1 in the request are 1. Otherwise it selects those in which it is equal.
///
/// ## Notes
///
/// - This test is the suite's own. The subnet does not change during the test. The tester reads
///   from the ports themselves which capabilities they have.
/// - ClassPortInfo declares whether the DUT supports this: IsPortInfoCapabilityMaskMatchSupported.
///   If it is 0, the test does not apply.
/// - The records of ports that are Down are optional here: their CapabilityMask is meaningless.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo). Read the subnet by directed routes from the tester's port, up
///   to 64 nodes.
/// - A2: SubnAdmGetTable(PortInfoRecord) with AttributeModifier 0x80000000 by CapabilityMask with
///   one bit, in turn each of the 32; verify that it has the record of each port with that
///   capability, once, and no other. [ia-s15-capability-match#01]
/// - A3: As step A2, with the whole CapabilityMask of the tester's and of the DUT's port; verify
///   that it has the record of each port with all of these capabilities, once, and no other.
///   [ia-s15-capability-match#01]
/// - A4: As step A2, with AttributeModifier 0, and bits that some ports have beside others; verify
///   that there are no records. [ia-s15-capability-match#02]
/// - A5: SubnAdmGet(PortInfoRecord) with AttributeModifier 0x80000000 by EndportLID and PortNum of
///   the tester's and of the DUT's port, and by CapabilityMask, in turn with one bit that the port
///   has; verify that it is that record. [ia-s15-capability-match#03]
/// - A6: As step A5, with one bit that the port does not have; verify Status ERR_NO_RECORDS.
///   [ia-s15-capability-match#03]
/// - A7: As step A5, without CapabilityMask as a component, but with all of its bits 1; verify that
///   it is that record. [ia-s15-capability-match#04]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_CapabilityMatch extends C15_0_1_012 {
  private static final long MATCH_BITS = 1L << 31;
  private static final Field CAPABILITY_MASK =
      PortInfoRecord.PORT_INFO.of(PortInfo.CAPABILITY_MASK);
  private static final List<Long> BITS =
      IntStream.range(0, Integer.SIZE).mapToObj(bit -> 1L << bit).toList();

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    SaPacketSpec info = ask(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    verifyStatusOk(info);
    if (info.record().data(ClassPortInfo.IS_PORT_INFO_CAPABILITY_MASK_MATCH_SUPPORTED) == 0) {
      leaveOutRest("IsPortInfoCapabilityMaskMatchSupported 0");
      return;
    }
    FabricView subnet = readSubnet();
    if (subnet == null) {
      return;
    }
    List<KnownRecord> ports = RecordType.PORTS.in(subnet);
    RecordChecks records = new RecordChecks(checks(), subnet, RecordType.PORTS);
    for (long bit : BITS) {
      verifyTable("A2", bit, MATCH_BITS, like(ports, mask -> (mask & bit) != 0), records);
    }
    for (KnownRecord end : ends(ports)) {
      long all = end.data(CAPABILITY_MASK);
      verifyTable("A3", all, MATCH_BITS, like(ports, mask -> (mask & all) == all), records);
    }
    for (long bit : BITS) {
      if (ports.stream().anyMatch(port -> (port.data(CAPABILITY_MASK) & bit) != 0)) {
        verifyTable("A4", bit, 0, like(ports, mask -> mask == bit), records);
      }
    }
    for (KnownRecord end : ends(ports)) {
      at("lid", end.data(ENDPORT_LID), () -> verifyOne(end, records));
    }
  }

  /// Returns the records of the ports with some capabilities; those of ports whose capabilities are
  /// meaningless may be missing.
  private static List<KnownRecord> like(List<KnownRecord> ports, LongPredicate isLike) {
    return ports.stream()
        .filter(port -> isMeaningless(port) || isLike.test(port.data(CAPABILITY_MASK)))
        .map(port -> port.optional(isMeaningless(port)))
        .toList();
  }

  private static boolean isMeaningless(KnownRecord port) {
    return port.moving().contains(CAPABILITY_MASK);
  }

  /// Returns the records of the two ports.
  private List<KnownRecord> ends(List<KnownRecord> ports) {
    return LongStream.of(tester().lid(), dut().lid())
        .mapToObj(lid -> ports.stream().filter(port -> port.data(ENDPORT_LID) == lid).findFirst())
        .flatMap(port -> port.stream())
        .toList();
  }

  private void verifyTable(
      String step, long mask, long modifier, List<KnownRecord> expected, RecordChecks records)
      throws TestException {
    step(step);
    SaPacketSpec table =
        ask(subnAdmGetTable(ATTRIBUTE).with(CAPABILITY_MASK, mask).attributeModifier(modifier));
    at("CapabilityMask", mask, () -> records.verifySelected(table, expected));
  }

  /// Steps A5 to A7.
  private void verifyOne(KnownRecord end, RecordChecks records) throws TestException {
    for (long bit : BITS) {
      boolean has = (end.data(CAPABILITY_MASK) & bit) != 0;
      step(has ? "A5" : "A6");
      SaPacketSpec answer = ask(byKey(end).with(CAPABILITY_MASK, bit));
      if (has) {
        records.verifyKey(answer, end);
      } else {
        verifyStatus(answer, SaStatus.NO_RECORDS);
      }
    }
    step("A7");
    records.verifyKey(ask(byKey(end).carrying(CAPABILITY_MASK, CAPABILITY_MASK.max())), end);
  }

  private SaRequest byKey(KnownRecord end) {
    return subnAdmGet(ATTRIBUTE)
        .with(ENDPORT_LID, end.data(ENDPORT_LID))
        .with(PORT_NUM, end.data(PORT_NUM))
        .attributeModifier(MATCH_BITS);
  }
}
