package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoFields.EXTENDED_SPEED;
import static org.ibassay.suite.c14.PortInfoFields.MOVING;
import static org.ibassay.suite.c14.PortInfoFields.MOVING_WITH_LINK;
import static org.ibassay.suite.c14.PortInfoRole.END;
import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_EXT_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_SPEED_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_ENABLED;
import static org.ibassay.wire.attribute.PortInfo.LINK_WIDTH_SUPPORTED;
import static org.ibassay.wire.attribute.PortInfo.M_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.PORT_PHYSICAL_STATE;
import static org.ibassay.wire.attribute.PortInfo.PORT_STATE;
import static org.ibassay.wire.attribute.PortInfo.P_KEY_VIOLATIONS;
import static org.ibassay.wire.attribute.PortInfo.Q_KEY_VIOLATIONS;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import org.ibassay.suite.c14.OwnLink.Down;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// # PortInfo of a CA or router, part 6: special values have their effect
///
/// - Section: 24.1.5.4.6
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-028, v1c14-029, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-024.1.1#06.05, v1c14-024.1.1#06.06, v1c14-030#01, ia-c14-024-06-ca-06#01
///
/// Some legal values of PortInfo's read-write components are not stored as written: 0 leaves a
/// component unchanged, 255 or 15 enables everything that is supported, a counter can only be set
/// to 0, and ClientReregister is a request that is not stored.
///
/// ## Notes
///
/// - Only the head of the public page is known; it names the subject of the test and the
///   assertions. The procedure is this suite's own, and so is the assignment of assertions to
///   steps.
/// - All steps are run for AttributeModifier 0 and for the number of the port that receives the
///   SMPs, on every port that a tester port reaches.
/// - Before a value that means "no change" or "everything supported", a different legal value is
///   written if there is one, to show which of them is stored. LinkWidthActive and LinkSpeedActive
///   may follow on a device that retrains its link at once. OperationalVLs is left out on a port
///   that is Armed or Active.
/// - Values that take the link down are tested only on a simulated link in Initialize: on a real
///   link the tester could permanently lose its path to the DUT, and a port that a manager has
///   brought up is in use. PortPhysicalState Disabled is not tested: only the port itself receives
///   Sets for it, and nothing restores it in-band. Nor is LinkDownDefaultState, because the
///   tester's end polls, which wakes a sleeping port.
/// - A counter that is already 0 proves nothing; one that does not read 0 after the first Set,
///   because a violation may have occurred in between, is set once more. ClientReregister may read
///   1 for up to a second.
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
/// - A3: For LinkWidthEnabled, LinkSpeedEnabled, LinkDownDefaultState and OperationalVLs:
///   SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA except for a different legal value of the
///   component.
/// - A4: For these components, PortState and PortPhysicalState: SendMad(SubnSet(PortInfo)) with 0
///   in the component.
/// - A5: For LinkWidthEnabled and LinkSpeedEnabled: SendMad(SubnSet(PortInfo)) as in step A3, and
///   then with 255 or 15.
/// - A6: If CapabilityMask.IsExtendedSpeedsSupported == 1, SendMad(SubnSet(PortInfo)) with
///   AttributeModifier bit 31 and LinkSpeedExtEnabled the lowest value of LinkSpeedExtSupported, 0,
///   and 31.
/// - A7: ReceiveMad(SubnGetResp(PortInfo)) after steps A3 to A6; verify AttributeID,
///   AttributeModifier, Status.Code == 0 and the component: unchanged after 0; equal to
///   LinkWidthSupported, LinkSpeedSupported or LinkSpeedExtSupported after 255, 15 or 31; otherwise
///   as written. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-024.1.1#06.05,
///   v1c14-024.1.1#06.06]
/// - A8: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0,
///   the component as in step A7 and all others unchanged. [v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.04, v1c14-024.1.1#06.06, v1c14-030#01]
/// - A9: Verify that PortInfo of the adjacent ports is unchanged. [ia-c14-024-06-ca-06#01]
/// - A10: For M_KeyViolations, P_KeyViolations and Q_KeyViolations: SendMad(SubnSet(PortInfo)) with
///   the counter 0; ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A11: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0,
///   that the counter is 0, all other components are unchanged, and the other counters have not
///   decreased. [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A12: If CapabilityMask.IsClientReregistrationSupported == 1, SendMad(SubnSet(PortInfo)) with
///   ClientReregister 1; ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A13: SendMad(SubnGet(PortInfo)); ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0,
///   ClientReregister 0 and all other components unchanged. [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A15: If PortState == Initialize: SendMad(SubnSet(PortInfo)) with PortState = Armed.
/// - A16: ReceiveMad(SubnGetResp(PortInfo)); verify Status.Code == 0 and PortState == Armed; then
///   repeat step A9. [v1c13-024#01, v1c14-024.1.1#06.04]
/// - A17: SendMad(SubnSet(PortInfo)) with PortState = Down; after another step A15, with
///   PortPhysicalState = Polling; and after another, with PortPhysicalState = Sleep.
/// - A18: ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier and Status.Code
///   == 0. [v1c13-024#01, v1c14-024.1.1#06.01]
/// - A19: After the link has retrained, within 1 s: SendMad(SubnGet(PortInfo));
///   ReceiveMad(SubnGetResp(PortInfo)); verify PortState == Initialize; then repeat step A9.
///   [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A14: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read in step A2; ReceiveMad().
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.DISRUPTS,
    changes = Change.PORT_INFO)
public final class C14_024_06_CA_06 extends C14_024_06_CA {
  private static final Write OTHER = new Write("A3", "A7", "A8");
  private static final Write ZERO = new Write("A4", "A7", "A8");
  private static final Write ALL = new Write("A5", "A7", "A8");
  private static final Write EXTENDED = new Write("A6", "A7", "A8");

  private static final List<Field> ZERO_IS_NO_CHANGE =
      List.of(
          LINK_WIDTH_ENABLED,
          LINK_SPEED_ENABLED,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          PortInfo.OPERATIONAL_VLS);

  private static final List<Field> COUNTERS =
      List.of(M_KEY_VIOLATIONS, P_KEY_VIOLATIONS, Q_KEY_VIOLATIONS);

  /// PortState Down, PortPhysicalState Polling and Sleep.
  private static final List<Map.Entry<Field, Long>> DOWN =
      List.of(
          Map.entry(PORT_STATE, (long) PortState.DOWN),
          Map.entry(PORT_PHYSICAL_STATE, 2L),
          Map.entry(PORT_PHYSICAL_STATE, 1L));

  private static final Duration HANDLED = Duration.ofSeconds(1);

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
    step("A2.1");
    settle(data);
    Bystanders neighbors = neighbors(port, data.held());
    FieldWrites writes = new FieldWrites(data, MOVING_WITH_LINK, neighbors, "A9");
    for (Field field : ZERO_IS_NO_CHANGE) {
      PortInfoField row = PortInfoFields.row(field);
      if (row.isSettable(END, data.held())) {
        writeOther(writes, OTHER, row, data);
        writes.verifyReadsAs(ZERO, field, 0, data.held().data(field));
      }
    }
    for (Field field : List.of(PORT_STATE, PORT_PHYSICAL_STATE)) {
      writes.verifyReadsAs(ZERO, field, 0, data.held().data(field));
    }
    writeAll(writes, LINK_WIDTH_ENABLED, 255, LINK_WIDTH_SUPPORTED, data);
    writeAll(writes, LINK_SPEED_ENABLED, 15, LINK_SPEED_SUPPORTED, data);
    writeExtended(modifier, neighbors, data);
    for (Field counter : COUNTERS) {
      at(counter.name(), 0, () -> verifyCounter(data, counter));
    }
    verifyReregister(data);
    if (!port().isSimulated()) {
      leaveOut("a real link, which might stay down", "A15", "A19");
    } else if (data.held().data(PORT_STATE) != PortState.INITIALIZE) {
      leaveOut("PortState is past Initialize: the link may be in use", "A15", "A19");
    } else {
      takeDown(data, neighbors);
    }
    step("A14");
    sendMad(data.restore());
    receiveMad();
  }

  /// Steps A15 to A19.
  private void takeDown(HeldAttribute data, Bystanders neighbors) throws TestException {
    OwnLink link = new OwnLink(data, mads());
    for (Map.Entry<Field, Long> down : DOWN) {
      link.arm("A15", "A16");
      at(PORT_STATE.name(), PortState.ARMED, () -> neighbors.verifyUntouched("A9"));
      link.verifyDown(new Down("A17", "A18", "A19"), down.getKey(), down.getValue());
      at(down.getKey().name(), down.getValue(), () -> neighbors.verifyUntouched("A9"));
    }
  }

  private static void writeOther(
      FieldWrites writes, Write at, PortInfoField row, HeldAttribute data) throws TestException {
    long present = data.held().data(row.field());
    long[] others = row.values(data.held()).filter(value -> value != present).limit(1).toArray();
    for (long other : others) {
      writes.verifyReadWrite(at, row.field(), other, OK);
    }
  }

  private static void writeAll(
      FieldWrites writes, Field field, long value, Field supported, HeldAttribute data)
      throws TestException {
    writeOther(writes, ALL, PortInfoFields.row(field), data);
    writes.verifyReadsAs(ALL, field, value, data.held().data(supported));
  }

  private void writeExtended(int modifier, Bystanders neighbors, HeldAttribute data)
      throws TestException {
    step("A6");
    if (!EXTENDED_SPEED.isSettable(END, data.held())) {
      return;
    }
    HeldAttribute extended = portInfo(wholeModifier(modifier, data.held()));
    sendMad(extended.get());
    extended.keep(receiveMadOk());
    FieldWrites writes = new FieldWrites(extended, MOVING_WITH_LINK, neighbors, "A9");
    writeOther(writes, EXTENDED, EXTENDED_SPEED, extended);
    long present = extended.held().data(LINK_SPEED_EXT_ENABLED);
    writes.verifyReadsAs(EXTENDED, LINK_SPEED_EXT_ENABLED, 0, present);
    long supported = extended.held().data(LINK_SPEED_EXT_SUPPORTED);
    writes.verifyReadsAs(EXTENDED, LINK_SPEED_EXT_ENABLED, 31, supported);
    step("A6");
    sendMad(extended.restore());
    receiveMad();
  }

  /// Steps A10 and A11.
  private void verifyCounter(HeldAttribute data, Field counter) throws TestException {
    step("A10");
    verifyTaken(data.set().setData(counter, 0));
    MadPacketSpec read = read(data, "A11");
    if (read.data(counter) != 0) {
      step("A10");
      verifyTaken(data.set().setData(counter, 0));
      read = read(data, "A11");
    }
    verifyData(read, counter, 0);
    verifyOthers(read, data, counter);
  }

  /// Steps A12 and A13.
  private void verifyReregister(HeldAttribute data) throws TestException {
    step("A12");
    if (data.held().data(IS_CLIENT_REREGISTRATION_SUPPORTED) == 0) {
      leaveOut("the DUT declares IsClientReregistrationSupported = 0", "A12", "A13");
      return;
    }
    verifyTaken(data.set().setData(CLIENT_REREGISTER, 1));
    MadPacketSpec read = read(data, "A13");
    if (read.data(CLIENT_REREGISTER) == 1) {
      waitFor(HANDLED);
      read = read(data, "A13");
    }
    verifyData(read, CLIENT_REREGISTER, 0);
    verifyOthers(read, data, CLIENT_REREGISTER);
  }

  private void verifyTaken(MadPacketSpec set) throws TestException {
    sendMad(set);
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusCode(answer, OK);
  }

  private MadPacketSpec read(HeldAttribute data, String step) throws TestException {
    step(step);
    sendMad(data.get());
    MadPacketSpec read = receiveMad();
    needs(verifyStatusCode(read, OK), "PortInfo was not read");
    return read;
  }

  private void verifyOthers(MadPacketSpec read, HeldAttribute data, Field written) {
    for (Field field : PortInfo.LAYOUT.fields()) {
      if (!field.equals(written)) {
        MOVING.verifyKept(mads().checks(), read, data.held(), field);
      }
    }
    data.keep(read);
  }
}
