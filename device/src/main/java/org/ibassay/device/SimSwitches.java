package org.ibassay.device;

import static org.ibassay.device.variant.SimParameter.PORTS;
import static org.ibassay.device.variant.SimParameter.SWITCH_PARTITION;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.ibassay.device.fabric.Cable;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Jack;
import org.ibassay.device.sma.Guids;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Port;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.mad.Route;

/// The row of switches between a tester and the DUT. They conform and have three ports; the middle
/// one has no cable, or a second cable to the next switch. An adapter may be cabled to a fourth
/// port of the last one.
final class SimSwitches {
  private static final int TO_TESTER = 1;
  private static final int BESIDE = 2;
  private static final int TO_DUT = 3;
  private static final int TO_HOST = 4;

  private final Fabric fabric;
  private final ManagedNode tester;
  private final List<ManagedNode> nodes;
  private final List<ManagedNode> hosts;

  /// Cables the tester to the first switch.
  ///
  /// @param manager declares how many switches there are, 0 for a plain cable, and what they do
  /// @param index of the tester
  SimSwitches(Fabric fabric, Variant manager, long seed, ManagedNode tester, int index) {
    this.fabric = fabric;
    this.tester = tester;
    int count = manager.number(SimParameter.SWITCHES);
    this.nodes =
        IntStream.range(0, count).mapToObj(i -> node(seed, index * count + i, manager)).toList();
    if (count > 0) {
      Cable.join(fabric, nodes.getFirst().jack(TO_TESTER), tester.jack(1));
    }
    for (int i = 1; i < count; i++) {
      Cable.join(fabric, nodes.get(i - 1).jack(TO_DUT), nodes.get(i).jack(TO_TESTER));
      Cable.join(fabric, nodes.get(i - 1).jack(BESIDE), nodes.get(i).jack(BESIDE));
    }
    this.hosts =
        count > 0 && manager.is(SimParameter.HOST) ? List.of(host(seed, index)) : List.of();
    hosts.forEach(host -> Cable.join(fabric, nodes.getLast().jack(TO_HOST), host.jack(1)));
  }

  private ManagedNode node(long seed, int number, Variant manager) {
    Map<SimParameter, Long> given =
        Map.ofEntries(
            Map.entry(PORTS, manager.is(SimParameter.HOST) ? 4L : 3L),
            Map.entry(SimParameter.RESPONSE_MICROS, 0L),
            Map.entry(SimParameter.WIDTHS, 31L),
            Map.entry(SimParameter.EXT_SPEEDS, 15L),
            Map.entry(SimParameter.MCAST_CAP, 40L),
            Map.entry(SimParameter.VL_ARB_LOW_CAP, 40L),
            Map.entry(SimParameter.VL_ARB_HIGH_CAP, 8L),
            Map.entry(SimParameter.PARTITION_CAP, 32L),
            Map.entry(SimParameter.TRAPS, (long) manager.number(SimParameter.TRAPS)));
    Guids guids = Guids.ofSwitch(seed, number);
    Variant variant =
        Variant.of(NodeKind.SWITCH, given).with(SWITCH_PARTITION, manager.number(SWITCH_PARTITION));
    return ManagedNode.of(fabric, variant, guids, 0, new Seams(seed));
  }

  private ManagedNode host(long seed, int index) {
    Variant variant = Variant.of(NodeKind.CA, Map.of(PORTS, 1L, SimParameter.RESPONSE_MICROS, 0L));
    return ManagedNode.of(fabric, variant, Guids.ofHost(seed, index), 0, new Seams(seed));
  }

  /// Cables the DUT to the last switch, or to the tester.
  ///
  /// @return all cabled ports
  List<Port> cable(Port dut, Jack dutJack) {
    Cable.join(fabric, dutJack, nodes.isEmpty() ? tester.jack(1) : nodes.getLast().jack(TO_DUT));
    List<Port> ports = new ArrayList<>();
    ports.add(dut);
    for (ManagedNode node : nodes) {
      ports.add(node.port(TO_TESTER));
      ports.add(node.port(BESIDE));
      ports.add(node.port(TO_DUT));
    }
    hosts.forEach(host -> {
      ports.add(nodes.getLast().port(TO_HOST));
      ports.add(host.port(1));
    });
    ports.add(tester.port(1));
    return ports;
  }

  Route toDut() {
    List<Integer> ports = new ArrayList<>(Collections.nCopies(nodes.size(), TO_DUT));
    ports.addFirst(1);
    return new Route.Directed(ports);
  }
}
