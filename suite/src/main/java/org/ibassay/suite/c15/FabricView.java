package org.ibassay.suite.c15;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.mad.Smp;

/// The subnet of the tester's port as its nodes report it, discovered by directed routes from that
/// port. The records of subnet administration are compared with it.
///
/// @param nodes nodes, the tester's own first
/// @param links links, each twice, once from either end
record FabricView(List<FabricNode> nodes, Set<FabricLink> links) {
  /// Reading a larger subnet would take longer than a test may.
  static final int MOST_NODES = 64;

  private static final int LAST_UNICAST = 0xBFFF;

  /// A link, seen from one of its ends.
  ///
  /// @param from PortGUID of this end
  /// @param to PortGUID of the neighbor
  record FabricLink(long from, int fromPort, long to, int toPort) {
    FabricLink reversed() {
      return new FabricLink(to, toPort, from, fromPort);
    }
  }

  /// Reads all nodes; empty if there are more than [#MOST_NODES].
  static Optional<FabricView> sweep(MadExchange mads) throws TestException {
    return sweep(mads, MOST_NODES);
  }

  /// Reads all nodes; empty if there are more than `most`.
  static Optional<FabricView> sweep(MadExchange mads, int most) throws TestException {
    Map<Long, FabricNode> found = new LinkedHashMap<>();
    Set<FabricLink> links = new LinkedHashSet<>();
    Deque<FabricNode> open = new ArrayDeque<>();
    FabricNode own =
        FabricNode.read(mads, new Route.Directed(List.of()), nodeInfo(mads, Route.SELF));
    found.put(own.guid(), own);
    open.add(own);
    while (!open.isEmpty()) {
      FabricNode from = open.remove();
      // Only switches forward SMPs.
      List<Integer> ways = from.isSwitch() || from.equals(own) ? from.linked() : List.of();
      for (int port : ways) {
        if (from.route().ports().size() == Smp.MAX_HOPS || found.size() > most) {
          return Optional.empty();
        }
        Route.Directed route = longer(from.route(), port);
        MadPacketSpec nodeInfo = nodeInfo(mads, route);
        long guid = nodeInfo.data(NodeInfo.PORT_GUID);
        if (!found.containsKey(guid)) {
          FabricNode node = FabricNode.read(mads, route, nodeInfo);
          found.put(guid, node);
          open.add(node);
        }
        int entered = (int) nodeInfo.data(NodeInfo.LOCAL_PORT_NUM);
        FabricLink link = new FabricLink(from.guid(), port, guid, entered);
        links.add(link);
        links.add(link.reversed());
      }
    }
    return Optional.of(new FabricView(new ArrayList<>(found.values()), links));
  }

  /// Returns a copy with more tables of its nodes: [FabricNode#withBlocks].
  FabricView withBlocks(MadExchange mads) throws TestException {
    List<FabricNode> whole = new ArrayList<>();
    for (FabricNode node : nodes) {
      whole.add(node.withBlocks(mads));
    }
    return new FabricView(whole, links);
  }

  /// Returns a copy with the P_KeyTables of its nodes.
  FabricView withPKeys(MadExchange mads) throws TestException {
    List<FabricNode> whole = new ArrayList<>();
    for (FabricNode node : nodes) {
      whole.add(node.withPKeys(mads));
    }
    return new FabricView(whole, links);
  }

  private static MadPacketSpec nodeInfo(MadExchange mads, Route route) throws TestException {
    mads.send(MadPacketSpec.subnGet(Attribute.NODE_INFO), route);
    return mads.receiveOk();
  }

  private static Route.Directed longer(Route.Directed route, int port) {
    List<Integer> ports = new ArrayList<>(route.ports());
    ports.add(port);
    return new Route.Directed(ports);
  }

  /// Returns the base LID of the node that has a PortGUID.
  long lid(long guid) {
    return nodes.stream()
        .filter(node -> node.guid() == guid)
        .mapToLong(FabricNode::lid)
        .findFirst()
        .orElseThrow();
  }

  /// Returns the last LID of the node that has a base LID.
  long lastLid(long lid) {
    return nodes.stream()
        .filter(node -> node.lid() == lid)
        .mapToLong(node -> lid + node.lids() - 1)
        .findFirst()
        .orElse(lid);
  }

  /// Whether a node has a LID, or no node can have it.
  boolean hasLid(long lid) {
    return lid == 0
        || lid > LAST_UNICAST
        || nodes.stream().anyMatch(node -> lid >= node.lid() && lid < node.lid() + node.lids());
  }
}
