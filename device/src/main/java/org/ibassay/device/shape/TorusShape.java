package org.ibassay.device.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyBuilder;

/// A torus of switches, each with hosts. A ring of two switches has one cable, not two.
///
/// Ports 1 and 2 of a switch lead forward and back in the first dimension, ports 3 and 4 in the
/// second, and so on; the other ports lead to hosts. Switches are named `switch-X-Y-Z` and hosts
/// `host-NUMBER`, numbered from 1.
///
/// @param sizes number of switches in each dimension
/// @param hosts number of hosts at each switch
public record TorusShape(List<Integer> sizes, int hosts) {

  /// Copies the list.
  public TorusShape {
    sizes = List.copyOf(sizes);
  }

  /// Number of switches.
  public long switches() {
    return sizes.stream().mapToLong(size -> size).reduce(1, (a, b) -> a * b);
  }

  /// Returns the topology, with the hosts first.
  public FabricTopology topology() {
    TopologyBuilder builder = new TopologyBuilder();
    for (int i = 0; i < switches() * hosts; i++) {
      builder.node(NodeType.CA, host(i), host(i), 0, 1);
    }
    int rings = 2 * sizes.size();
    for (int i = 0; i < switches(); i++) {
      builder.node(NodeType.SWITCH, name(i), name(i), 0, rings + hosts);
    }
    for (int i = 0; i < switches(); i++) {
      for (int host = 0; host < hosts; host++) {
        builder.cable(host(i * hosts + host), 1, name(i), rings + host + 1);
      }
      for (int dimension = 0; dimension < sizes.size(); dimension++) {
        cableOn(builder, i, dimension);
      }
    }
    return builder.topology();
  }

  private void cableOn(TopologyBuilder builder, int index, int dimension) {
    List<Integer> place = place(index);
    int size = sizes.get(dimension);
    int at = place.get(dimension);
    if (size > 2 || (size == 2 && at == 0)) {
      place.set(dimension, (at + 1) % size);
      builder.cable(name(index), 2 * dimension + 1, name(place), 2 * dimension + 2);
    }
  }

  private List<Integer> place(int index) {
    List<Integer> place = new ArrayList<>();
    int rest = index;
    for (int size : sizes) {
      place.add(rest % size);
      rest /= size;
    }
    return place;
  }

  private String name(int index) {
    return name(place(index));
  }

  private static String name(List<Integer> place) {
    return "switch-"
        + place.stream().map(at -> Integer.toString(at + 1)).collect(Collectors.joining("-"));
  }

  private static String host(int index) {
    return "host-" + (index + 1);
  }
}
