package org.ibassay.device;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.hostile.HostileReplies;
import org.ibassay.device.listen.Host;
import org.ibassay.device.listen.HostDirectory;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyNode;
import org.ibassay.link.topology.TopologyPort;
import org.ibassay.wire.attribute.PortInfo;

/// The nodes of a topology, powered on and cabled. No port has a LID initially. They conform,
/// except for the changes in the URI.
final class TopologyFabric {
  /// GUIDs of nodes for which the file specifies none.
  private static final long OWN_GUIDS = 0x0200_1BA6_0000_0000L;

  private static final int GUIDS_EACH = 0x100;
  private static final long MOST_CABLES = 1L << 32;

  private final Fabric fabric = new Fabric();
  private final FabricUri wanted;
  private final FabricTopology topology;
  private final long seed;
  private final Seams conforming;
  private final Map<String, ManagedNode> nodes = new LinkedHashMap<>();
  private boolean isLossy;
  private int cables;

  TopologyFabric(FabricUri wanted) {
    this.wanted = wanted;
    this.topology = wanted.topology();
    this.seed = wanted.impairment().seed();
    this.conforming = new Seams(seed);
    for (TopologyNode node : topology.nodes()) {
      nodes.put(node.id(), made(node, nodes.size() + 1));
    }
    if (wanted.isManaged()) {
      new ConfiguredSubnet(topology, nodes).configure();
    }
    for (TopologyNode node : topology.nodes()) {
      node.cabled().values().forEach(port -> cable(node, port));
    }
  }

  Fabric fabric() {
    return fabric;
  }

  /// Whether packets can be lost in it.
  boolean isLossy() {
    return isLossy;
  }

  private ManagedNode node(TopologyNode node) {
    return Objects.requireNonNull(nodes.get(node.id()));
  }

  /// The port from which a node's software sends: port 0 of a switch, otherwise the first port with
  /// a cable.
  private static int ownPort(TopologyNode node) {
    if (node.kind() == NodeType.SWITCH) {
      return 0;
    }
    return node.cabled().isEmpty() ? 1 : node.cabled().firstKey();
  }

  /// Returns a node as a host for programs.
  Host host(TopologyNode node) {
    return new Host(node.id(), node(node), ownPort(node));
  }

  /// Returns a directory of all nodes, by id or description.
  ///
  /// @param usual the host of clients that do not specify one
  HostDirectory hosts(TopologyNode usual) {
    return name -> {
      Optional<TopologyNode> node = name.isEmpty() ? Optional.of(usual) : topology.node(name);
      return node.map(this::host);
    };
  }

  private ManagedNode made(TopologyNode node, int index) {
    Map<Integer, Long> guids = new HashMap<>();
    node.cabled().values().stream()
        .filter(port -> port.guid() != 0)
        .forEach(port -> guids.put(port.number(), port.guid()));
    long guid = node.guid() == 0 ? OWN_GUIDS + (long) index * GUIDS_EACH : node.guid();
    NodeKind kind = FabricChange.kind(node.kind());
    Optional<SimUri> special = wanted.special(node);
    Variant variant = special.map(SimUri::variant).orElseGet(() -> Variant.of(kind));
    if (node.isEnhanced()) {
      variant = variant.with(SimParameter.ENHANCED_PORT0, 1);
    }
    if (!wanted.delays(node)) {
      variant = variant.with(SimParameter.RESPONSE_MICROS, 0); // the node on which programs run
    }
    ManagedNode made =
        ManagedNode.of(
            fabric,
            variant.with(SimParameter.PORTS, node.ports()).with(SimParameter.LID, 0),
            new Guids(guid, kind, guids),
            0,
            special.map(uri -> seams(uri, index)).orElse(conforming));
    made.describe(node.description());
    modes(made, node);
    return made;
  }

  private static Seams seams(SimUri special, int index) {
    Seams seams = special.seams();
    special
        .hostility()
        .ifPresent(how ->
            seams.replies.deviate(replies ->
                new HostileReplies(replies, how, special.rightAnswers(), special.seed() + index)));
    return seams;
  }

  private static void modes(ManagedNode made, TopologyNode node) {
    for (TopologyPort port : node.cabled().values()) {
      if (port.widths() != 0) {
        made.port(port.number()).put(PortInfo.LINK_WIDTH_ENABLED, port.widths());
      }
      if (port.speeds() != 0) {
        made.port(port.number()).put(PortInfo.LINK_SPEED_ENABLED, port.speeds());
      }
    }
  }

  /// Called for one of the two ends of each cable.
  private void cable(TopologyNode node, TopologyPort port) {
    TopologyNode peer = topology.byId(port.peer());
    boolean isFirstEnd =
        node.line() < peer.line()
            || (node.line() == peer.line() && port.number() < port.peerPort());
    if (isFirstEnd) {
      Cable cable =
          Cable.join(fabric, node(node).jack(port.number()), node(peer).jack(port.peerPort()));
      cables++;
      spoil(cable, node, port.number());
      spoil(cable, peer, port.peerPort());
    }
  }

  /// Impairs each link independently.
  private void spoil(Cable cable, TopologyNode node, int port) {
    long fate = seed * MOST_CABLES + cables;
    for (FabricChange change : wanted.changes()) {
      if (change.isOfLink(port) && change.isOf(node)) {
        isLossy = true;
        if (change.loss() > 0) {
          cable.lose(change.loss(), fate);
        } else if (change.flapNanos() > 0) {
          cable.flap(change.flapNanos(), fate);
        }
      }
    }
  }
}
