package org.ibassay.suite.c15;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c15.FabricView.FabricLink;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SwitchInfo;

/// The entries of a multicast group in the switches of a subnet, and the paths of its packets that
/// result (18.2.4.3.3).
///
/// @param subnet subnet with all of its switches
/// @param ports ports in the entry of each switch, by its PortGUID
record MulticastEntries(FabricView subnet, Map<Long, BitSet> ports) {
  private static final int FIRST_MLID = TestGroup.FIRST_MLID;
  private static final int EACH = MulticastForwardingTable.PORT_MASK.count();
  private static final int PORTS = MulticastForwardingTable.PORT_MASK.width();
  private static final int POSITION_SHIFT = 28;

  /// Whether every switch has room for a group.
  static boolean fit(FabricView subnet, long mlid) {
    return subnet.nodes().stream()
        .flatMap(node -> node.switchInfo().stream())
        .allMatch(info -> mlid - FIRST_MLID < info.data(SwitchInfo.MULTICAST_FDB_CAP));
  }

  /// Reads the entries from the switches.
  static MulticastEntries read(MadExchange mads, FabricView subnet, long mlid)
      throws TestException {
    Map<Long, BitSet> ports = new HashMap<>();
    for (FabricNode node : subnet.nodes()) {
      if (node.isSwitch()) {
        ports.put(node.guid(), read(mads, node, (int) mlid - FIRST_MLID));
      }
    }
    return new MulticastEntries(subnet, ports);
  }

  private static BitSet read(MadExchange mads, FabricNode node, int entry) throws TestException {
    BitSet ports = new BitSet();
    long last = node.nodeInfo().data(NodeInfo.NUM_PORTS) / PORTS;
    for (int position = 0; position <= last; position++) {
      long modifier = (long) position << POSITION_SHIFT | entry / EACH;
      mads.send(
          MadPacketSpec.subnGet(Attribute.MULTICAST_FORWARDING_TABLE).attributeModifier(modifier),
          node.route());
      long mask = mads.receiveOk().data(MulticastForwardingTable.PORT_MASK, entry % EACH);
      for (int i = 0; i < PORTS; i++) {
        ports.set(position * PORTS + i, (mask >>> i & 1) == 1);
      }
    }
    return ports;
  }

  /// Where a packet sent by an end port arrives.
  ///
  /// @param reached PortGUIDs of the end ports that receive it
  /// @param isTwice whether a switch or an end port receives it more than once
  record Spread(Set<Long> reached, boolean isTwice) {}

  /// A packet at one end of a link.
  private record Arrival(long guid, int port) {}

  /// Follows a packet that a channel adapter's port sends: each switch forwards it to the ports of
  /// the entry, except for the one at which it was received.
  Spread from(DirectEndPort sender) {
    Set<Long> reached = new HashSet<>();
    boolean isTwice = false;
    Deque<Arrival> open = new ArrayDeque<>();
    follow(sender.guid(), (int) sender.number(), open);
    while (!open.isEmpty()) {
      Arrival at = open.remove();
      isTwice |= !reached.add(at.guid());
      BitSet out = ports.get(at.guid());
      if (out != null && !isTwice) {
        out.stream()
            .filter(port -> port != 0 && port != at.port())
            .forEach(port -> follow(at.guid(), port, open));
      }
    }
    return new Spread(reached, isTwice);
  }

  private void follow(long guid, int port, Deque<Arrival> open) {
    subnet.links().stream()
        .filter(link -> link.from() == guid && link.fromPort() == port)
        .map(FabricLink::reversed)
        .forEach(link -> open.add(new Arrival(link.from(), link.fromPort())));
  }

  /// Returns how many ports have the group, over all switches.
  int count() {
    return ports.values().stream().mapToInt(BitSet::cardinality).sum();
  }

  /// Returns the ports of each switch, by its base LID, for messages.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (FabricNode node : subnet.nodes()) {
      if (node.isSwitch()) {
        text.append(text.isEmpty() ? "" : "; ")
            .append("ports ")
            .append(Objects.requireNonNull(ports.get(node.guid())))
            .append(" of the switch with LID 0x%X".formatted(node.lid()));
      }
    }
    return text.toString();
  }
}
