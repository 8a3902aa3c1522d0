package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.P_KEY_TABLE;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c15.ManagedSubnet.LinkEnd;
import org.ibassay.suite.c15.ManagedSubnet.LinkEnds;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// The rules for the ports of a subnet that its manager has configured.
final class PortRules {
  private static final int LAST_UNICAST = 0xBFFF;
  private static final int FULL = 0xFFFF;
  private static final int LIMITED = 0x7FFF;
  private static final int EACH = PKeyTable.P_KEY.count();

  private final MadExchange mads;
  private final ManagedSubnet subnet;
  private final long dutGuid;

  /// @param dutGuid PortGUID of the DUT in that subnet
  PortRules(MadExchange mads, ManagedSubnet subnet, long dutGuid) {
    this.mads = mads;
    this.subnet = subnet;
    this.dutGuid = dutGuid;
  }

  /// Verifies all rules, for the present step.
  void verifyAll() throws TestException {
    verifyLids();
    verifyOwners();
    verifyManager();
    verifyMtus();
    verifyLanes();
    verifyStates();
    verifyPartitions();
  }

  void verifyLids() {
    subnet.nodes().forEach(this::verifyLid);
  }

  void verifyOwners() {
    subnet.owners().forEach(this::verifyOwner);
  }

  /// Verifies that all nodes know the DUT as their manager.
  void verifyManager() throws TestException {
    FabricNode dut =
        subnet.nodes().stream()
            .filter(node -> node.guid() == dutGuid)
            .findFirst()
            .orElseThrow(() ->
                new TestException(
                    TestException.Cause.DUT,
                    "step %s: the DUT was not found by directed routes from the tester's port on"
                        .formatted(mads.steps().current())));
    for (FabricNode node : subnet.nodes()) {
      verifyManager(node, dut);
    }
  }

  void verifyMtus() {
    subnet.links().forEach(link -> verifyAgreed(link, PortInfo.NEIGHBOR_MTU, PortInfo.MTU_CAP));
  }

  void verifyLanes() {
    subnet.links().forEach(link -> verifyAgreed(link, PortInfo.OPERATIONAL_VLS, PortInfo.VL_CAP));
  }

  /// Verifies that every link is Active at both ends.
  void verifyStates() {
    for (LinkEnds link : subnet.links()) {
      verifyActive(link.one());
      verifyActive(link.other());
    }
  }

  /// Verifies that all end ports are in the default partition.
  void verifyPartitions() throws TestException {
    for (FabricNode node : subnet.nodes()) {
      verifyPartition(node, node.guid() == dutGuid);
    }
  }

  private void verify(
      MadPacketSpec about, boolean passed, Supplier<String> expected, Supplier<String> actual) {
    mads.checks().verify(about, passed, expected, actual);
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
      mads.send(MadPacketSpec.subnGet(P_KEY_TABLE).attributeModifier(block), node.route());
      MadPacketSpec read = mads.receiveOk();
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
