package org.ibassay.suite.c15;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.c15.FabricView.FabricLink;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Rate;
import org.jspecify.annotations.Nullable;

/// The path of packets through a subnet according to the linear forwarding tables of its switches.
///
/// @param ends both ends of each link
record FabricWay(List<End> ends) {
  /// A port on a link.
  ///
  /// @param endPort PortInfo of the port of its node that has the LID
  /// @param info its own PortInfo
  private record End(MadPacketSpec endPort, MadPacketSpec info) {
    static End of(FabricNode node, int port) {
      return new End(node.endPort(), Objects.requireNonNull(node.ports().get(port)));
    }

    long mtu() {
      return Math.min(info.data(PortInfo.NEIGHBOR_MTU), info.data(PortInfo.MTU_CAP));
    }
  }

  /// Returns the path from an end port to a LID; empty if the tables that were read do not lead
  /// there.
  static Optional<FabricWay> of(FabricView subnet, DirectEndPort from, long dlid) {
    Map<Long, FabricNode> nodes =
        subnet.nodes().stream().collect(Collectors.toMap(FabricNode::guid, Function.identity()));
    List<End> ends = new ArrayList<>();
    FabricNode node = nodes.get(from.guid());
    while (node != null && !isAt(node, dlid)) {
      long egress = node.isSwitch() ? forwarded(node, dlid) : from.number();
      FabricLink link = link(subnet, node, egress);
      if (link == null || ends.size() > Smp.MAX_HOPS) {
        return Optional.empty();
      }
      FabricNode next = Objects.requireNonNull(nodes.get(link.to()));
      ends.add(End.of(node, link.fromPort()));
      ends.add(End.of(next, link.toPort()));
      node = next;
    }
    return node == null ? Optional.empty() : Optional.of(new FabricWay(ends));
  }

  private static boolean isAt(FabricNode node, long lid) {
    return lid >= node.lid() && lid < node.lid() + node.lids();
  }

  private static @Nullable FabricLink link(FabricView subnet, FabricNode node, long egress) {
    return subnet.links().stream()
        .filter(link -> link.from() == node.guid() && link.fromPort() == egress)
        .findFirst()
        .orElse(null);
  }

  /// @return output port; 0 if it is not known
  private static long forwarded(FabricNode node, long lid) {
    int each = LinearForwardingTable.PORT.count();
    int block = Math.toIntExact(lid / each);
    return block < node.linearBlocks().size()
        ? node.linearBlocks().get(block).data(LinearForwardingTable.PORT, (int) (lid % each))
        : 0;
  }

  /// Returns the code of the greatest MTU that every link supports; empty for a path without links.
  Optional<Long> mtu() {
    return ends.stream().map(End::mtu).min(Long::compare);
  }

  /// Returns the rate of its slowest link; empty if that is reserved, and for a path without links.
  Optional<Rate> rate() {
    List<Optional<Rate>> rates =
        ends.stream().map(end -> DirectEndPort.rate(end.endPort(), end.info())).toList();
    return rates.stream().allMatch(Optional::isPresent)
        ? rates.stream().flatMap(Optional::stream).min(Rate::compareTo)
        : Optional.empty();
  }
}
