package org.ibassay.suite.c15;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ibassay.suite.c15.ManagedSubnet.LinkEnd;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.ibassay.wire.attribute.SwitchInfo;

/// The routes of the linear forwarding tables of a subnet.
record LinearRoutes(ManagedSubnet subnet) {
  /// The entry of a LID that a table does not cover.
  static final int NONE = -1;

  private static final int EACH = LinearForwardingTable.PORT.count();

  /// Returns the port that a switch has for a LID; [#NONE] beyond LinearFDBTop.
  int entry(FabricNode from, int lid) {
    long top = from.switchInfo().getFirst().data(SwitchInfo.LINEAR_FDB_TOP);
    return lid > top || lid / EACH >= from.linearBlocks().size()
        ? NONE
        : (int) from.linearBlocks().get(lid / EACH).data(LinearForwardingTable.PORT, lid % EACH);
  }

  /// Whether an entry can be correct: port 0 for the owner of the LID, otherwise a port with an
  /// Active link.
  boolean isUsable(FabricNode from, int lid) {
    int port = entry(from, lid);
    boolean isOwn = owners(lid).contains(from);
    return isOwn
        ? port == 0
        : port > 0
            && subnet.peer(from, port) != null
            && Objects.requireNonNull(from.ports().get(port)).data(PortInfo.PORT_STATE)
                == PortState.ACTIVE;
  }

  /// Returns why a packet for a LID does not reach its destination.
  ///
  /// @return empty if it does, or if an entry on the path is not usable
  String obstacle(FabricNode from, int lid) {
    Set<Long> passed = new HashSet<>();
    FabricNode node = from;
    while (!owners(lid).contains(node)) {
      if (!node.isSwitch()) {
        return "a packet at 0x%016X, which has not this LID".formatted(node.guid());
      }
      if (!passed.add(node.guid())) {
        return "a packet at 0x%016X for a second time".formatted(node.guid());
      }
      if (!isUsable(node, lid)) {
        return "";
      }
      node = Objects.requireNonNull(subnet.peer(node, entry(node, lid))).node();
    }
    return "";
  }

  private List<FabricNode> owners(int lid) {
    return subnet.owners().getOrDefault(lid, List.of());
  }

  /// Whether packets that wait for each other's buffers could deadlock with a single VL: a cycle of
  /// links, each of which carries packets that continue to the next.
  boolean hasCreditLoop() {
    Map<LinkEnd, Set<LinkEnd>> next = new HashMap<>();
    for (FabricNode node : subnet.switches()) {
      for (int lid : subnet.owners().keySet()) {
        add(next, node, lid);
      }
    }
    Map<LinkEnd, Boolean> isDone = new HashMap<>();
    return next.keySet().stream().anyMatch(link -> isInCircle(link, next, isDone));
  }

  /// Adds an edge from the link that leads to a switch's neighbor to the link by which a LID leaves
  /// that neighbor.
  private void add(Map<LinkEnd, Set<LinkEnd>> next, FabricNode node, int lid) {
    if (owners(lid).contains(node) || !isUsable(node, lid)) {
      return;
    }
    LinkEnd entered = Objects.requireNonNull(subnet.peer(node, entry(node, lid)));
    FabricNode then = entered.node();
    if (then.isSwitch() && !owners(lid).contains(then) && isUsable(then, lid)) {
      next.computeIfAbsent(entered, _ -> new HashSet<>())
          .add(Objects.requireNonNull(subnet.peer(then, entry(then, lid))));
    }
  }

  /// @param isDone false for links that are being followed
  private static boolean isInCircle(
      LinkEnd link, Map<LinkEnd, Set<LinkEnd>> next, Map<LinkEnd, Boolean> isDone) {
    Boolean known = isDone.putIfAbsent(link, false);
    if (known != null) {
      return !known;
    }
    for (LinkEnd following : next.getOrDefault(link, Set.of())) {
      if (isInCircle(following, next, isDone)) {
        return true;
      }
    }
    isDone.put(link, true);
    return false;
  }
}
