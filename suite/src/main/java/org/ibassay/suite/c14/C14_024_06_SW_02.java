package org.ibassay.suite.c14;

import static org.ibassay.suite.c14.PortInfoRole.EXTERNAL;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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

/// # PortInfo of a switch's external ports, part 2: illegal values are rejected
///
/// - Section: 24.1.5.17.2
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02, v1c14-024.1.1#06.04,
///   v1c14-030#01, ia-c14-024-06-sw-02#01, ia-c14-024-06-sw-02#02
///
/// A Set of PortInfo for an external port with one illegal value in a read-write component is
/// rejected with code 7 (invalid field value) and changes nothing, on that port or any other.
///
/// ## Notes
///
/// - The procedure of the public page is not known, except that it writes illegal values for every
///   AttributeModifier 1 to NUM_OF_PORTS. All steps are this suite's own; they follow
///   C14_024_06_CA_03, with its values for the components that an external port has.
/// - Code 7 proves something only if the illegal value is the only reason for it: steps A3 to A6
///   are the control, as in C14_024_06_CA_03.
/// - On the port that receives the SMPs, every reserved value of a component is tested, and every
///   value that the port does not support; on the other ports, the lowest, the highest and one in
///   between of each.
/// - On a real link, PortPhysicalState is not set to illegal values at the port that receives the
///   SMPs: a DUT that stores one may lose the link permanently. For the same reason that port is
///   the last one.
/// - Cases that the specification leaves to the DUT are not tested: writing PortState as it is,
///   Active to Armed, and Armed or Active on a port that is Down.
///
/// ## Procedure
///
/// - A1: For each AttributeModifier 1 to NUM_OF_PORTS: SendMad(SubnGet(PortInfo)).
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [v1c14-024.1.1#06.02]
/// - A3: The control: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and
///   PortPhysicalState at "no change"; first with other legal values in HOQLife and, with more than
///   one data VL, VLHighLimit, then without.
/// - A4: ReceiveMad(SubnGetResp(PortInfo)); the status is 0, or the following checks are
///   inconclusive.
/// - A5: SendMad(SubnGet(PortInfo)).
/// - A6: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)).
/// - A7: For LinkWidthEnabled, LinkSpeedEnabled, LinkDownDefaultState, NeighborMTU, OperationalVLs,
///   PortState and PortPhysicalState, and each illegal value: SendMad(SubnSet(PortInfo)) with that
///   value, and other legal values in the components of step A3.
/// - A8: Verify AttributeID, AttributeModifier and Status.Code == 7 (invalid field value).
///   [v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.04, v1c14-030#01]
/// - A9: SubnGet(PortInfo): verify AttributeID, AttributeModifier, Status.Code == 0 and that the
///   component is as in PORT_INFO_DATA. [v1c14-024.1.1#06.02, v1c14-030#01]
/// - A10: Verify that all other components are as in PORT_INFO_DATA, except volatile ones and those
///   of step A3 that hold the value of the Set. [ia-c14-024-06-sw-02#01]
/// - A11: Whether legal values of a rejected Set are discarded or stored is the reading
///   illegal-set-partial.
/// - A12: After all values: verify that PortInfo of port 0, of the adjacent ports and of the port
///   that receives the SMPs is unchanged. [ia-c14-024-06-sw-02#02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class C14_024_06_SW_02 extends C14_024_06_SW {
  private static final List<Field> FIELDS =
      List.of(
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_SPEED_ENABLED,
          PortInfo.LINK_DOWN_DEFAULT_STATE,
          PortInfo.NEIGHBOR_MTU,
          PortInfo.OPERATIONAL_VLS,
          PortInfo.PORT_STATE,
          PortInfo.PORT_PHYSICAL_STATE);

  @Override
  public boolean execute() throws TestException {
    repeatForExternalPorts(this::procedure);
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    HeldAttribute data = external(port);
    step("A1");
    sendMad(data.get());
    step("A2");
    MadPacketSpec read = data.keep(receiveMad());
    verifyEcho(read, data.get());
    needs(verifyStatusOk(read), "PortInfo was not read");
    step("A12");
    Bystanders near =
        ports(IntStream.of(0, port - 1, port + 1, ingress()).distinct().filter(n -> n != port));
    Watch watch =
        new Watch(
            PortInfoFields.elsewhere(EXTERNAL, read),
            MOVING,
            ports(IntStream.empty()),
            "A10",
            "A11",
            "A12");
    IllegalValues values = new IllegalValues(data, new Control("A3", "A4", "A5", "A6"), watch);
    values.control();
    for (Field field : FIELDS) {
      boolean isOwnLink = field.equals(PortInfo.PORT_PHYSICAL_STATE) && port == ingress();
      if (!isOwnLink || port().isSimulated()) {
        values.verifyRefused(
            new Refusal("A7", "A8", "A9"),
            field,
            illegal(field, port, data.held()),
            "the DUT supports every value");
      }
    }
    near.verifyUntouched("A12");
  }

  private LongStream illegal(Field field, int port, MadPacketSpec held) {
    return port == ingress() ? IllegalPortInfo.all(field, held) : IllegalPortInfo.some(field, held);
  }
}
