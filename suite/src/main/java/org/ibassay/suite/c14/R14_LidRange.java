package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.NODE_INFO;
import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.stream.IntStream;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.HeldAttribute;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.MadTest;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.WayByLid;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// # A port is addressed by each LID of its range, and by no other
///
/// - Section: 14.2.5.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=MAD Tester
/// - DUT qualifiers: directly connected to the tester, which has a LID
/// - Assertions: ia-r14-lid-range#01, ia-r14-lid-range#02, ia-r14-lid-range#03
///
/// A port responds to LID-routed SMPs that are sent to its LID or, if LMC is not 0, to one of the
/// 2^LMC LIDs from LID on. It does not respond to any other LID.
///
/// ## Notes
///
/// - This test is the suite's own. Which LIDs a channel adapter accepts is otherwise seen only in
///   its packets of data.
/// - All SMPs that set LID and LMC are directed-route SMPs.
/// - A LID that the tester's own port has is left out.
///
/// ## Initialization
///
/// - I1: PortInfo:PortState is Initialize, Armed or Active at both ends.
///
/// ## Procedure
///
/// - 1: Repeat all steps for each port that a tester port reaches. SubnGet(NodeInfo) and
///   SubnGet(PortInfo). If DUT and tester are not directly connected, the tester has no LID, or the
///   DUT is a switch, this test does not apply.
/// - 2: SubnSet(PortInfo) with LID = 0x2980 and LMC = 0, 1, 3 and 7 in turn, or with 0x1680 if the
///   tester's LID is near that. Verify LID and LMC in a SubnGet(PortInfo); if they are not stored,
///   the next steps are inconclusive. [ia-r14-lid-range#01]
/// - 3: SubnGet(NodeInfo) by LID: to the first, the second, the middle and the last LID of the
///   range. If the DUT does not respond to the first with LMC = 0, all checks are inconclusive.
///   Verify Status == 0 and LocalPortNum as in step 1. [ia-r14-lid-range#02]
/// - 4: SubnGet(NodeInfo) by LID: to the LIDs before and after the range, and to those that differ
///   from LID in bit 7, 8, 13, 14 or 15, if that is a unicast LID. Verify that there is no
///   response. [ia-r14-lid-range#03]
/// - 5: SubnSet(PortInfo) as read in step 1, except for values that must not be written back.
@Td(
    dut = {DutKind.CA, DutKind.ROUTER},
    effect = Effect.CHANGES,
    changes = Change.PORT_INFO)
public final class R14_LidRange extends MadTest {
  private static final int LID = 0x2980;
  private static final int OTHER_LID = 0x1680;
  private static final int NEAR = 0x100;
  private static final int LAST_UNICAST = 0xBFFF;
  private static final int[] MASKS = {0, 1, 3, 7};
  private static final int[] BITS = {7, 8, 13, 14, 15};

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    return portStatesAreUp();
  }

  @Override
  public boolean execute() throws TestException {
    repeatForPorts(_ -> procedure());
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sendMad(subnGet(NODE_INFO));
    MadPacketSpec nodeInfo = receiveMadOk();
    HeldAttribute portInfo = new HeldAttribute(mads(), PORT_INFO, 0, PortInfoWrites::makeWritable);
    sendMad(portInfo.get());
    portInfo.keep(receiveMadOk());
    if (!WayByLid.isPossible(mads(), nodeInfo)) {
      leaveOut("the DUT has no LID that a request reaches without forwarding", "2", "5");
      return;
    }
    int own = ownLid();
    int lid = Math.abs(own - LID) < NEAR ? OTHER_LID : LID;
    part(() -> {
      for (int mask : MASKS) {
        at("LMC", mask, () -> verifyRange(portInfo, nodeInfo, lid, mask, own));
      }
    });
    step("5");
    sendMad(portInfo.restore());
    receiveMad();
  }

  private int ownLid() throws TestException {
    mads().send(subnGet(PORT_INFO), Route.SELF);
    return (int) mads().receiveOk().data(PortInfo.LID);
  }

  private void verifyRange(
      HeldAttribute portInfo, MadPacketSpec nodeInfo, int lid, int mask, int own)
      throws TestException {
    step("2");
    sendMad(portInfo.restore().setData(PortInfo.LID, lid).setData(PortInfo.LMC, mask));
    receiveMad();
    sendMad(portInfo.get());
    MadPacketSpec held = receiveMadOk();
    boolean hasLid = verifyData(held, PortInfo.LID, lid);
    boolean hasMask = verifyData(held, PortInfo.LMC, mask);
    needs(hasLid && hasMask, "the DUT does not store LID and LMC");
    if (mask == 0) {
      step("3");
      needs(
          WayByLid.isAnswered(mads(), new Route.Lid(lid), 0),
          "no response to SMPs by " + WayByLid.text(new Route.Lid(lid)));
    }
    int paths = 1 << mask;
    for (int offset : IntStream.of(0, 1, paths / 2, paths - 1).distinct().toArray()) {
      if (offset < paths) {
        at("LID", lid + offset, () -> verifyAddressed(lid + offset, nodeInfo));
      }
    }
    IntStream beside = IntStream.of(lid - 1, lid + paths);
    IntStream far = IntStream.of(BITS).map(bit -> lid ^ 1 << bit);
    for (int other : IntStream.concat(beside, far).distinct().toArray()) {
      if (other != own && other <= LAST_UNICAST) {
        at("LID", other, () -> verifyNotAddressed(other));
      }
    }
  }

  private void verifyAddressed(int lid, MadPacketSpec nodeInfo) throws TestException {
    step("3");
    Route way = new Route.Lid(lid);
    MadPacketSpec get = subnGet(NODE_INFO);
    mads().send(get, way);
    MadPacketSpec read = mads().receiveIfAny();
    verify(
        read == null ? get : read,
        read != null,
        () -> "a response to SubnGet(NodeInfo) by LID 0x%04X".formatted(lid),
        () -> "none");
    if (read != null && verifyStatusOk(read)) {
      verifyData(read, NodeInfo.LOCAL_PORT_NUM, nodeInfo.data(NodeInfo.LOCAL_PORT_NUM));
    }
  }

  private void verifyNotAddressed(int lid) throws TestException {
    step("4");
    mads().sendOnce(subnGet(NODE_INFO), new Route.Lid(lid));
    verifySilence();
  }
}
