package org.ibassay.device;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.device.topology.FabricTopology;
import org.ibassay.device.topology.TopologyException;
import org.ibassay.device.topology.TopologyNode;
import org.ibassay.device.topology.TopologyReader;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;

/// What a `sim:fabric` URI asks for: a fabric of conforming nodes, where the tester is in it, and
/// which node it tests.
///
/// @param route from the tester to the DUT
record FabricUri(
    FabricTopology topology,
    TopologyNode tester,
    TopologyNode dut,
    List<Integer> route,
    Impairment impairment) {
  /// As it stands after `sim:`.
  static final String TARGET = "fabric";

  private static final UriParameter<String> TOPOLOGY =
      UriParameter.text(
          "topology", "a file", "sim:fabric: its nodes and cables, as ibnetdiscover writes them");
  private static final UriParameter<String> TESTER =
      UriParameter.text(
          "tester",
          "a node's name",
          "sim:fabric: where the tester is; default: Tester, else the first channel adapter");
  private static final UriParameter<String> DUT =
      UriParameter.text(
          "dut",
          "a node's name",
          "sim:fabric: which node is tested; default: the tester's neighbor");

  /// In the order of the documentation.
  static final List<UriParameter<?>> PARAMETERS = List.of(TOPOLOGY, TESTER, DUT);

  static boolean isMeantBy(DutUri uri) {
    return uri.target().equals(TARGET);
  }

  static FabricUri parse(DutUri uri) throws DutUriException {
    uri.allowOnly(
        Stream.concat(PARAMETERS.stream(), Impairment.beside(List.of()).stream())
            .map(UriParameter::name)
            .toArray(String[]::new));
    FabricTopology topology = topology(uri);
    Optional<String> from = TESTER.in(uri);
    TopologyNode tester =
        from.isPresent() ? node(uri, topology, TESTER, from.get()) : tester(uri, topology);
    if (tester.cabled().isEmpty()) {
      throw new DutUriException(
          uri.text(), "has the tester at \"" + tester.id() + "\" without cables");
    }
    Optional<String> to = DUT.in(uri);
    TopologyNode dut =
        node(uri, topology, DUT, to.orElse(tester.cabled().values().iterator().next().peer()));
    List<Integer> route =
        topology
            .route(tester, dut)
            .orElseThrow(() ->
                new DutUriException(
                    uri.text(),
                    "knows no way from \"%s\" to \"%s\"".formatted(tester.id(), dut.id())));
    return new FabricUri(topology, tester, dut, route, Impairment.of(uri));
  }

  private static FabricTopology topology(DutUri uri) throws DutUriException {
    try {
      return TopologyReader.read(Path.of(TOPOLOGY.requiredIn(uri)));
    } catch (TopologyException e) {
      throw new DutUriException(uri.text(), String.valueOf(e.getMessage()));
    }
  }

  private static TopologyNode tester(DutUri uri, FabricTopology topology) throws DutUriException {
    return topology
        .node("Tester")
        .or(() ->
            topology.nodes().stream()
                .filter(node -> node.kind() == NodeKind.CA && !node.cabled().isEmpty())
                .findFirst())
        .orElseThrow(() ->
            new DutUriException(
                uri.text(), "has no channel adapter for the tester; expected tester=NODE"));
  }

  private static TopologyNode node(
      DutUri uri, FabricTopology topology, UriParameter<String> parameter, String name)
      throws DutUriException {
    return topology
        .node(name)
        .orElseThrow(() ->
            new DutUriException(
                uri.text(),
                "%s=%s: expected a node of the topology; closest: %s"
                    .formatted(
                        parameter.name(),
                        name,
                        String.join(
                            ", ",
                            NameSuggestions.to(
                                name,
                                topology.nodes().stream().map(TopologyNode::id).toList(),
                                5)))));
  }
}
