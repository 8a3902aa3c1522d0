package org.ibassay.suite.c14;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.suite.Bystanders;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.ExternalPortWrites.First;
import org.ibassay.suite.c14.ExternalPortWrites.Missing;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of a switch's external ports, part 1: a Set changes only read-write components
///
/// - Section: 24.1.5.17.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.04, v1c14-027#01, v1c14-030#01, ia-c14-024-06-sw-01#01,
///   ia-c14-024-06-sw-01#02, ia-c14-024-06-sw-01#03
///
/// A Set of PortInfo for an external port changes that port's read-write components and nothing
/// else: no read-only component, no other port, and nothing of port 0. Get and Set for a port that
/// the switch does not have are rejected with code 7 (invalid field value).
///
/// ## Notes
///
/// - The procedure of the public page is not known, except that it writes read-write and read-only
///   components and a port that does not exist, and repeats part of it for AttributeModifier 1 to
///   NUM_OF_PORTS. All steps are this suite's own. They cite an assertion according to the section
///   that the assertion stands for.
/// - All external ports are reached through one tester port. The port that receives the SMPs is
///   written last, so that all others are done if the test loses that link.
/// - Components that only switches have are covered by C14_024_06_SW_03; this test writes HOQLife
///   and VLStallCount only to distinguish the ports.
/// - NeighborMTU and OperationalVLs are not written on a port that is Down, OperationalVLs on one
///   past Initialize, or VLHighLimit on one with one data VL: their effect may be deferred or void
///   there. LinkWidthEnabled and LinkSpeedEnabled are only read back: they take effect when the
///   link retrains.
/// - A port without a partner may poll and sleep alternately: its PortPhysicalState is not
///   compared.
/// - It is open what M_Key, LID and similar components read as on an external port: 0, or as on
///   port 0. A Set for an external port must leave those of port 0 unchanged.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: For each AttributeModifier 1 to NUM_OF_PORTS: SendMad(SubnGet(PortInfo)).
/// - A2: PORT_INFO_DATA = ReceiveMad(SubnGetResp(PortInfo)); verify AttributeID, AttributeModifier
///   and status 0. [v1c14-024.1.1#06.02]
/// - A3: SendMad(SubnSet(PortInfo)) with PORT_INFO_DATA as read, PortState and PortPhysicalState at
///   "no change".
/// - A4: Verify AttributeID, AttributeModifier and Status.Code == 0; otherwise the remaining steps
///   for this port are inconclusive. Verify by another SubnGet(PortInfo) that PortState is
///   unchanged. [v1c13-024#01, v1c14-024.1.1#06.01]
/// - A5: PORT_INFO_DATA = SubnGet(PortInfo).
/// - A6: For LinkWidthEnabled, LinkSpeedEnabled, LinkDownDefaultState, NeighborMTU, OperationalVLs
///   and VLHighLimit, and each of several legal values: SendMad(SubnSet(PortInfo)) with that value.
/// - A7: Verify AttributeID, AttributeModifier, Status.Code == 0, and the value. [v1c13-024#01,
///   v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A8: SubnGet(PortInfo): verify the value, and that all other components are unchanged.
///   [v1c14-024.1.1#06.02, v1c14-024.1.1#06.04, v1c14-030#01]
/// - A9: SendMad(SubnSet(PortInfo)) with all bits of all read-only components inverted, except
///   volatile ones.
/// - A10: Verify AttributeID, AttributeModifier, Status.Code == 0, and the previous value.
///   [v1c13-024#01, v1c14-027#01]
/// - A11: SubnGet(PortInfo): verify that all components are unchanged. [v1c14-027#01, v1c14-030#01]
/// - A12: SendMad(SubnSet(PortInfo)) with values of HOQLife, VLStallCount, LinkDownDefaultState
///   and, with more than one data VL, VLHighLimit that together are unique to the port.
/// - A13: As step A7, for these components. [v1c13-024#01, v1c14-024.1.1#06.01]
/// - A14: As step A8, for these components. [v1c14-024.1.1#06.04, v1c14-030#01]
/// - A15: Verify that PortInfo of port 0 and of the adjacent ports is unchanged.
///   [ia-c14-024-06-sw-01#01]
/// - A16: After all ports: SubnGet(PortInfo) of each; verify that it holds the values of step A12,
///   and that LocalPortNum is that of the port that receives the SMPs. Then write the ports once
///   more in the opposite order, with the values of step A12 assigned to other ports, and verify
///   again. [ia-c14-024-06-sw-01#01]
/// - A17: For the ports NUM_OF_PORTS + 1, 254 and 255, and for 0x100 and 0x101:
///   SendMad(SubnGet(PortInfo)).
/// - A18: Verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A19: SendMad(SubnSet(PortInfo)) with an HOQLife different from that of the adjacent ports in
///   step A12.
/// - A20: Verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A21: Verify that PortInfo of port 0 and of all external ports is unchanged. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A22: For each AttributeModifier 1 to NUM_OF_PORTS: SendMad(SubnSet(PortInfo)) with other legal
///   values of LID, MasterSMLID, GidPrefix, LMC, MasterSMSL, M_KeyLeasePeriod, M_KeyProtectBits and
///   SubnetTimeOut.
/// - A23: Whatever the response, verify that PortInfo of port 0 is unchanged.
///   [ia-c14-024-06-sw-01#02]
/// - A24: SendMad(SubnSet(PortInfo)) for port 0 with a different SubnetTimeOut and with HOQLife,
///   VLStallCount and VLHighLimit different from those of the port that receives the SMPs; then,
///   instead of these three, with LinkWidthEnabled = 1, LinkSpeedEnabled = 1 and
///   LinkDownDefaultState = 1, which a port without a link has no use for.
/// - A25: Verify AttributeID, AttributeModifier, Status.Code == 0 and SubnetTimeOut; after the last
///   Set of step A24 whatever the response, verify that PortInfo of all external ports is
///   unchanged. [ia-c14-024-06-sw-01#03]
/// - A26: For each AttributeModifier 1 to NUM_OF_PORTS: SendMad(SubnSet(PortInfo)) with M_Key =
///   M_KEY_OTHER.
/// - A27: Whatever the response, verify that PortInfo of port 0 is unchanged; otherwise the
///   remaining ports are inconclusive. [ia-c14-024-06-sw-01#02]
@Td(
    dut = DutKind.SWITCH,
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO_OF_ALL_PORTS,
    parameters = Parameter.M_KEY_OTHER)
public final class C14_024_06_SW_01 extends C14_024_06_SW {
  /// Components that C14_024_06_SW_03 covers.
  private static final List<Field> OF_SWITCHES_ONLY =
      List.of(PortInfo.VL_STALL_COUNT, PortInfo.HOQ_LIFE);

  private static final List<PortInfoField> ROWS =
      PortInfoFields.READ_WRITE.stream()
          .filter(row -> row.roles().contains(PortInfoRole.EXTERNAL))
          .filter(row -> !OF_SWITCHES_ONLY.contains(row.field()))
          .toList();

  private static final List<Field> OF_LINK =
      List.of(
          PortInfo.LINK_WIDTH_ENABLED,
          PortInfo.LINK_SPEED_ENABLED,
          PortInfo.LINK_DOWN_DEFAULT_STATE);

  /// Components that an external port shares with port 0.
  private static final Map<Field, Long> OF_PORT_0 =
      Map.of(
          PortInfo.LID,
          0x4680L,
          PortInfo.MASTER_SM_LID,
          0x4DA2L,
          PortInfo.GID_PREFIX,
          0xFEC0_A53C_69F0_1E2DL,
          PortInfo.LMC,
          1L,
          PortInfo.MASTER_SM_SL,
          10L,
          PortInfo.M_KEY_LEASE_PERIOD,
          0xA51EL,
          PortInfo.M_KEY_PROTECT_BITS,
          2L,
          PortInfo.SUBNET_TIME_OUT,
          11L);

  @Override
  public boolean execute() throws TestException {
    ExternalPortWrites writes = new ExternalPortWrites(this, mads());
    repeatForExternalPorts(port -> {
      HeldAttribute data = writes.read(port, new First("A1", "A2", "A3", "A4"));
      writes.writeEach(data, ROWS, new Write("A6", "A7", "A8"));
      new FieldWrites(data, MOVING, null, "")
          .verifyReadOnly(new Write("A9", "A10", "A11"), PortInfoFields.readOnly());
      writes.writeOwn(port, data, new Write("A12", "A13", "A14"), "A15");
    });
    writes.verifyOwn("A16");
    part(() -> writes.writeMissingPorts(new Missing("A17", "A18", "A19", "A20", "A21")));
    writeThroughOthers("A22", "A23", OF_PORT_0);
    part(this::writePort0);
    writeThroughOthers("A26", "A27", Map.of(PortInfo.M_KEY, parameter(Parameter.M_KEY_OTHER)));
    return log().allPassed();
  }

  /// Steps A22 and A23, A26 and A27.
  private void writeThroughOthers(String set, String kept, Map<Field, Long> ofPort0)
      throws TestException {
    part(() -> {
      Bystanders port0 = ports(IntStream.of(0));
      for (int port : externalPorts()) {
        at("AttributeModifier", port, () -> writeThrough(port, set, kept, ofPort0, port0));
      }
    });
  }

  private void writeThrough(
      int port, String set, String kept, Map<Field, Long> ofPort0, Bystanders port0)
      throws TestException {
    HeldAttribute data = external(port);
    step(set);
    sendMad(data.get());
    data.keep(receiveMad());
    MadPacketSpec foreign = data.set();
    ofPort0.forEach(foreign::setData);
    sendMad(foreign);
    receiveMadIfAny();
    boolean isKept = port0.verifyUntouched(kept);
    needs(isKept || !ofPort0.containsKey(PortInfo.M_KEY), "port 0 holds another M_Key");
  }

  /// Steps A24 and A25.
  private void writePort0() throws TestException {
    HeldAttribute data = port0();
    step("A24");
    sendMad(data.get());
    MadPacketSpec held = data.keep(receiveMadOk());
    Bystanders external = ownComponents(IntStream.rangeClosed(1, numPorts()));
    Map<Field, Long> others = new LinkedHashMap<>(ExternalPortWrites.own(ingress() + 1, held));
    long timeOut = held.data(PortInfo.SUBNET_TIME_OUT) == 11 ? 20 : 11;
    MadPacketSpec set = data.set().setData(PortInfo.SUBNET_TIME_OUT, timeOut);
    others.forEach(set::setData);
    sendMad(set);
    step("A25");
    MadPacketSpec answer = receiveMad();
    verifyEcho(answer, set);
    if (verifyStatusCode(answer, OK)) {
      verifyData(answer, PortInfo.SUBNET_TIME_OUT, timeOut);
    }
    external.verifyUntouched("A25");
    step("A24");
    MadPacketSpec ofLink = data.set();
    OF_LINK.forEach(field -> ofLink.setData(field, 1));
    sendMad(ofLink);
    receiveMadIfAny();
    external.verifyUntouched("A25");
  }
}
