package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.GUID_INFO;
import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;
import static org.ibassay.wire.attribute.GuidInfo.GUID;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.TableWalk;
import org.ibassay.suite.TableWalk.Pattern;
import org.ibassay.suite.TableWalk.Refusal;
import org.ibassay.suite.TableWalk.Write;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// # GUIDInfo stores all GUIDs of a port but the first, up to GUIDCap
///
/// - Section: 24.1.5.3.1
/// - Coverage: v1c13-024, v1c14-024.1.1, v1c14-027, v1c14-030
/// - Topology: SimpleLink: Tester=MAD Tester; Width=1X, 2X, 4X, 8X or 12X; Speed=SDR, DDR, QDR,
///   FDR, EDR or HDR
/// - DUT qualifiers: none
/// - Assertions: v1c13-024#01, v1c13-024#07, v1c14-001#01, v1c14-024.1.1#05.01,
///   v1c14-024.1.1#05.02, v1c14-024.1.1#05.03, v1c14-027#01, v1c14-030#01
///
/// Every block of a port's GUIDs is read, inverted and written. The first GUID is the port's own
/// and read-only; the others, up to GUIDCap, store what was written; GUIDs beyond GUIDCap read as
/// zero.
///
/// ## Notes
///
/// - The test is for channel adapters, routers and a switch's port 0, not for external switch
///   ports.
/// - The public page is known up to the middle of its loop, step 16. The steps after it, A1 to A13,
///   are this suite's own, and so is the assignment of the assertions v1c13-024#01, v1c13-024#07,
///   v1c14-024.1.1#05.03 and v1c14-027#01, which it lists.
/// - A block holds eight GUIDs; AttributeModifier is the block number. A block that is entirely
///   beyond GUIDCap does not exist. Blocks 32 and 256, step A10, are beyond any possible GUIDCap.
/// - The public page inverts what it reads, which cannot tell one GUID from another. Steps A7 and
///   A8 write locally administered GUIDs that differ from entry to entry and from port to port, and
///   read them back when all are written, once in ascending and once in descending order.
/// - The blocks that do not exist are set last, so that a Set that lands in another block is
///   detected.
/// - A DUT that declares GUIDCap 0 has no GUIDs to write.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: SendMad(SubnGet(PortInfo)).
/// - 2: ReceiveMad(SubnGetResp(PortInfo)).
/// - 3: DUT_GUID_CAP = PortInfo:GUIDCap; verify AttributeID, AttributeModifier and Status.Code ==
///   0. [v1c14-024.1.1#05.01]
/// - 4: SendMad(SubnGet(NodeInfo)).
/// - 5: ReceiveMad(SubnGetResp(NodeInfo)).
/// - 6: DUT_NODE_PORT_GUID = NodeInfo:PortGUID; verify that it is not 0. [v1c14-001#01]
/// - 7: SendMad(SubnGet(GUIDInfo)) with AttributeModifier 0.
/// - 8: ReceiveMad(SubnGetResp(GUIDInfo)); verify AttributeID, AttributeModifier and Status.Code ==
///   0. [v1c14-030#01]
/// - 9: RO_GUIDINFO_ELEMENT = the first GUID.
/// - 10: Verify RO_GUIDINFO_ELEMENT == DUT_NODE_PORT_GUID. [v1c14-024.1.1#05.02]
/// - 11: Repeat the following for AttributeModifier 0 to 31.
///   - 12: SendMad(SubnGet(GUIDInfo)).
///   - 13: SMP_DATA = ReceiveMad(SubnGetResp(GUIDInfo)); if the block exists, verify AttributeID,
///     AttributeModifier and Status.Code == 0. [v1c14-030#01, v1c14-024.1.1#05.02]
///   - 14: SMP_DATA_1 = NOT SMP_DATA.
///   - 15: SendMad(SubnSet(GUIDInfo)) with SMP_DATA_1.
///   - 16: SMP_DATA = ReceiveMad(SubnGetResp(GUIDInfo)); if the block exists, verify AttributeID,
///     AttributeModifier and Status.Code == 0. [v1c13-024#01]
///   - A1: Verify that each GUID in the response is as in SMP_DATA_1. [v1c14-024.1.1#05.03]
///   - A2: SubnGet the block again; verify the same, and Status.Code == 0. [v1c14-024.1.1#05.03,
///     v1c14-030#01]
///   - A3: Verify in both responses that the first GUID of block 0 is RO_GUIDINFO_ELEMENT.
///     [v1c14-027#01]
///   - A4: Verify in both that GUIDs beyond DUT_GUID_CAP are 0. [v1c14-027#01]
///   - A5: If the block does not exist, verify that the response to the Set has Status.Code == 7
///     and only zeros. [v1c13-024#07]
///   - A6: Verify the same of a Get. [v1c13-024#07]
/// - A7: Repeat steps 12 to A4 with GUIDs chosen by the tester, in ascending order.
/// - A8: SubnGet every block; verify that each shows these GUIDs. Then repeat A7 with GUIDs of 0,
///   and A7 and A8 with other GUIDs, in descending order. [ia-c14-024-05#01]
/// - A9: SubnSet block 32, and block 256.
/// - A10: Verify Status.Code == 7 in the response, and in that to a SubnGet. [ia-c14-024-05#02]
/// - A11: When the GUIDs of all ports are written, SubnGet every block of each port; verify that it
///   still shows the GUIDs of that port. [ia-c14-024-05#01]
/// - A12: SubnGet(PortInfo) and SubnGet(NodeInfo); verify that GUIDCap is unchanged.
///   [v1c14-024.1.1#05.01]
/// - A13: Verify that PortGUID is unchanged. [v1c14-001#01]
@Td(
    dut = {DutKind.CA, DutKind.ROUTER, DutKind.SWITCH},
    effect = Effect.CHANGES,
    changes = Change.GUID_INFO)
public final class C14_024_05 extends MadTest {
  private static final int LAST_BLOCK = 31;
  private static final int SWITCH = 2;
  private static final long LOCAL = 0x02L << 56; // an individual, locally administered EUI-64

  private static final Write WRITE = new Write("12", "13", "15", "16", "A1", "A2", "A4");

  /// The GUID tables of the ports that the tester reaches, by port.
  private final Map<Integer, TableWalk> tables = new HashMap<>();

  private boolean isSwitch;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(this::procedure);
    repeatForPorts(this::verifyKept);
    return log().allPassed();
  }

  private void procedure(int port) throws TestException {
    step("1");
    MadPacketSpec get = subnGet(PORT_INFO);
    sendMad(get);
    step("2");
    MadPacketSpec portInfo = receiveMadOk();
    step("3");
    verifyEcho(portInfo, get);
    verifyStatusOk(portInfo);
    int dutGuidCap = (int) portInfo.data(PortInfo.GUID_CAP);
    step("4");
    sendMad(subnGet(NODE_INFO));
    step("5");
    MadPacketSpec nodeInfo = receiveMadOk();
    isSwitch = nodeInfo.data(NodeInfo.NODE_TYPE) == SWITCH;
    step("6");
    long dutNodePortGuid = nodeInfo.data(NodeInfo.PORT_GUID);
    verify(nodeInfo, dutNodePortGuid != 0, () -> "a PortGUID that is not 0", () -> "PortGUID 0");
    step("8");
    if (dutGuidCap == 0) {
      leaveOutRest("only for ports with a GUID table; the DUT declares GUIDCap = 0");
      return;
    }
    step("7");
    get = subnGet(GUID_INFO);
    sendMad(get);
    step("8");
    MadPacketSpec guidInfo = receiveMad();
    verifyEcho(guidInfo, get);
    needs(verifyStatusOk(guidInfo), "block 0 of GUIDInfo was not read");
    step("10");
    verifyData(guidInfo, GUID, dutNodePortGuid);

    TableWalk guids = table(dutGuidCap, dutNodePortGuid);
    tables.put(port, guids);
    Pattern inverted = (_, _, held) -> ~held;
    guids.write(WRITE, true, inverted);
    for (boolean upwards : new boolean[] {true, false}) {
      guids.write(WRITE, upwards, pattern(port, upwards));
      guids.read("A8", pattern(port, upwards));
      if (upwards) {
        guids.write(WRITE, true, (_, _, _) -> 0);
      }
    }
    if (guids.blocks() > LAST_BLOCK) {
      leaveOut("the DUT declares GUIDCap = " + dutGuidCap, "A5", "A6");
    } else {
      guids.verifyAbsent(new Refusal("15", "A5", "12", "A6"), guids.blocks(), LAST_BLOCK, inverted);
    }
    for (int block : new int[] {LAST_BLOCK + 1, 256}) {
      guids.verifyImpossible(new Refusal("A9", "A10", "A10", "A10"), block, inverted);
    }
    step("A12");
    sendMad(subnGet(PORT_INFO));
    verifyData(receiveMadOk(), PortInfo.GUID_CAP, dutGuidCap);
    step("A13");
    sendMad(subnGet(NODE_INFO));
    verifyData(receiveMadOk(), NodeInfo.PORT_GUID, dutNodePortGuid);
  }

  private void verifyKept(int port) throws TestException {
    TableWalk guids = tables.get(port);
    if (guids != null) {
      guids.read("A11", pattern(port, false));
    }
  }

  private TableWalk table(int cap, long own) {
    return new TableWalk(
        mads(),
        GUID_INFO,
        cap,
        (read, guid, index, entry, _) -> {
          if (entry == 0) {
            step("A3");
            verifyData(read, guid, index, own);
          }
          return entry == 0;
        });
  }

  /// GUIDs that are unique on the subnet and all different. The GUIDs of a switch are those of its
  /// port 0, whichever port receives the request.
  private Pattern pattern(int through, boolean upwards) {
    int port = isSwitch ? 0 : through;
    return (_, entry, _) -> {
      long number = ((long) port << 9) + ((long) entry << 1) + (upwards ? 2 : 1);
      return LOCAL | ((number * 0x9E3779B97F4A7C15L) >>> 8);
    };
  }
}
