package org.ibassay.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.listen.Host;
import org.ibassay.device.listen.HostDirectory;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.topology.FabricTopology;
import org.ibassay.device.topology.TopologyNode;
import org.ibassay.device.topology.TopologyPort;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeDescription;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// The nodes of a topology, all conforming, switched on and cabled. No port has a LID yet.
final class TopologyFabric {
  /// GUIDs of nodes for which the file has none.
  private static final long OWN_GUIDS = 0x0200_1BA6_0000_0000L;

  private static final int GUIDS_EACH = 0x100;

  private final Fabric fabric = new Fabric();
  private final FabricTopology topology;
  private final long seed;
  private final Map<String, ManagedNode> nodes = new LinkedHashMap<>();

  TopologyFabric(FabricTopology topology, long seed) {
    this.topology = topology;
    this.seed = seed;
    for (TopologyNode node : topology.nodes()) {
      nodes.put(node.id(), made(node, nodes.size() + 1));
    }
    for (TopologyNode node : topology.nodes()) {
      node.cabled().values().forEach(port -> cable(node, port));
    }
  }

  Fabric fabric() {
    return fabric;
  }

  private ManagedNode node(TopologyNode node) {
    return Objects.requireNonNull(nodes.get(node.id()));
  }

  /// The port by which a node's software sends: of a switch port 0, else the first with a cable.
  private static int ownPort(TopologyNode node) {
    if (node.kind() == NodeKind.SWITCH) {
      return 0;
    }
    return node.cabled().isEmpty() ? 1 : node.cabled().firstKey();
  }

  /// The node as a place for programs.
  Host host(TopologyNode node) {
    return new Host(node.id(), node(node), ownPort(node));
  }

  /// Every node, by id or description.
  ///
  /// @param usual where clients are that do not mind
  HostDirectory hosts(TopologyNode usual) {
    return name -> {
      Optional<TopologyNode> node = name.isEmpty() ? Optional.of(usual) : topology.node(name);
      return node.map(this::host);
    };
  }

  private ManagedNode made(TopologyNode node, int index) {
    Map<SimParameter, Long> given = new HashMap<>();
    given.put(SimParameter.PORTS, (long) node.ports());
    given.put(SimParameter.LID, 0L);
    given.put(SimParameter.RESPONSE_MICROS, 0L); // programs at a node look at it themselves
    given.put(SimParameter.ENHANCED_PORT0, node.isEnhanced() ? 1L : 0L);
    Map<Integer, Long> guids = new HashMap<>();
    node.cabled().values().stream()
        .filter(port -> port.guid() != 0)
        .forEach(port -> guids.put(port.number(), port.guid()));
    long guid = node.guid() == 0 ? OWN_GUIDS + (long) index * GUIDS_EACH : node.guid();
    ManagedNode made =
        ManagedNode.of(
            fabric,
            Variant.of(node.kind(), given),
            new Guids(guid, node.kind(), guids),
            0,
            new Seams(seed));
    describe(made, node.description());
    for (TopologyPort port : node.cabled().values()) {
      if (port.widths() != 0) {
        made.port(port.number()).put(PortInfo.LINK_WIDTH_ENABLED, port.widths());
      }
      if (port.speeds() != 0) {
        made.port(port.number()).put(PortInfo.LINK_SPEED_ENABLED, port.speeds());
      }
    }
    return made;
  }

  /// Makes a node say what it is.
  static void describe(ManagedNode node, String description) {
    byte[] text =
        Arrays.copyOf(description.getBytes(StandardCharsets.UTF_8), NodeDescription.LAYOUT.bytes());
    node.leave(
        Attribute.NODE_DESCRIPTION,
        t -> {
          t.clearAnswer();
          MemorySegment.copy(text, 0, t.response(), JAVA_BYTE, Smp.DATA, text.length);
          return MadStatus.OK;
        });
  }

  /// Once for both its ends.
  private void cable(TopologyNode node, TopologyPort port) {
    TopologyNode peer = topology.node(port.peer()).orElseThrow();
    boolean isFirstEnd =
        node.line() < peer.line()
            || (node.line() == peer.line() && port.number() < port.peerPort());
    if (isFirstEnd) {
      Cable.join(fabric, node(node).jack(port.number()), node(peer).jack(port.peerPort()));
    }
  }
}
