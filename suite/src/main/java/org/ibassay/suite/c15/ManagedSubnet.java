package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.c15.FabricView.FabricLink;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// A subnet, with the ports at each end of its links.
///
/// @param links links, each once
/// @param owners nodes that have a LID, by each of their LIDs
record ManagedSubnet(
    List<FabricNode> nodes,
    List<LinkEnds> links,
    Map<Integer, List<FabricNode>> owners,
    Map<Long, Map<Integer, LinkEnd>> peers) {

  /// A port on a link.
  ///
  /// @param info its PortInfo
  record LinkEnd(FabricNode node, int port, MadPacketSpec info) {
    @Override
    public String toString() {
      return "port %d of 0x%016X".formatted(port, node.guid());
    }
  }

  /// A link.
  record LinkEnds(LinkEnd one, LinkEnd other) {}

  static ManagedSubnet of(FabricView view) {
    Map<Long, FabricNode> byGuid = new HashMap<>();
    view.nodes().forEach(node -> byGuid.put(node.guid(), node));
    List<LinkEnds> links = new ArrayList<>();
    Map<Long, Map<Integer, LinkEnd>> peers = new HashMap<>();
    for (FabricLink link : view.links()) {
      LinkEnd from = end(byGuid, link.from(), link.fromPort());
      LinkEnd to = end(byGuid, link.to(), link.toPort());
      if (peers.computeIfAbsent(to.node().guid(), _ -> new HashMap<>()).get(to.port()) == null) {
        links.add(new LinkEnds(from, to));
      }
      peers.computeIfAbsent(from.node().guid(), _ -> new HashMap<>()).put(from.port(), to);
    }
    Map<Integer, List<FabricNode>> owners = new LinkedHashMap<>();
    for (FabricNode node : view.nodes()) {
      for (int lid = (int) node.lid(); node.lid() != 0 && lid < node.lid() + node.lids(); lid++) {
        owners.computeIfAbsent(lid, _ -> new ArrayList<>()).add(node);
      }
    }
    return new ManagedSubnet(view.nodes(), links, owners, peers);
  }

  private static LinkEnd end(Map<Long, FabricNode> nodes, long guid, int port) {
    FabricNode node = Objects.requireNonNull(nodes.get(guid));
    return new LinkEnd(node, port, Objects.requireNonNull(node.ports().get(port)));
  }

  /// Whether all ports with a link are Active.
  static boolean isActive(FabricView view) {
    return view.nodes().stream()
        .allMatch(node ->
            node.linked().stream()
                .map(port -> Objects.requireNonNull(node.ports().get(port)))
                .allMatch(info -> info.data(PortInfo.PORT_STATE) == PortState.ACTIVE));
  }

  /// Returns the other end of a port's link, if it has one.
  @Nullable LinkEnd peer(FabricNode node, int port) {
    return peers.getOrDefault(node.guid(), Map.of()).get(port);
  }

  List<FabricNode> switches() {
    return nodes.stream().filter(FabricNode::isSwitch).toList();
  }

  /// Returns the last LID of any node; empty if no node has one.
  Optional<Integer> lastLid() {
    return owners.keySet().stream().max(Integer::compare);
  }
}
