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

/// The subnet of the tester's port as its nodes say themselves, found by directed routes from that
/// port on. It is what the records of subnet administration are held against.
///
/// @param nodes the tester's own first
/// @param links each twice, once from either end
record FabricView(List<FabricNode> nodes, Set<FabricLink> links) {
  /// A larger subnet takes longer than a test may.
  static final int MOST_NODES = 64;

  private static final int LAST_UNICAST = 0xBFFF;

  /// A link, seen from one of its ends.
  ///
  /// @param from its PortGUID
  /// @param to PortGUID of the neighbour
  record FabricLink(long from, int fromPort, long to, int toPort) {
    FabricLink reversed() {
      return new FabricLink(to, toPort, from, fromPort);
    }
  }

  /// Asks all nodes; none when there are more than [#MOST_NODES].
  static Optional<FabricView> sweep(MadExchange mads) throws TestException {
    return sweep(mads, MOST_NODES);
  }

  /// Asks all nodes; none when there are more than so many.
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
      // An SMP passes switches only.
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

  /// A copy with more of the tables of its nodes: [FabricNode#withBlocks].
  FabricView withBlocks(MadExchange mads) throws TestException {
    List<FabricNode> whole = new ArrayList<>();
    for (FabricNode node : nodes) {
      whole.add(node.withBlocks(mads));
    }
    return new FabricView(whole, links);
  }

  /// A copy with the P_KeyTables of its nodes.
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

  /// The base LID of the node that has a PortGUID.
  long lid(long guid) {
    return nodes.stream()
        .filter(node -> node.guid() == guid)
        .mapToLong(FabricNode::lid)
        .findFirst()
        .orElseThrow();
  }

  /// The last LID of the node that has a base LID.
  long lastLid(long lid) {
    return nodes.stream()
        .filter(node -> node.lid() == lid)
        .mapToLong(node -> lid + node.lids() - 1)
        .findFirst()
        .orElse(lid);
  }

  /// Whether a node has a LID, or nobody may have it.
  boolean hasLid(long lid) {
    return lid == 0
        || lid > LAST_UNICAST
        || nodes.stream().anyMatch(node -> lid >= node.lid() && lid < node.lid() + node.lids());
  }
}
