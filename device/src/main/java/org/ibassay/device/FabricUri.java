package org.ibassay.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.NameSuggestions;
import org.ibassay.link.dut.PathText;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyNode;

/// A parsed `sim:fabric` URI: the fabric, the tester's node, and the node under test.
///
/// @param route from the tester to the DUT
/// @param isManaged whether nodes have LIDs and routes
/// @param changes nodes and links that differ from the others
record FabricUri(
    FabricTopology topology,
    TopologyNode tester,
    List<Integer> route,
    boolean isManaged,
    List<FabricChange> changes,
    Impairment impairment) {
  /// The target in the URI.
  static final String TARGET = "fabric";

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
  private static final UriParameter<List<Integer>> PATH =
      UriParameter.of(
          "path",
          "0, then the egress port of each hop, e.g. 0,1",
          "sim:fabric: which node is tested, by its directed route; instead of dut",
          PathText::read);
  private static final UriParameter<Boolean> MANAGED =
      UriParameter.of(
          "managed",
          "true or false",
          "sim:fabric: whether its nodes have LIDs, routes and Active links, as a subnet manager"
              + " leaves them; default: false",
          text ->
              text.equals("true") || text.equals("false")
                  ? Optional.of(text.equals("true"))
                  : Optional.empty());
  private static final UriParameter<FabricChange> AT =
      UriParameter.of(
          "at",
          "NAME:PARAMETER=VALUE, NAME[PORT]:loss=P or NAME[PORT]:flap=SECONDS",
          "sim:fabric: what is special at the nodes of that name (an id or a description; * and ?"
              + " stand for any text and any character): a parameter, deviation or hostility as"
              + " of a single device; links that lose packets, or go down after so many seconds on"
              + " the average; repeatable",
          FabricChange::of);

  /// In the order of the documentation.
  static final List<UriParameter<?>> PARAMETERS =
      Stream.<UriParameter<?>>concat(
              FabricShape.PARAMETERS.stream(), Stream.of(TESTER, DUT, PATH, MANAGED, AT))
          .toList();

  /// Copies the lists.
  FabricUri {
    route = List.copyOf(route);
    changes = List.copyOf(changes);
  }

  static boolean isMeantBy(DutUri uri) {
    return uri.target().equals(TARGET);
  }

  static FabricUri parse(DutUri uri) throws DutUriException {
    uri.allowOnly(
        Stream.concat(PARAMETERS.stream(), Impairment.beside(List.of()).stream())
            .map(UriParameter::name)
            .toArray(String[]::new));
    FabricTopology topology = FabricShape.in(uri);
    Optional<String> from = TESTER.in(uri);
    TopologyNode tester =
        from.isPresent() ? node(uri, topology, TESTER, from.get()) : tester(uri, topology);
    if (tester.cabled().isEmpty()) {
      throw new DutUriException(
          uri.text(), "has the tester at \"" + tester.id() + "\" without cables");
    }
    List<FabricChange> changes = AT.allIn(uri);
    for (FabricChange change : changes) {
      change.check(uri, topology.nodes());
    }
    checkTogether(uri, topology, changes);
    return new FabricUri(
        topology,
        tester,
        route(uri, topology, tester),
        MANAGED.in(uri).orElse(false),
        changes,
        Impairment.of(uri));
  }

  /// Checks changes that are valid individually, but not together.
  private static void checkTogether(DutUri uri, FabricTopology topology, List<FabricChange> changes)
      throws DutUriException {
    for (TopologyNode node : topology.nodes()) {
      List<FabricChange> of = ofNode(changes, node);
      if (of.size() > 1) {
        FabricChange.device(uri, FabricChange.kind(node.kind()), of);
      }
    }
  }

  private static List<FabricChange> ofNode(List<FabricChange> changes, TopologyNode node) {
    List<FabricChange> of = new ArrayList<>();
    for (FabricChange change : changes) {
      if (!change.isOfLinks() && change.isOf(node)) {
        of.add(change);
      }
    }
    return of;
  }

  /// Returns the settings of a node that the URI changes.
  Optional<SimUri> special(TopologyNode node) {
    List<FabricChange> of = ofNode(changes, node);
    try {
      return of.isEmpty()
          ? Optional.empty()
          : Optional.of(FabricChange.device(uri(), FabricChange.kind(node.kind()), of));
    } catch (DutUriException e) {
      throw new IllegalStateException("was checked", e);
    }
  }

  /// Whether the URI specifies the response time of a node.
  boolean delays(TopologyNode node) {
    return ofNode(changes, node).stream()
        .anyMatch(change -> change.what().equals(SimParameter.RESPONSE_MICROS.word()));
  }

  private static DutUri uri() throws DutUriException {
    return DutUri.parse("sim:" + TARGET);
  }

  private static List<Integer> route(DutUri uri, FabricTopology topology, TopologyNode tester)
      throws DutUriException {
    Optional<String> to = DUT.in(uri);
    Optional<List<Integer>> path = PATH.in(uri);
    if (path.isPresent()) {
      if (to.isPresent()) {
        throw new DutUriException(uri.text(), "says both dut= and path=");
      }
      return path.get();
    }
    TopologyNode dut =
        node(uri, topology, DUT, to.orElse(tester.cabled().values().iterator().next().peer()));
    return topology
        .route(tester, dut)
        .orElseThrow(() ->
            new DutUriException(
                uri.text(), "no route from \"%s\" to \"%s\"".formatted(tester.id(), dut.id())));
  }

  private static TopologyNode tester(DutUri uri, FabricTopology topology) throws DutUriException {
    return topology
        .node("Tester")
        .or(() ->
            topology.nodes().stream()
                .filter(node -> node.kind() == NodeType.CA && !node.cabled().isEmpty())
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
