package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.link.dut.PathText;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyBuilder;
import org.jspecify.annotations.Nullable;

/// The nodes and links found in a fabric.
public final class FoundFabric {
  /// One end of a link.
  public record End(long guid, int port) {
    @Override
    public String toString() {
      return "%s port %d".formatted(FoundNode.name(guid), port);
    }
  }

  /// A link and its rate: `4xHDR`.
  record Link(End one, End other, String rate) {}

  /// A link that is up, but at whose far end no node responds properly.
  ///
  /// @param route directed route to that place
  /// @param end port at the near end of the link; null for the tester itself
  /// @param why the result of SubnGet(NodeInfo)
  public record Place(List<Integer> route, @Nullable End end, String why) {
    /// Copies the list.
    public Place {
      route = List.copyOf(route);
    }

    /// The port at the near end of the link, for messages.
    public String from() {
      return end == null ? "the tester" : end.toString();
    }
  }

  private final Map<Long, FoundNode> nodes = new LinkedHashMap<>();
  private final Map<End, Link> links = new LinkedHashMap<>();

  /// Each rate once: a fabric has few, but many links.
  private final Map<String, String> rates = new HashMap<>();

  private final List<Place> unanswered = new ArrayList<>();
  private final List<String> oddities = new ArrayList<>();
  private final Map<String, Integer> unknownFirmware = new TreeMap<>();

  FoundFabric() {}

  /// The nodes, the tester's own first, then in the order of their distance.
  public List<FoundNode> nodes() {
    return List.copyOf(nodes.values());
  }

  /// Links at whose far end no node responds.
  public List<Place> unanswered() {
    return List.copyOf(unanswered);
  }

  /// Returns inconsistencies as sentences, such as a GUID found at two places.
  public List<String> oddities() {
    return List.copyOf(oddities);
  }

  /// The number of ports whose link is up.
  public int ports() {
    return links.size() + unanswered.size();
  }

  /// The number of nodes of each type.
  Map<NodeType, Integer> types() {
    Map<NodeType, Integer> types = new EnumMap<>(NodeType.class);
    nodes.values().forEach(node -> types.merge(node.type(), 1, Integer::sum));
    return types;
  }

  /// Numbers and troubles, without the nodes.
  public FabricFacts facts() {
    return new FabricFacts(
        nodes.size(),
        ports(),
        unanswered.stream()
            .map(place ->
                new FabricFacts.Silent(PathText.of(place.route()), place.from(), place.why()))
            .toList(),
        oddities,
        unknownFirmware.entrySet().stream()
            .map(reason ->
                "%,d %s: %s"
                    .formatted(
                        reason.getValue(),
                        reason.getValue() == 1 ? "node" : "nodes",
                        reason.getKey()))
            .toList());
  }

  int count() {
    return nodes.size();
  }

  boolean knows(long guid) {
    return nodes.containsKey(guid);
  }

  boolean isLinked(End end) {
    return links.containsKey(end);
  }

  Map<End, Link> links() {
    return links;
  }

  void add(FoundNode node) {
    nodes.put(node.guid(), node);
  }

  void link(End one, End other, String rate) {
    Link known = links.get(other);
    if (known != null && !known.other().equals(one) && !known.one().equals(one)) {
      oddities.add(
          "%s is at the other end of two links, of %s and of %s: is a NodeGUID there twice?"
              .formatted(other, known.one().equals(other) ? known.other() : known.one(), one));
      return;
    }
    Link link = new Link(one, other, rates.computeIfAbsent(rate, each -> each));
    unanswered.removeIf(
        place -> one.equals(place.end) || other.equals(place.end)); // a packet was lost
    links.put(one, link);
    links.put(other, link);
  }

  void unanswered(Place place) {
    unanswered.add(place);
  }

  /// Counts a node whose firmware version is not known.
  void unknownFirmware(String reason) {
    unknownFirmware.merge(reason, 1, Integer::sum);
  }

  void odd(String sentence) {
    oddities.add(sentence);
  }

  /// Returns nodes and links in the form of an expected topology.
  public FabricTopology topology() {
    TopologyBuilder builder = new TopologyBuilder();
    Map<Long, String> ids = new HashMap<>();
    for (FoundNode node : nodes.values()) {
      String id = id(node);
      ids.put(node.guid(), id);
      builder.node(node.type(), id, node.description(), node.guid(), node.ports());
    }
    for (Map.Entry<End, Link> entry : links.entrySet()) {
      End end = entry.getKey();
      Link link = entry.getValue();
      End peer = link.one().equals(end) ? link.other() : link.one();
      String near = ids.get(end.guid());
      String far = ids.get(peer.guid());
      if (near != null && far != null) {
        builder.end(near, end.port(), 0, far, peer.port(), link.rate());
      }
    }
    return builder.topology();
  }

  /// The name of a node as in the output of ibnetdiscover.
  private static String id(FoundNode node) {
    String letter =
        node.type() == NodeType.SWITCH ? "S" : node.type() == NodeType.ROUTER ? "R" : "H";
    return "%s-%016x".formatted(letter, node.guid());
  }
}
