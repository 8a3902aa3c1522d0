package org.ibassay.suite.c14;

import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.ExternalPortWrites.First;
import org.ibassay.suite.c14.ExternalPortWrites.Missing;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;

/// # PortInfo of a switch's external ports, part 3: components that only switches have are stored
///
/// - Section: 24.1.5.17.3
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-024.1.1#06.01, v1c14-024.1.1#06.02,
///   v1c14-024.1.1#06.04, v1c14-027#01, v1c14-030#01, ia-c14-024-06-sw-03#01,
///   ia-c14-024-06-sw-03#02
///
/// VLStallCount and HOQLife of each external port, and the partition enforcement and raw packet
/// filter bits that SwitchInfo declares, store what a Set writes. Functions that SwitchInfo does
/// not declare cannot be enabled.
///
/// ## Notes
///
/// - The procedure of the public page is not known, except that it writes read-write and read-only
///   components and a port that does not exist, and repeats part of it for AttributeModifier 1 to
///   NUM_OF_PORTS. Which components distinguish it from C14_024_06_SW_01 is our assumption. All
///   steps are this suite's own. They cite an assertion according to the section that the assertion
///   stands for.
/// - VLStallCount 0 is open and not written.
/// - HOQLife 20 to 31 means infinite: the DUT may store another one of these values.
/// - With partition enforcement and an empty P_KeyTable, a port drops everything but SMPs: the bits
///   are set only briefly.
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
/// - A6: For VLStallCount and HOQLife, and for PartitionEnforcementInbound,
///   PartitionEnforcementOutbound, FilterRawInbound and FilterRawOutbound if SwitchInfo declares
///   InboundEnforcementCap, OutboundEnforcementCap, FilterRawInboundCap or FilterRawOutboundCap,
///   and each of several legal values: SendMad(SubnSet(PortInfo)) with that value.
/// - A7: Verify AttributeID, AttributeModifier, Status.Code == 0, and the value. [v1c13-024#01,
///   v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A8: SubnGet(PortInfo): verify the value, and that all other components are unchanged.
///   [v1c14-024.1.1#06.02, v1c14-024.1.1#06.04, v1c14-030#01]
/// - A8.1: SendMad(SubnSet(PortInfo)) with HOQLife = 20, and with HOQLife = 31. Verify AttributeID,
///   AttributeModifier, Status.Code == 0, and HOQLife of at least 20, in the response and in a
///   SubnGet(PortInfo), and that all other components are unchanged. [v1c13-024#01,
///   v1c14-024.1.1#06.01, v1c14-024.1.1#06.04]
/// - A8.2: SendMad(SubnSet(PortInfo)) with 1 in all components of step A6 that SwitchInfo declares,
///   then with 0 in all of them; verify as in steps A7 and A8.
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
///   [ia-c14-024-06-sw-03#01]
/// - A16: After all ports: SubnGet(PortInfo) of each; verify that it holds the values of step A12,
///   and that LocalPortNum is that of the port that receives the SMPs. Then write the ports once
///   more in the opposite order, with the values of step A12 assigned to other ports, and verify
///   again. [ia-c14-024-06-sw-03#01]
/// - A17: For the ports NUM_OF_PORTS + 1, 254 and 255, and for 0x100 and 0x101:
///   SendMad(SubnGet(PortInfo)).
/// - A18: Verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A19: SendMad(SubnSet(PortInfo)) with a different HOQLife.
/// - A20: Verify AttributeID, AttributeModifier and Status.Code == 7. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A21: Verify that PortInfo of port 0 and of all external ports is unchanged. [v1c13-024#07,
///   v1c14-024.1.1#06.01]
/// - A22: For each AttributeModifier 1 to NUM_OF_PORTS, and each component of step A6 that
///   SwitchInfo does not declare: SendMad(SubnSet(PortInfo)) with that component = 1.
/// - A23: Whatever the response, SubnGet(PortInfo): verify that the component is as before.
///   [ia-c14-024-06-sw-03#02]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.PORT_INFO_OF_ALL_PORTS)
public final class C14_024_06_SW_03 extends C14_024_06_SW {
  private static final long FIRST_INFINITE = 20; // of HOQLife

  private static final List<Field> ALWAYS = List.of(PortInfo.VL_STALL_COUNT, PortInfo.HOQ_LIFE);

  @Override
  public boolean execute() throws TestException {
    List<PortInfoField> rows = declared(true);
    PortInfoFields.READ_WRITE.stream()
        .filter(row -> ALWAYS.contains(row.field()))
        .forEach(rows::add);
    ExternalPortWrites writes = new ExternalPortWrites(this, mads());
    repeatForExternalPorts(port -> {
      HeldAttribute data = writes.read(port, new First("A1", "A2", "A3", "A4"));
      writes.writeEach(data, rows, new Write("A6", "A7", "A8"));
      FieldWrites fields = new FieldWrites(data, MOVING, null, "");
      Write infinite = new Write("A8.1", "A8.1", "A8.1");
      fields.verifyAtLeast(infinite, PortInfo.HOQ_LIFE, FIRST_INFINITE, FIRST_INFINITE);
      fields.verifyAtLeast(infinite, PortInfo.HOQ_LIFE, PortInfo.HOQ_LIFE.max(), FIRST_INFINITE);
      writeAtOnce(fields);
      fields.verifyReadOnly(new Write("A9", "A10", "A11"), PortInfoFields.readOnly());
      writes.writeOwn(port, data, new Write("A12", "A13", "A14"), "A15");
    });
    writes.verifyOwn("A16");
    part(() -> writes.writeMissingPorts(new Missing("A17", "A18", "A19", "A20", "A21")));
    part(this::writeUndeclared);
    return log().allPassed();
  }

  /// Step A8.2. The bits are not left at 1.
  private void writeAtOnce(FieldWrites fields) throws TestException {
    List<Field> declared = declared(true).stream().map(PortInfoField::field).toList();
    if (declared.size() < 2) {
      return;
    }
    for (long bit : new long[] {1, 0}) {
      Map<Field, Long> values = new LinkedHashMap<>();
      declared.forEach(field -> values.put(field, bit));
      fields.verifyReadWrite(new Write("A8.2", "A7", "A8"), values);
    }
  }

  /// Returns the components that SwitchInfo declares, or those that it does not.
  private List<PortInfoField> declared(boolean declared) {
    List<PortInfoField> rows = new ArrayList<>();
    for (Map.Entry<Field, PortInfoField> row : PortInfoFields.BY_SWITCH_CAP.entrySet()) {
      if (declares(row.getKey()) == declared) {
        rows.add(row.getValue());
      }
    }
    return rows;
  }

  /// Steps A22 and A23.
  private void writeUndeclared() throws TestException {
    step("A23");
    List<PortInfoField> rows = declared(false);
    if (rows.isEmpty()) {
      notApplicable("SwitchInfo declares partition enforcement and raw packet filters");
    }
    repeatForExternalPorts(port -> {
      for (PortInfoField row : rows) {
        at(row.field().name(), 1, () -> writeUndeclared(port, row.field()));
      }
    });
  }

  private void writeUndeclared(int port, Field field) throws TestException {
    HeldAttribute data = external(port);
    step("A22");
    sendMad(data.get());
    data.keep(receiveMad());
    sendMad(data.set().setData(field, 1));
    receiveMadIfAny();
    step("A23");
    sendMad(data.get());
    MadPacketSpec read = receiveMad();
    if (verifyStatusCode(read, OK)) {
      verifyData(read, field, data.held().data(field));
    }
  }
}
