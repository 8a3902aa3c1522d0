package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoRole.ENHANCED_PORT0;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.IllegalValues;
import org.ibassay.suite.IllegalValues.Control;
import org.ibassay.suite.IllegalValues.Refusal;
import org.ibassay.suite.IllegalValues.Watch;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of an enhanced switch port 0, part 6: illegal values are rejected
///
/// - Section: 24.1.5.17.6
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: the DUT declares that its port 0 is an enhanced one
/// - Assertions: v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-030#01, ia-c14-024-06-sw-06#01, ia-c14-024-06-sw-06#02
///
/// A Set of PortInfo for an enhanced port 0 with one illegal value in a read-write component is
/// rejected with code 7 (invalid field value) and changes nothing, on port 0 or any other port.
///
/// ## Notes
///
/// - The procedure of the public page is not known. All steps are this suite's own; they follow
///   C14_024_06_CA_03, with its values for the components that an enhanced port 0 has. It has no
///   link, so LinkWidthEnabled, LinkSpeedEnabled, PortPhysicalState and LinkDownDefaultState are
///   not used.
/// - Code 7 proves something only if the illegal value is the only reason for it: steps A5 to A8
///   are the control, as in C14_024_06_CA_03.
/// - Cases that the specification leaves to the DUT are not tested: writing PortState as it is, and
///   Active to Armed.
///
/// ## Procedure
///
/// - A1: ENHANCED_PORT_0 = SwitchInfo:EnhancedPort0.
/// - A2: If ENHANCED_PORT_0 == 0, this test does not apply.
/// - A3: SendMad(SubnGet(PortInfo)) with AttributeModifier 0.
/// - A4: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [v1c14-024.1.1#06.02]
/// - A5: The control: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and
///   PortPhysicalState at "no change", a LID or MasterSMLID of 0 replaced by a valid one; first
///   with other legal values in MasterSMSL, M_KeyLeasePeriod, SubnetTimeOut and, with more than one
///   data VL, VLHighLimit, then without.
/// - A6: ReceiveMad(SubnGetResp(PortInfo)); the status is 0, or the following checks are
///   inconclusive.
/// - A7: SendMad(SubnGet(PortInfo)).
/// - A8: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - A9: For LID, MasterSMLID, PortState, NeighborMTU, OperationalVLs, InitTypeReply if
///   CapabilityMask.IsReinitSupported == 1, and ClientReregister if
///   CapabilityMask.IsClientReregistrationSupported == 0, and each illegal value:
///   SendMad(SubnSet(PortInfo)) with that value, and other legal values in the components of step
///   A5.
/// - A10: Verify AttributeID, AttributeModifier and Status.Code == 7 (invalid field value).
///   [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-030#01]
/// - A11: SubnGet(PortInfo): verify AttributeID, AttributeModifier, Status.Code == 0 and that the
///   component is as in PORT_INFO_DATA. [v1c14-024.1.1#06.02, v1c14-030#01]
/// - A12: Verify that all other components are as in PORT_INFO_DATA, except volatile ones and those
///   of step A5 that hold the value of the Set. [ia-c14-024-06-sw-06#01]
/// - A13: Whether legal values of a rejected Set are discarded or stored is the reading
///   illegal-set-partial.
/// - A14: After all values: verify that PortInfo of all external ports is unchanged.
///   [ia-c14-024-06-sw-06#02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class C14_024_06_SW_06 extends C14_024_06_SW {
  private static final List<Field> FIELDS =
      List.of(
          PortInfo.LID,
          PortInfo.MASTER_SM_LID,
          PortInfo.PORT_STATE,
          PortInfo.NEIGHBOR_MTU,
          PortInfo.OPERATIONAL_VLS,
          PortInfo.INIT_TYPE_REPLY,
          PortInfo.CLIENT_REREGISTER);

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
    IllegalValues values =
        new IllegalValues(
            data,
            new Control("A5", "A6", "A7", "A8"),
            new Watch(
                PortInfoFields.elsewhere(ENHANCED_PORT0, read),
                MOVING,
                ports(IntStream.empty()),
                "A12",
                "A13",
                "A14"));
    values.control();
    step("A14");
    Bystanders external = ownComponents(IntStream.rangeClosed(1, numPorts()));
    for (Field field : FIELDS) {
      values.verifyRefused(
          new Refusal("A9", "A10", "A11"),
          field,
          IllegalPortInfo.all(field, data.held()),
          "the DUT supports every value");
    }
    external.verifyUntouched("A14");
  }
}
