package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoRole.BASE_PORT0;
import static org.ibassay.suite.c14.PortInfoRole.ENHANCED_PORT0;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LMC;
import static org.ibassay.wire.attribute.PortInfo.LOCAL_PORT_NUM;
import static org.ibassay.wire.attribute.PortInfo.M_KEY;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_PROTECT_BITS;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of a switch's port 0 stores read-write components, and keeps all others
///
/// - Section: 14.2.5.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r14-switch-port0#01, ia-r14-switch-port0#02, ia-r14-switch-port0#03,
///   ia-r14-switch-port0#04, ia-r14-switch-port0#05, ia-r14-switch-port0#06, ia-r14-switch-port0#07
///
/// Port 0 of a switch, base or enhanced, stores each read-write component that it has as written,
/// keeps each read-only component, and returns in the response to a Set what a Get returns. The LMC
/// of a base port 0 is always 0.
///
/// ## Notes
///
/// - This test is the suite's own. The public pages for switches cover external ports and enhanced
///   port 0.
/// - M_Key and M_KeyProtectBits are written only as 0: C14_015 to C14_017 cover them.
/// - Components that port 0 does not use are left out: width, speed, states and errors of a link,
///   VLStallCount, HOQLife, the enforcement bits; on a base port 0 also PortState, NeighborMTU,
///   OperationalVLs and VLHighLimit. No Set of another component may change them.
/// - The SMPs are directed-route SMPs, because LID changes.
/// - It is open what M_Key, LID and similar components read as on an external port.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)) with AttributeModifier 0, as in all steps.
/// - 2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [ia-r14-switch-port0#01]
/// - 3: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and PortPhysicalState at
///   "no change", and a LID or MasterSMLID of 0 replaced by a valid one.
/// - 4: Verify AttributeID, AttributeModifier and Status.Code == 0; otherwise all other steps are
///   inconclusive. [ia-r14-switch-port0#01]
/// - 5: PORT_INFO_DATA = SubnGet(PortInfo); verify M_Key == 0, M_KeyProtectBits == 0, that
///   LocalPortNum is that of the port that receives the SMPs and, if SwitchInfo:EnhancedPort0 == 0,
///   LMC == 0. [ia-r14-switch-port0#02]
/// - 6: SendMad(SubnSet(PortInfo)) with a different legal value in each of LID, MasterSMLID,
///   MasterSMSL, GidPrefix, M_KeyLeasePeriod and SubnetTimeOut, in InitTypeReply and
///   McastPkeyTrapSuppressionEnabled if CapabilityMask declares them, and, on an enhanced port 0,
///   in LMC, NeighborMTU, OperationalVLs and VLHighLimit if it has several legal values.
/// - 7: Verify AttributeID, AttributeModifier, Status.Code == 0 and the values.
///   [ia-r14-switch-port0#01]
/// - 8: SubnGet(PortInfo): verify the values, and that all other components are unchanged.
///   [ia-r14-switch-port0#01]
/// - 9: For each of these components and each of several legal values: SendMad(SubnSet(PortInfo))
///   with that value; repeat steps 7 and 8 for that component.
/// - 10: For M_KeyViolations, P_KeyViolations and Q_KeyViolations: SendMad(SubnSet(PortInfo)) with
///   0, which resets the counter.
/// - 11: Verify AttributeID, AttributeModifier, Status.Code == 0 and the counter == 0.
///   [ia-r14-switch-port0#03]
/// - 12: SubnGet(PortInfo): verify that the counter is 0 and all other components are as before.
///   [ia-r14-switch-port0#03]
/// - 13: If SwitchInfo:EnhancedPort0 == 0: SendMad(SubnSet(PortInfo)) with LMC = 1, then 7.
/// - 14: Whatever the response, verify that PortInfo is unchanged. [ia-r14-switch-port0#04]
/// - 15: If CapabilityMask.IsClientReregistrationSupported == 1: SendMad(SubnSet(PortInfo)) with
///   ClientReregister = 1.
/// - 16: Verify AttributeID, AttributeModifier and Status.Code == 0. [ia-r14-switch-port0#03]
/// - 17: SubnGet(PortInfo): verify ClientReregister == 0. [ia-r14-switch-port0#03]
/// - 18: For every read-only component: SendMad(SubnSet(PortInfo)) with all of its bits inverted.
/// - 19: Verify AttributeID, AttributeModifier, Status.Code == 0 and the component unchanged.
///   [ia-r14-switch-port0#05]
/// - 20: SubnGet(PortInfo): verify that all components are unchanged. [ia-r14-switch-port0#05]
/// - 21: Verify that PortInfo of all external ports is unchanged. [ia-r14-switch-port0#07]
/// - 22: SendMad(SubnSet(PortInfo)) as read in step 2, except for values that must not be written
///   back.
/// - 23: Verify Status.Code == 0.
/// - 24: SubnGet(PortInfo): verify that M_Key, M_KeyProtectBits, LMC, the components of step 6 and
///   the read-only ones are the same as in the response of step 23. [ia-r14-switch-port0#06]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class R14_SwitchPort0 extends C14_024_06_SW {
  private static final List<Field> COUNTERS =
      List.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  private static final List<Field> READ_ONLY =
      PortInfo.LAYOUT.fields().stream().filter(field -> field.access() == Access.RO).toList();

  @Override
  public boolean execute() throws TestException {
    part(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    PortInfoRole role = hasEnhancedPort0() ? ENHANCED_PORT0 : BASE_PORT0;
    HeldAttribute data = port0();
    read(data, role);
    Bystanders external = ownComponents(IntStream.rangeClosed(1, numPorts()));
    FieldWrites writes = new FieldWrites(data, MOVING, null, "");
    List<PortInfoField> rows =
        PortInfoFields.READ_WRITE.stream().filter(row -> row.roles().contains(role)).toList();
    writes.verifyReadWrite(new Write("6", "7", "8"), PortInfoFields.otherValues(role, data.held()));
    for (PortInfoField row : rows) {
      writeEach(writes, row, role, data);
    }
    for (Field counter : COUNTERS) {
      writes.verifyReadsAs(new Write("10", "11", "12"), counter, 0, 0);
    }
    writeMask(data, role);
    reregister(data);
    for (Field field : READ_ONLY) {
      writes.verifyReadOnly(new Write("18", "19", "20"), field);
    }
    external.verifyUntouched("21");
    restore(data, rows, role);
  }

  /// Steps 1 to 5.
  private void read(HeldAttribute data, PortInfoRole role) throws TestException {
    step("1");
    sendMad(data.get());
    step("2");
    MadPacketSpec first = data.keep(receiveMad());
    verifyEcho(first, data.get());
    needs(verifyStatusOk(first), "PortInfo was not read");
    MadPacketSpec control = data.set();
    step("3");
    sendMad(control);
    step("4");
    MadPacketSpec taken = receiveMad();
    verifyEcho(taken, control);
    needs(verifyStatusCode(taken, OK), "the control Set with legal values is rejected");
    step("5");
    sendMad(data.get());
    MadPacketSpec read = data.keep(receiveMadOk());
    verifyData(read, M_KEY, 0);
    verifyData(read, M_KEY_PROTECT_BITS, 0);
    verifyData(read, LOCAL_PORT_NUM, ingress());
    if (role == BASE_PORT0) {
      verifyData(read, LMC, 0);
    }
  }

  /// Step 9.
  private void writeEach(
      FieldWrites writes, PortInfoField row, PortInfoRole role, HeldAttribute data)
      throws TestException {
    if (!row.isSettable(role, data.held())) {
      step("7");
      notApplicable(row.field().name() + ": " + row.why());
      return;
    }
    for (long value : row.values(data.held()).toArray()) {
      writes.verifyReadWrite(new Write("9", "7", "8"), row.field(), value, OK);
    }
  }

  /// Steps 13 and 14.
  private void writeMask(HeldAttribute data, PortInfoRole role) throws TestException {
    if (role == ENHANCED_PORT0) {
      leaveOut("the DUT declares EnhancedPort0 = 1", "13", "14");
      return;
    }
    Bystanders port0 = ports(IntStream.of(0));
    for (long mask : new long[] {1, 7}) {
      step("13");
      sendMad(data.set().setData(LMC, mask));
      receiveMadIfAny();
      port0.verifyUntouched("14");
    }
  }

  /// Steps 15 to 17.
  private void reregister(HeldAttribute data) throws TestException {
    if (data.held().data(IS_CLIENT_REREGISTRATION_SUPPORTED) == 0) {
      leaveOut("the DUT declares IsClientReregistrationSupported = 0", "15", "17");
      return;
    }
    MadPacketSpec set = data.set().setData(CLIENT_REREGISTER, 1);
    step("15");
    sendMad(set);
    step("16");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusCode(answer, OK);
    step("17");
    sendMad(data.get());
    verifyData(receiveMadOk(), CLIENT_REREGISTER, 0);
  }

  /// Steps 22 to 24.
  private void restore(HeldAttribute data, List<PortInfoField> rows, PortInfoRole role)
      throws TestException {
    step("22");
    sendMad(data.restore());
    step("23");
    MadPacketSpec answer = receiveMadOk();
    step("24");
    sendMad(data.get());
    MadPacketSpec read = receiveMadOk();
    Stream<Field> written =
        rows.stream().filter(row -> row.isSettable(role, read)).map(PortInfoField::field);
    Stream.of(Stream.of(M_KEY, M_KEY_PROTECT_BITS, LMC), written, READ_ONLY.stream())
        .flatMap(fields -> fields)
        .distinct()
        .filter(field -> !MOVING.contains(field))
        .forEach(field -> verifyData(answer, field, read.number(field, 0)));
  }
}
