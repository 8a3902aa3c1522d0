package org.ibassay.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.device.shape.FatTreeShape;
import org.ibassay.device.shape.TorusShape;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.TopologyException;
import org.ibassay.link.topology.TopologyReader;

/// The parameters of a `sim:fabric` URI that specify its nodes and cables.
final class FabricShape {
  /// The number of unicast LIDs.
  private static final long MOST_NODES = 0xBFFF;

  private static final int MOST_PORTS = 254;
  private static final int MOST_LEVELS = 4;
  private static final int MOST_DIMENSIONS = 3;

  private static final UriParameter<String> TOPOLOGY =
      UriParameter.text(
          "topology", "a file", "sim:fabric: its nodes and cables, as ibnetdiscover writes them");
  private static final UriParameter<Long> FAT_TREE =
      UriParameter.number(
          "fat-tree",
          2,
          MOST_PORTS,
          "sim:fabric: a fat tree of switches with so many ports each, an even number, instead of"
              + " a file; it has 2 * (ports / 2) ^ levels hosts");
  private static final UriParameter<Long> LEVELS =
      UriParameter.number(
          "levels", 1, MOST_LEVELS, "sim:fabric: levels of switches of a fat tree; default: 2");
  private static final UriParameter<Long> PODS =
      UriParameter.number(
          "pods",
          1,
          MOST_PORTS,
          "sim:fabric: how many subtrees a fat tree has under its top level; default: as many as a"
              + " switch has ports");
  private static final UriParameter<List<Integer>> TORUS =
      UriParameter.of(
          "torus",
          "XxYxZ",
          "sim:fabric: a torus of X times Y times Z switches, instead of a file; or XxY, or X",
          FabricShape::sizes);
  private static final UriParameter<Long> HOSTS =
      UriParameter.number(
          "hosts", 1, 200, "sim:fabric: hosts at each switch of a torus; default: 1");

  /// In the order of the documentation.
  static final List<UriParameter<?>> PARAMETERS =
      List.of(TOPOLOGY, FAT_TREE, LEVELS, PODS, TORUS, HOSTS);

  private FabricShape() {}

  static FabricTopology in(DutUri uri) throws DutUriException {
    Optional<String> file = TOPOLOGY.in(uri);
    Optional<Long> tree = FAT_TREE.in(uri);
    Optional<List<Integer>> torus = TORUS.in(uri);
    long given = Stream.of(file, tree, torus).filter(Optional::isPresent).count();
    if (given != 1) {
      throw new DutUriException(
          uri.text(),
          given == 0
              ? "does not say topology=FILE, fat-tree=PORTS or torus=XxYxZ"
              : "says more than one of topology=, fat-tree= and torus=");
    }
    only(uri, LEVELS, tree.isPresent(), FAT_TREE);
    only(uri, PODS, tree.isPresent(), FAT_TREE);
    only(uri, HOSTS, torus.isPresent(), TORUS);
    if (file.isPresent()) {
      return read(uri, file.get());
    }
    return tree.isPresent() ? fatTree(uri, tree.get().intValue()) : torus(uri, torus.orElseThrow());
  }

  private static void only(
      DutUri uri, UriParameter<?> parameter, boolean isOfUse, UriParameter<?> owner)
      throws DutUriException {
    if (!isOfUse && parameter.in(uri).isPresent()) {
      throw new DutUriException(
          uri.text(), "says %s=, which goes with %s=".formatted(parameter.name(), owner.name()));
    }
  }

  private static FabricTopology read(DutUri uri, String file) throws DutUriException {
    try {
      return TopologyReader.read(Path.of(file));
    } catch (TopologyException e) {
      throw new DutUriException(uri.text(), String.valueOf(e.getMessage()));
    }
  }

  private static FabricTopology fatTree(DutUri uri, int ports) throws DutUriException {
    int levels = LEVELS.in(uri).orElse(2L).intValue();
    if (ports % 2 != 0) {
      throw new DutUriException(
          uri.text(),
          "fat-tree=%d: expected an even number of ports, half of which lead up".formatted(ports));
    }
    int pods = PODS.in(uri).orElse((long) ports).intValue();
    if (pods > ports || (levels == 1 && PODS.in(uri).isPresent())) {
      throw new DutUriException(
          uri.text(),
          levels == 1
              ? "says pods=, but a tree of one level has none"
              : "pods=%d: the top level's switches have %d ports".formatted(pods, ports));
    }
    FatTreeShape tree = new FatTreeShape(ports, levels, pods);
    limit(uri, tree.hosts() + tree.switches());
    return tree.topology();
  }

  private static FabricTopology torus(DutUri uri, List<Integer> sizes) throws DutUriException {
    TorusShape torus = new TorusShape(sizes, HOSTS.in(uri).orElse(1L).intValue());
    limit(uri, torus.switches() * (1 + torus.hosts()));
    return torus.topology();
  }

  private static void limit(DutUri uri, long nodes) throws DutUriException {
    if (nodes > MOST_NODES) {
      throw new DutUriException(
          uri.text(),
          "has %d nodes; a subnet has LIDs for %d at most".formatted(nodes, MOST_NODES));
    }
  }

  private static Optional<List<Integer>> sizes(String text) {
    List<Integer> sizes = new ArrayList<>();
    for (String size : text.split("x", -1)) {
      if (!size.matches("[1-9]\\d{0,3}")) {
        return Optional.empty();
      }
      sizes.add(Integer.parseInt(size));
    }
    return sizes.size() > MOST_DIMENSIONS ? Optional.empty() : Optional.of(sizes);
  }
}
