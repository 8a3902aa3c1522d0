package org.ibassay.suite.c15;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c15.FabricView.FabricLink;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;

/// An end port at a switch, whose link a test takes down. The link trains again by itself: it is
/// down only as long as the test repeats that.
///
/// @param node the node of the end port
/// @param at the switch
/// @param number its port on the link
record SwitchedPort(FabricNode node, FabricNode at, int number) {
  private static final int POLLING = 2;

  /// Returns a port of a node that is neither the tester nor the DUT and runs no subnet manager.
  static Optional<SwitchedPort> find(FabricView subnet, Ends ends) {
    Set<Long> taken = Set.of(nodeGuid(ends.tester().nodeInfo()), nodeGuid(ends.dut().nodeInfo()));
    for (FabricLink link : subnet.links()) {
      FabricNode at = node(subnet, link.from());
      FabricNode node = node(subnet, link.to());
      if (at.isSwitch()
          && !node.isSwitch()
          && node.smInfo().isEmpty()
          && !taken.contains(nodeGuid(node.nodeInfo()))) {
        return Optional.of(new SwitchedPort(node, at, link.fromPort()));
      }
    }
    return Optional.empty();
  }

  private static long nodeGuid(MadPacketSpec nodeInfo) {
    return nodeInfo.data(NodeInfo.NODE_GUID);
  }

  private static FabricNode node(FabricView subnet, long guid) {
    return subnet.nodes().stream().filter(node -> node.guid() == guid).findFirst().orElseThrow();
  }

  /// Returns the GID of index 0 of an end port.
  static Gid gid(FabricNode node) {
    return new Gid(node.endPort().data(PortInfo.GID_PREFIX), node.guid());
  }

  Gid gid() {
    return gid(node);
  }

  /// Sets PortPhysicalState at the switch to Polling, once.
  void takeDown(MadExchange mads) throws TestException {
    MadPacketSpec held = Objects.requireNonNull(at.ports().get(number));
    MadPacketSpec set =
        MadPacketSpec.subnSet(PORT_INFO)
            .dataOf(held)
            .attributeModifier(held.header(MadHeader.ATTRIBUTE_MODIFIER))
            .mKey(at.endPort().data(PortInfo.M_KEY))
            .setData(PortInfo.PORT_STATE, 0)
            .setData(PortInfo.PORT_PHYSICAL_STATE, POLLING);
    mads.sendOnce(set, at.route());
    mads.receiveIfAny();
  }

  /// Returns PortState at the switch.
  long state(MadExchange mads) throws TestException {
    mads.send(MadPacketSpec.subnGet(PORT_INFO).attributeModifier(number), at.route());
    return mads.receiveOk().data(PortInfo.PORT_STATE);
  }
}
