package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoFields.EXTENDED_SPEED;
import static org.ibassay.suite.c14.PortInfoFields.MOVING;
import static org.ibassay.suite.c14.PortInfoFields.MOVING_WITH_LINK;
import static org.ibassay.suite.c14.PortInfoFields.READ_WRITE;
import static org.ibassay.suite.c14.PortInfoFields.movingWith;
import static org.ibassay.suite.c14.PortInfoFields.otherValues;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.mad.MadStatus.OK;

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

/// # PortInfo of a CA or router, part 2: read-write components are stored, read-only ones kept
///
/// - Section: 24.1.5.4.2
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-024.2.1, v1c14-027, v1c14-028, v1c14-029, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.03,
///   v1c14-024.1.1#06.04, v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-024.2.1#02, v1c14-027#01,
///   v1c14-030#01, ia-c14-024-06-ca-02#01, ia-c14-024-06-ca-02#02, ia-c14-024-06-ca-02#03,
///   ia-c14-024-06-ca-02#04
///
/// A Set of PortInfo stores each read-write component as written, leaves each read-only component
/// unchanged, and changes nothing else.
///
/// ## Notes
///
/// - Only the head of the public page is known; it names the subject of the test and the
///   assertions. The procedure is this suite's own, and so is the assignment of assertions to
///   steps.
/// - All steps are run for AttributeModifier 0 and for the number of the port that receives the
///   SMPs, on every port that a tester port reaches.
/// - Each component is written with legal values such that each bit, within its limits, is 0 in one
///   and 1 in another. The walk starts with LID and leaves it at 0x4680, a valid base LID for every
///   LMC: a device may round down another. All SMPs are directed-route SMPs.
/// - Left out because the specification leaves the effect of a write open, or because another test
///   covers them: M_Key and M_KeyProtectBits (C14_015 to C14_017); PortState, PortPhysicalState,
///   ClientReregister and the violation counters (C14_024_06_CA_06); VLStallCount, HOQLife and the
///   enforcement bits, which a channel adapter does not use; LocalPhyErrors and OverrunErrors,
///   which may be rounded or take effect later; and OperationalVLs on a port that is Armed or
///   Active.
/// - LinkWidthEnabled and LinkSpeedEnabled take effect when the link trains the next time; this
///   test only reads them back. A device that retrains at once may change LinkWidthActive and
///   LinkSpeedActive as well. LinkSpeedExtEnabled is written with AttributeModifier bit 31 set,
///   without which it is ignored.
/// - A read-only component is written with all of its bits inverted. A volatile one (DiagCode,
///   MaxCreditHint, LinkRoundTripLatency) is written with a pattern and must not store it.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(PortInfo)).
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify that the status is 0.
///   [v1c14-024.1.1#06.02, v1c14-030#01]
/// - A2.1: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, except for values that must not
///   be written back; read PORT_INFO_DATA again.
/// - A3: For every read-write component and each of its values: SendMad(SubnSet(PortInfo)) with
///   PORT_INFO_DATA except for that component, PortState and PortPhysicalState at "no change".
/// - A4: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier, Status.Code == 0
///   and the component as written. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06]
/// - A5: SendMad(SubnGet(PortInfo)); PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify
///   Status.Code == 0, the component as written and all others unchanged; a counter may have
///   increased. [v1c14-024.1.1#06.02, v1c14-024.1.1#06.06, v1c14-024.2.1#02, v1c14-030#01]
/// - A6: After every Set: verify that PortInfo of the adjacent ports is unchanged.
///   [ia-c14-024-06-ca-02#01]
/// - A7: SendMad(SubnSet(PortInfo)) with a different value in all read-write components at once;
///   repeat A4 and A5 for all of them.
/// - A8: SendMad(SubnGet(PortInfo)) with the port's number if 0 was used before, and with 0 if the
///   number was: verify that all read-write components are as in PORT_INFO_DATA.
///   [ia-c14-024-06-ca-02#02]
/// - A9: If CapabilityMask.IsExtendedSpeedsSupported == 1, repeat A3 to A6 for LinkSpeedExtEnabled,
///   and A10 to A12 for LinkSpeedExtActive and LinkSpeedExtSupported, with AttributeModifier bit 31
///   set in all requests; then restore LinkSpeedExtEnabled.
/// - A9.1: Before LinkSpeedExtEnabled is restored: set its lowest supported speed, then
///   SendMad(SubnSet(PortInfo)) as read, with bit 31 of AttributeModifier clear and
///   LinkSpeedExtEnabled = 0. SubnGet(PortInfo) with bit 31 set; verify that LinkSpeedExtEnabled is
///   unchanged. [ia-c14-024-06-ca-02#04]
/// - A10: For every read-only component: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA except for
///   that component.
/// - A11: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier, Status.Code ==
///   0 and the component unchanged. [v1c13-024#01, v1c14-024.1.1#06.03, v1c14-027#01]
/// - A12: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0
///   and all components unchanged. [v1c14-024.1.1#06.03, v1c14-027#01, v1c14-030#01]
/// - A13: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read in step A2; ReceiveMad().
/// - A14: Verify that GUIDInfo, P_KeyTable, SLtoVLMappingTable and VLArbitrationTable of the port,
///   if readable, PortInfo of all other ports, and PortInfo of this port with AttributeModifier bit
///   31 set, if step A9 applies, are unchanged. [ia-c14-024-06-ca-02#03]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO)
public final class C14_024_06_CA_02 extends C14_024_06_CA {
  private static final Write READ_WRITE_STEPS = new Write("A3", "A4", "A5");
  private static final Write AT_ONCE = new Write("A7", "A4", "A5");
  private static final Write EXTENDED = new Write("A9", "A4", "A5");
  private static final Write READ_ONLY = new Write("A10", "A11", "A12");

  @Override
  public boolean execute() throws TestException {
    repeatForModifiers(this::procedure);
    return log().allPassed();
  }

  private void procedure(int modifier, int port) throws TestException {
    HeldAttribute data = portInfo(modifier);
    step("A1");
    sendMad(data.get());
    step("A2");
    needs(verifyStatusOk(data.keep(receiveMad())), "PortInfo was not read");
    Bystanders surroundings = surroundings(port, data.held());
    step("A2.1");
    settle(data);
    surroundings.watch(PORT_INFO, wholeModifier(modifier, data.held()));
    Bystanders neighbors = neighbors(port, data.held());
    FieldWrites writes = new FieldWrites(data, MOVING, neighbors, "A6");
    for (PortInfoField row : READ_WRITE) {
      if (row.roles().contains(END)) {
        FieldWrites own = new FieldWrites(data, movingWith(row.field()), neighbors, "A6");
        writeEach(own, READ_WRITE_STEPS, row, data);
      }
    }
    new FieldWrites(data, MOVING_WITH_LINK, neighbors, "A6")
        .verifyReadWrite(AT_ONCE, otherValues(END, data.held()));
    verifyOtherModifier(modifier == 0 ? port : 0, data.held());
    writeExtendedSpeed(modifier, data.held(), neighbors);
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (field.access() == Access.RO) {
        writes.verifyReadOnly(READ_ONLY, field);
      }
    }
    step("A13");
    sendMad(data.restore());
    receiveMad();
    surroundings.verifyUntouched("A14");
  }

  private void writeEach(FieldWrites writes, Write at, PortInfoField row, HeldAttribute data)
      throws TestException {
    if (!row.isSettable(END, data.held())) {
      step(at.answered());
      notApplicable(row.field().name() + ": " + row.why());
      return;
    }
    for (long value : row.values(data.held()).toArray()) {
      writes.verifyReadWrite(at, row.field(), value, OK);
    }
  }

  private void verifyOtherModifier(int modifier, MadPacketSpec expected) throws TestException {
    step("A8");
    sendMad(portInfo(modifier).get());
    MadPacketSpec read = receiveMad();
    if (verifyStatusOk(read)) {
      READ_WRITE.forEach(row -> verifyData(read, row.field(), expected.data(row.field())));
    }
  }

  /// A manager that does not know extended speeds has 0 in their components.
  private void verifyKeptWithoutBit31(int modifier, HeldAttribute extended) throws TestException {
    HeldAttribute data = portInfo(modifier);
    step("A9.1");
    sendMad(data.get());
    data.keep(receiveMadOk());
    sendMad(data.set().setData(PortInfo.LINK_SPEED_EXT_ENABLED, 0));
    receiveMad();
    sendMad(extended.get());
    long expected = extended.held().data(PortInfo.LINK_SPEED_EXT_ENABLED);
    verifyData(receiveMadOk(), PortInfo.LINK_SPEED_EXT_ENABLED, expected);
  }

  private void writeExtendedSpeed(int modifier, MadPacketSpec held, Bystanders neighbors)
      throws TestException {
    step("A9");
    if (!EXTENDED_SPEED.isSettable(END, held)) {
      notApplicable(EXTENDED_SPEED.why());
      step("A9.1");
      notApplicable(EXTENDED_SPEED.why());
      return;
    }
    HeldAttribute extended = portInfo(wholeModifier(modifier, held));
    sendMad(extended.get());
    extended.keep(receiveMad());
    FieldWrites writes = new FieldWrites(extended, MOVING_WITH_LINK, neighbors, "A6");
    writeEach(writes, EXTENDED, EXTENDED_SPEED, extended);
    writes.verifyReadWrite(
        EXTENDED,
        PortInfo.LINK_SPEED_EXT_ENABLED,
        Long.lowestOneBit(extended.held().data(PortInfo.LINK_SPEED_EXT_SUPPORTED)),
        OK);
    verifyKeptWithoutBit31(modifier, extended);
    writes.verifyReadOnly(READ_ONLY, PortInfo.LINK_SPEED_EXT_ACTIVE);
    writes.verifyReadOnly(READ_ONLY, PortInfo.LINK_SPEED_EXT_SUPPORTED);
    step("A9");
    sendMad(extended.restore());
    receiveMad();
  }
}
