package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.SwitchInfo.PORT_STATE_CHANGE;

import java.util.List;
import java.util.Set;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.FieldWrites;
import org.ibassay.suite.FieldWrites.Write;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.SwitchInfo;

/// # A Set changes no read-only component of SwitchInfo
///
/// - Section: 24.1.5.11.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR, FDR
///   or EDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c14-024.1.1#04.01, v1c14-024.1.1#04.02, v1c14-024.1.1#04.03,
///   v1c14-027#01, v1c14-030#01
///
/// Each read-only component is written with all of its bits inverted and keeps its value.
///
/// ## Notes
///
/// - RO_COMP_LIST: LinearFDBCap, RandomFDBCap, MulticastFDBCap, LIDsPerPort,
///   PartitionEnforcementCap, InboundEnforcementCap, OutboundEnforcementCap, FilterRawInboundCap,
///   FilterRawOutboundCap, EnhancedPort0. OptimizedSLtoVLMappingProgramming is this suite's own.
/// - Only the head of the public page is known; it lists the assertions. All steps are this suite's
///   own, and so is the assignment of assertions to them.
/// - A Set of a read-only component is answered with code 0, because the public page names
///   v1c13-024#01.
/// - PortStateChange can become 1 at any time, and is compared only at the end.
/// - The response to a Set with status 0 must also show each component that the Set repeats as it
///   was read.
///
/// ## Procedure
///
/// - A1: SendMad(SubnGet(SwitchInfo)).
/// - A2: SMP_DATA = ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c14-024.1.1#04.01, v1c14-030#01]
/// - A3: For each component of RO_COMP_LIST, SendMad(SubnSet(SwitchInfo)) with the component
///   inverted, PortStateChange = 0, and all other components as read.
/// - A4: ReceiveMad(SubnGetResp(SwitchInfo)); verify AttributeID, AttributeModifier, Status.Code ==
///   0, and that the component is unchanged. [v1c13-024#01, v1c14-024.1.1#04.02]
/// - A5: SubnGet(SwitchInfo); verify the same, and that every other component is unchanged.
///   [v1c14-027#01, v1c14-030#01, v1c14-024.1.1#04.03]
/// - A6: SubnGet(SwitchInfo) again, at the end; verify that every component is as in SMP_DATA.
///   [v1c14-024.1.1#04.01, v1c14-027#01]
/// - A7: If PortStateChange was 1 in SMP_DATA, verify that it still is: no Set wrote a 1.
///   [ia-c14-024-04-sw-01#01]
@Td(dut = DutKind.SWITCH, effect = Effect.CHANGES, changes = Change.SWITCH_INFO)
public final class C14_024_04_SW_01 extends C14_024_04_SW {
  private static final List<Field> RO_COMP_LIST =
      List.of(
          SwitchInfo.LINEAR_FDB_CAP,
          SwitchInfo.RANDOM_FDB_CAP,
          SwitchInfo.MULTICAST_FDB_CAP,
          SwitchInfo.LIDS_PER_PORT,
          SwitchInfo.PARTITION_ENFORCEMENT_CAP,
          SwitchInfo.INBOUND_ENFORCEMENT_CAP,
          SwitchInfo.OUTBOUND_ENFORCEMENT_CAP,
          SwitchInfo.FILTER_RAW_INBOUND_CAP,
          SwitchInfo.FILTER_RAW_OUTBOUND_CAP,
          SwitchInfo.ENHANCED_PORT0,
          SwitchInfo.OPTIMIZED_SL_TO_VL_MAPPING_PROGRAMMING);

  @Override
  public boolean execute() throws TestException {
    step("A1");
    sendMad(switchInfo.get());
    step("A2");
    MadPacketSpec smpData = switchInfo.keep(receiveMad());
    verifyEcho(smpData, switchInfo.get());
    needs(verifyStatusOk(smpData), "SwitchInfo was not read");
    for (Field field : RO_COMP_LIST) {
      subnSetROFields(field);
    }
    step("A6");
    sendMad(switchInfo.get());
    MadPacketSpec last = receiveMad();
    for (Field field : SwitchInfo.LAYOUT.fields()) {
      if (!field.equals(PORT_STATE_CHANGE)) {
        verifyData(last, field, smpData.data(field));
      }
    }
    step("A7");
    if (smpData.data(PORT_STATE_CHANGE) == 1) {
      verifyData(last, PORT_STATE_CHANGE, 1);
    } else {
      notApplicable("the DUT shows PortStateChange = 0");
    }
    return log().allPassed();
  }

  /// Steps A3 to A5.
  private void subnSetROFields(Field field) throws TestException {
    new FieldWrites(switchInfo, Set.of(PORT_STATE_CHANGE))
        .verifyReadOnly(new Write("A3", "A4", "A5"), field);
  }
}
