package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c15.ManagedSubnet.LinkEnd;
import org.ibassay.suite.c15.ManagedSubnet.LinkEnds;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// # Ports of a subnet as its manager configured them
///
/// - Section: 14.4.3
/// - Coverage: none
/// - Topology: any of up to 1,024 nodes
/// - DUT qualifiers: the DUT runs the subnet manager
/// - Assertions: ia-s14-ports#01, ia-s14-ports#02, ia-s14-ports#03, ia-s14-ports#04,
///   ia-s14-ports#05, ia-s14-ports#06, ia-s14-ports#07
///
/// The tester reads from every node of the subnet, by directed routes, how the manager has
/// configured it. Every end port has unique LIDs and knows its master, the two ends of every link
/// agree, every link is Active, and all end ports are in the default partition.
///
/// ## Notes
///
/// - This test is the suite's own. Only the DUT changes the subnet during the test.
/// - On a switch, port 0 has the LID but no link. Its NeighborMTU and OperationalVLs are not
///   checked.
/// - Partitions other than the default one, MasterSMSL and SubnetTimeOut are up to the manager.
///
/// ## Procedure
///
/// - A1: SubnGet(PortInfo) of the tester's port and SubnGet(PortInfo), SubnGet(NodeInfo) of the
///   DUT's: the tester's MasterSMLID is a LID of the DUT. Read the subnet by directed routes from
///   the tester's port; if a port with a link is not Active, again after 1 s, up to 15 times.
/// - A2: For each switch and end port, verify that LID to LID + 2^LMC - 1 are unicast LIDs, 0x0001
///   to 0xBFFF, and that the LMC lower bits of LID are 0. [ia-s14-ports#01]
/// - A3: Verify that no two of them share a LID. [ia-s14-ports#02]
/// - A4: For each switch and end port, verify that MasterSMLID is a LID of the DUT, and that
///   GidPrefix is that of the DUT's port. [ia-s14-ports#03]
/// - A5: For each link, verify that NeighborMTU is the same at both ends, and at most MTUCap of
///   both. [ia-s14-ports#04]
/// - A6: For each link, verify that OperationalVLs is the same at both ends, and at most VLCap of
///   both. [ia-s14-ports#05]
/// - A7: For each link, verify that PortState is Active at both ends. [ia-s14-ports#06]
/// - A8: For each switch and end port, SubnGet(P_KeyTable), block by block up to PartitionCap;
///   verify that it has P_Key 0xFFFF or 0x7FFF, and 0xFFFF on the DUT's port. [ia-s14-ports#07]
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S14_Ports extends S14_Subnet {
  private static final int LAST_UNICAST = 0xBFFF;
  private static final int FULL = 0xFFFF;
  private static final int LIMITED = 0x7FFF;
  private static final int EACH = PKeyTable.P_KEY.count();

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets("A1", this::procedure);
    return log().allPassed();
  }

  private void procedure(ManagedSubnet subnet, long dutGuid) throws TestException {
    step("A2");
    subnet.nodes().forEach(this::verifyLid);
    step("A3");
    subnet.owners().forEach(this::verifyOwner);
    step("A4");
    FabricNode dut =
        subnet.nodes().stream()
            .filter(node -> node.guid() == dutGuid)
            .findFirst()
            .orElseThrow(() ->
                new TestException(
                    TestException.Cause.DUT,
                    "step A4: the DUT was not found by directed routes from the tester's port on"));
    for (FabricNode node : subnet.nodes()) {
      verifyManager(node, dut);
    }
    step("A5");
    for (LinkEnds link : subnet.links()) {
      verifyAgreed(link, PortInfo.NEIGHBOR_MTU, PortInfo.MTU_CAP);
    }
    step("A6");
    for (LinkEnds link : subnet.links()) {
      verifyAgreed(link, PortInfo.OPERATIONAL_VLS, PortInfo.VL_CAP);
    }
    step("A7");
    for (LinkEnds link : subnet.links()) {
      verifyActive(link.one());
      verifyActive(link.other());
    }
    step("A8");
    for (FabricNode node : subnet.nodes()) {
      verifyPartition(node, node.guid() == dutGuid);
    }
  }

  private void verifyLid(FabricNode node) {
    long last = node.lid() + node.lids() - 1;
    verify(
        node.endPort(),
        node.lid() > 0 && last <= LAST_UNICAST && node.lid() % node.lids() == 0,
        () ->
            "PortInfo:LID of 0x%016X from 0x0001 to 0xBFFF, a multiple of %d as LMC is %d"
                .formatted(node.guid(), node.lids(), node.endPort().data(PortInfo.LMC)),
        () -> "0x%04X".formatted(node.lid()));
  }

  private void verifyOwner(int lid, List<FabricNode> owners) {
    FabricNode last = owners.getLast();
    verify(
        last.endPort(),
        owners.size() == 1,
        () -> "LID 0x%04X of 0x%016X only".formatted(lid, owners.getFirst().guid()),
        () -> "LID 0x%04X of 0x%016X, too".formatted(lid, last.guid()));
  }

  private void verifyManager(FabricNode node, FabricNode dut) {
    MadPacketSpec info = node.endPort();
    long master = info.data(PortInfo.MASTER_SM_LID);
    verify(
        info,
        master >= dut.lid() && master < dut.lid() + dut.lids(),
        () -> "PortInfo:MasterSMLID of 0x%016X 0x%04X".formatted(node.guid(), dut.lid()),
        () -> "0x%04X".formatted(master));
    long prefix = dut.endPort().data(PortInfo.GID_PREFIX);
    verify(
        info,
        info.data(PortInfo.GID_PREFIX) == prefix,
        () -> "PortInfo:GidPrefix of 0x%016X 0x%016X".formatted(node.guid(), prefix),
        () -> "0x%016X".formatted(info.data(PortInfo.GID_PREFIX)));
  }

  private void verifyAgreed(LinkEnds link, Field operational, Field capability) {
    long one = link.one().info().data(operational);
    long other = link.other().info().data(operational);
    verify(
        link.other().info(),
        one == other,
        () ->
            "PortInfo:%s of %s %d, as of %s"
                .formatted(operational.name(), link.other(), one, link.one()),
        () -> Long.toString(other));
    long most = Math.min(link.one().info().data(capability), link.other().info().data(capability));
    verify(
        link.one().info(),
        Math.max(one, other) <= most,
        () ->
            "PortInfo:%s of %s and %s at most %d, the smaller %s"
                .formatted(operational.name(), link.one(), link.other(), most, capability.name()),
        () -> Long.toString(Math.max(one, other)));
  }

  private void verifyActive(LinkEnd end) {
    long state = end.info().data(PortInfo.PORT_STATE);
    verify(
        end.info(),
        state == PortState.ACTIVE,
        () -> "PortInfo:PortState of %s 4 (Active)".formatted(end),
        () -> Long.toString(state));
  }

  private void verifyPartition(FabricNode node, boolean isDut) throws TestException {
    boolean isMember = false;
    MadPacketSpec keys = null;
    long cap = node.nodeInfo().data(NodeInfo.PARTITION_CAP);
    for (int block = 0; !isMember && (long) block * EACH < cap; block++) {
      mads().send(MadPacketSpec.subnGet(P_KEY_TABLE).attributeModifier(block), node.route());
      MadPacketSpec read = mads().receiveOk();
      isMember =
          IntStream.range(0, EACH)
              .mapToLong(i -> read.data(PKeyTable.P_KEY, i))
              .anyMatch(key -> key == FULL || (key == LIMITED && !isDut));
      keys = read;
    }
    verify(
        keys == null ? node.nodeInfo() : keys,
        isMember,
        () ->
            "P_Key %s in the P_KeyTable of 0x%016X"
                .formatted(isDut ? "0xFFFF" : "0xFFFF or 0x7FFF", node.guid()),
        () -> "none");
  }
}
