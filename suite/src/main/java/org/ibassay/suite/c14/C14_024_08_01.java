package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;

/// # SLtoVLMappingTable of a CA or router stores every mapping if it is supported
///
/// - Section: 24.1.5.7.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-031
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 4X, 8X or 12X; Speed=SDR, DDR or QDR
/// - DUT qualifiers: the DUT declares that it supports SL mapping
/// - Assertions: v1c13-024#01, v1c14-024.1.1#08.01, v1c14-024.1.1#08.03, v1c14-024.1.1#08.04,
///   v1c14-031#01
///
/// Each SL of a port's SLtoVLMappingTable accepts each data VL of the port, and VL 15, and keeps it
/// whatever else is set.
///
/// ## Notes
///
/// - The procedure of the public page is known up to step 4. The rest is this suite's own; the
///   assignment of assertions to steps follows the page of the unsupported attribute,
///   C14_024_08_02.
/// - The values written are VL 0 to the last data VL that PortInfo:VLCap allows, and VL 15, which
///   drops the packet. Whether a VL above OperationalVLs drops it, too, is not checked.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)) with AttributeModifier 0.
/// - 2: ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: PORT_VL_CAP = PortInfo:VLCap.
/// - 4: PortInfo:CapabilityMask.IsSLMappingSupported == 1; if it is 0, this test does not apply.
/// - A1: SendMad(SubnGet(SLtoVLMappingTable)).
/// - A2: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier and
///   Status.Code == 0. [v1c13-024#01, v1c14-024.1.1#08.01, v1c14-024.1.1#08.03, v1c14-031#01]
/// - A3: Repeat steps A4 to A7 with these SLtoVL_BLOCKs: every SL at VL 0; every SL at VL 15; VL 15
///   at one SL only, for each SL; and the values in rotation, beginning with each of them.
/// - A4: SendMad(SubnSet(SLtoVLMappingTable)) with SLtoVL_BLOCK.
/// - A5: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify AttributeID, AttributeModifier,
///   Status.Code == 0 and all SLs as in SLtoVL_BLOCK. [v1c13-024#01, v1c14-024.1.1#08.01,
///   v1c14-024.1.1#08.04, v1c14-031#01]
/// - A6: SendMad(SubnGet(SLtoVLMappingTable)).
/// - A7: ReceiveMad(SubnGetResp(SLtoVLMappingTable)); verify as in step A5. [v1c13-024#01,
///   v1c14-024.1.1#08.01, v1c14-024.1.1#08.03, v1c14-031#01]
/// - A8: SubnSet a table on every port that differs from port to port; verify the response.
///   [ia-c14-024-08-01#01]
/// - A9: SubnGet the table twice from every port; verify that each port has its own. Before moving
///   to the next port, SubnSet another table as in step A8. [ia-c14-024-08-01#01]
/// - A10: SubnSet(PortInfo) on every port to its present values; verify Status.Code == 0, without
///   which the next steps prove nothing.
/// - A11: SubnGet every port's table again; verify that it is unchanged. [ia-c14-024-08-01#02]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = {Change.SL_TO_VL_MAPPING_TABLE, Change.PORT_INFO})
public final class C14_024_08_01 extends MadTest {
  private final Map<Integer, SlToVlTable> tables = new HashMap<>();
  private final Map<Integer, HeldAttribute> portInfos = new HashMap<>();

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(this::procedure);
    repeatForTables((port, table) -> table.verifySet("A8", "A8", table.own(port, 0)));
    repeatForTables((port, table) -> {
      table.verifyGet("A9", "A9", table.own(port, 0));
      table.verifyGet("A9", "A9", table.own(port, 0));
      table.verifySet("A8", "A8", table.own(port, 1));
    });
    repeatForTables((port, _) -> setPortInfo(port));
    repeatForTables((port, table) -> table.verifyGet("A11", "A11", table.own(port, 1)));
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    HeldAttribute held = new HeldAttribute(mads(), PORT_INFO, 0, PortInfoWrites::makeWritable);
    step("1");
    sendMad(held.get());
    step("2");
    MadPacketSpec portInfo = held.keep(receiveMadOk());
    step("3");
    long portVlCap = portInfo.data(PortInfo.VL_CAP);
    step("4");
    if (portInfo.data(PortInfo.IS_SL_MAPPING_SUPPORTED) == 0) {
      leaveOutRest(
          "only for ports with SL to VL mapping; the DUT declares IsSLMappingSupported = 0");
      return;
    }
    SlToVlTable table = new SlToVlTable(mads(), 0, DataLanes.of(portVlCap));
    needs(table.verifyGet("A1", "A2"), "the table was not read");

    step("A3");
    write(table, "SLs at VL", 0, _ -> 0);
    write(table, "SLs at VL", SlToVlTable.DROP, _ -> SlToVlTable.DROP);
    for (int one = 0; one < SlToVlTable.SLS; one++) {
      int odd = one;
      write(table, "VL 15 at SL", odd, sl -> sl == odd ? SlToVlTable.DROP : 0);
    }
    for (int first = 0; first <= table.lanes(); first++) {
      int begin = first;
      write(table, "values in turn from number", first, sl -> table.value(begin + sl));
    }
    tables.put(port, table);
    portInfos.put(port, held);
  }

  /// Steps A4 to A7.
  private void write(SlToVlTable table, String pattern, int number, IntUnaryOperator slToVlBlock)
      throws TestException {
    at(
        pattern,
        number,
        () -> {
          table.verifySet("A4", "A5", slToVlBlock);
          table.verifyGet("A6", "A7", slToVlBlock);
        });
  }

  private void setPortInfo(int port) throws TestException {
    step("A10");
    sendMad(Objects.requireNonNull(portInfos.get(port)).restore());
    if (receiveMad().status() != MadStatus.OK) {
      step("A11");
      inconclusive("the SubnSet(PortInfo) that restores it was rejected");
    }
  }

  private interface TableProcedure {
    void run(int port, SlToVlTable table) throws TestException;
  }

  private void repeatForTables(TableProcedure procedure) throws TestException {
    repeatForPorts(port -> {
      SlToVlTable table = tables.get(port);
      if (table != null) {
        procedure.run(port, table);
      }
    });
  }
}
