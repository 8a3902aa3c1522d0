package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.PortInfo.CLIENT_REREGISTER;
import static org.ibassay.wire.attribute.PortInfo.IS_CLIENT_REREGISTRATION_SUPPORTED;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.List;
import java.util.stream.IntStream;
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
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of an enhanced switch port 0, part 5: special values have their effect
///
/// - Section: 24.1.5.17.5
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: the DUT declares that its port 0 is an enhanced one
/// - Assertions: v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-030#01, ia-c14-024-06-sw-05#01
///
/// Some values of PortInfo do not stand for themselves: 0 leaves a state or a selection of an
/// enhanced port 0 unchanged, or clears a violation counter, and ClientReregister = 1 is a request
/// that is not stored.
///
/// ## Notes
///
/// - The procedure of the public page is not known: all steps are this suite's own.
/// - An enhanced port 0 has no link: the meaning of LinkWidthEnabled 255, LinkSpeedEnabled 15 and
///   PortState Down is open there. That 0 changes nothing holds under any reading.
/// - A counter that is already 0 proves nothing. This test does not make counters count: C14_016
///   does so for M_Key violations, and P_Key or Q_Key violations would need transport packets.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: ENHANCED_PORT_0 = SwitchInfo:EnhancedPort0.
/// - A2: If ENHANCED_PORT_0 == 0, this test does not apply.
/// - A3: SendMad(SubnGet(PortInfo)) with AttributeModifier 0.
/// - A4: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [v1c14-024.1.1#06.02]
/// - A5: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and PortPhysicalState at
///   "no change", and a LID or MasterSMLID of 0 replaced by a valid one.
/// - A6: Verify AttributeID, AttributeModifier and Status.Code == 0; otherwise all other steps are
///   inconclusive. [v1c13-024#01, v1c14-024.1.1#06.01]
/// - A7: PORT_INFO_DATA = SubnGet(PortInfo); verify PortState as in step A4. [v1c14-024.1.1#06.04]
/// - A8: For OperationalVLs, PortState, PortPhysicalState, LinkDownDefaultState, LinkWidthEnabled
///   and LinkSpeedEnabled: SendMad(SubnSet(PortInfo)) with 0, which stands for "no change".
/// - A9: Verify AttributeID, AttributeModifier, Status.Code == 0, and the previous value.
///   [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A10: SubnGet(PortInfo): verify that all components are unchanged. [v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.04, v1c14-030#01]
/// - A11: For M_KeyViolations, P_KeyViolations and Q_KeyViolations: SendMad(SubnSet(PortInfo)) with
///   0, which resets the counter.
/// - A12: Verify AttributeID, AttributeModifier, Status.Code == 0 and the counter == 0.
///   [v1c13-024#01, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A13: SubnGet(PortInfo): verify that the counter is 0 and all other components are as before.
///   [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A14: If CapabilityMask.IsClientReregistrationSupported == 1: SendMad(SubnSet(PortInfo)) with
///   ClientReregister = 1.
/// - A15: Verify AttributeID, AttributeModifier and Status.Code == 0. [v1c13-024#01,
///   v1c14-024.1.1#06.04]
/// - A16: SubnGet(PortInfo): verify ClientReregister == 0. [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A17: Verify that PortInfo of all external ports is unchanged. [ia-c14-024-06-sw-05#01]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class C14_024_06_SW_05 extends C14_024_06_SW {
  private static final List<Field> COUNTERS =
      List.of(PortInfo.M_KEY_VIOLATIONS, PortInfo.P_KEY_VIOLATIONS, PortInfo.Q_KEY_VIOLATIONS);

  /// Components for which 0 means "no change".
  static final List<Field> KEPT_BY_0 =
      List.of(
          PortInfo.OPERATIONAL_VLS,
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_SPEED_ENABLED);

  @Override
  public boolean execute() throws TestException {
    step("A2");
    if (hasEnhancedPort0()) {
      part(this::procedure);
    } else {
      leaveOutRest("only for an enhanced port 0; the DUT declares EnhancedPort0 = 0");
    }
    return log().allPassed();
  }

  private void procedure() throws TestException {
    HeldAttribute data = port0();
    step("A3");
    sendMad(data.get());
    step("A4");
    MadPacketSpec read = data.keep(receiveMad());
    verifyEcho(read, data.get());
    needs(verifyStatusOk(read), "PortInfo was not read");
    MadPacketSpec control = data.set();
    step("A5");
    sendMad(control);
    step("A6");
    MadPacketSpec taken = receiveMad();
    verifyEcho(taken, control);
    needs(verifyStatusCode(taken, OK), "the control Set with legal values is rejected");
    step("A7");
    sendMad(data.get());
    verifyData(data.keep(receiveMadOk()), PortInfo.PORT_STATE, read.data(PortInfo.PORT_STATE));
    Bystanders external = ownComponents(IntStream.rangeClosed(1, numPorts()));
    FieldWrites writes = new FieldWrites(data, MOVING, null, "");
    for (Field field : KEPT_BY_0) {
      writes.verifyReadsAs(new Write("A8", "A9", "A10"), field, 0, data.held().data(field));
    }
    for (Field counter : COUNTERS) {
      writes.verifyReadsAs(new Write("A11", "A12", "A13"), counter, 0, 0);
    }
    reregister(data);
    external.verifyUntouched("A17");
  }

  /// Steps A14 to A16.
  private void reregister(HeldAttribute data) throws TestException {
    if (data.held().data(IS_CLIENT_REREGISTRATION_SUPPORTED) == 0) {
      leaveOut("the DUT declares IsClientReregistrationSupported = 0", "A14", "A16");
      return;
    }
    MadPacketSpec set = data.set().setData(CLIENT_REREGISTER, 1);
    step("A14");
    sendMad(set);
    step("A15");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    verifyStatusCode(answer, OK);
    step("A16");
    sendMad(data.get());
    MadPacketSpec read = receiveMad();
    if (verifyStatusCode(read, OK)) {
      verifyData(read, CLIENT_REREGISTER, 0);
    }
  }
}
