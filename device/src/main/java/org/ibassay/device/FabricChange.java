package org.ibassay.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ibassay.device.hostile.HostileReplies;
import org.ibassay.device.hostile.Hostility;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyNode;

/// A change by `at=NAME:WHAT=VALUE` in a simulated fabric: of a node, as in the URI of a single
/// device, or of its links, with `at=NAME[PORT]:` or with `loss` and `flap`.
///
/// @param text as written, for messages
/// @param place matches the names, ids or descriptions, of nodes
/// @param port whose link is changed; empty for all of the node's links
/// @param what the parameter
/// @param value its value
record FabricChange(String text, Pattern place, OptionalInt port, String what, String value) {
  private static final Pattern FORM =
      Pattern.compile("(.+?)(?:\\[(\\d{1,3})\\])?:([a-z0-9-]+)=(.*)");

  private static final String LOSS = "loss";
  private static final String FLAP = "flap";
  private static final String DEVIATION = "deviation";
  private static final String HOSTILE = "hostile";
  private static final double MOST_SECONDS = 1_000_000;

  /// Parameters that the fabric determines.
  private static final Set<SimParameter> OF_FABRIC =
      Set.of(
          SimParameter.PORTS,
          SimParameter.CABLED,
          SimParameter.FROM_PORT,
          SimParameter.NATIVE_FRAMING,
          SimParameter.PORT_STATE,
          SimParameter.LID);

  /// Parses a change.
  ///
  /// @return empty if the text does not have this form
  static Optional<FabricChange> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    OptionalInt port =
        form.group(2) == null
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(form.group(2)));
    return Optional.of(
        new FabricChange(text, glob(form.group(1)), port, form.group(3), form.group(4)));
  }

  /// Compiles a pattern with `*` for any text and `?` for any single character.
  private static Pattern glob(String glob) {
    return Pattern.compile(
        Pattern.compile("[*?]|[^*?]+")
            .matcher(glob)
            .results()
            .map(part ->
                switch (part.group()) {
                  case "*" -> ".*";
                  case "?" -> ".";
                  default -> Pattern.quote(part.group());
                })
            .collect(Collectors.joining()),
        Pattern.DOTALL);
  }

  boolean isOf(TopologyNode node) {
    return place.matcher(node.id()).matches() || place.matcher(node.description()).matches();
  }

  /// Whether it concerns the link at a port of a node for which [#isOf] is true.
  boolean isOfLink(int number) {
    return isOfLinks() && (port.isEmpty() || port.getAsInt() == number);
  }

  /// Whether it concerns links instead of the node.
  boolean isOfLinks() {
    return what.equals(LOSS) || what.equals(FLAP);
  }

  /// The probability of packet loss on the link; 0 if it concerns something else.
  double loss() {
    return what.equals(LOSS) ? Double.parseDouble(value) : 0;
  }

  /// The average time that the link is up between failures, in nanoseconds; 0 if it concerns
  /// something else.
  long flapNanos() {
    return what.equals(FLAP) ? (long) (Double.parseDouble(value) * 1e9) : 0;
  }

  /// Checks that the change is possible in a fabric.
  void check(DutUri uri, List<TopologyNode> nodes) throws DutUriException {
    List<TopologyNode> meant = nodes.stream().filter(this::isOf).toList();
    if (meant.isEmpty()) {
      throw wrong(uri, "no node has such an id or description; " + closest(nodes));
    }
    if (isOfLinks()) {
      checkLink(uri, meant);
    } else if (port.isPresent()) {
      throw wrong(uri, "expected loss= or flap= after a port");
    } else {
      for (NodeType type : NodeType.values()) {
        if (meant.stream().anyMatch(node -> node.kind() == type)) {
          device(uri, kind(type), List.of(this));
        }
      }
    }
  }

  private void checkLink(DutUri uri, List<TopologyNode> meant) throws DutUriException {
    double most = what.equals(LOSS) ? 1 : MOST_SECONDS;
    double least = what.equals(LOSS) ? 0 : 0.01;
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      number = -1;
    }
    if (!(number >= least && number <= most)) {
      throw wrong(
          uri,
          what.equals(LOSS)
              ? "expected a probability from 0 to 1"
              : "expected seconds, from 0.01 to 1000000");
    }
    if (port.isPresent()
        && meant.stream().noneMatch(node -> node.cabled().containsKey(port.getAsInt()))) {
      throw wrong(uri, "port %d has no cable there".formatted(port.getAsInt()));
    }
  }

  private static String closest(List<TopologyNode> nodes) {
    return "there are "
        + nodes.stream()
            .map(TopologyNode::description)
            .distinct()
            .limit(5)
            .collect(Collectors.joining(", "))
        + (nodes.size() > 5 ? " ..." : "");
  }

  /// Returns the settings of a device with some changes, as the URI of a single device specifies
  /// them.
  static SimUri device(DutUri uri, NodeKind kind, List<FabricChange> changes)
      throws DutUriException {
    List<String> parameters = new ArrayList<>();
    for (FabricChange change : changes) {
      change.checkParameter(uri, kind);
      parameters.add(change.what + "=" + change.value);
    }
    String text = "sim:%s?%s".formatted(kind.word(), String.join("&", parameters));
    try {
      return SimUri.parse(DutUri.parse(text));
    } catch (DutUriException e) {
      throw changes.getFirst().wrong(uri, String.valueOf(e.getMessage()));
    }
  }

  private void checkParameter(DutUri uri, NodeKind kind) throws DutUriException {
    if (what.equals(HOSTILE) && Hostility.of(value).filter(HostileReplies::isPossible).isEmpty()) {
      throw wrong(uri, "expected " + String.join(" or ", HostileReplies.words()));
    }
    boolean isParameter =
        SimParameter.of(kind).stream()
            .anyMatch(known -> known.word().equals(what) && !OF_FABRIC.contains(known));
    if (!isParameter && !what.equals(DEVIATION) && !what.startsWith(HOSTILE)) {
      throw wrong(
          uri,
          "expected deviation=, hostile=, loss=, flap= or a parameter of sim:%s, but none of %s"
              .formatted(
                  kind.word(),
                  OF_FABRIC.stream()
                      .map(SimParameter::word)
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
  }

  private DutUriException wrong(DutUri uri, String complaint) {
    return new DutUriException(uri.text(), "at=" + text + ": " + complaint);
  }

  /// Returns the kind of simulated device of a node.
  static NodeKind kind(NodeType type) {
    return switch (type) {
      case CA -> NodeKind.CA;
      case SWITCH -> NodeKind.SWITCH;
      case ROUTER -> NodeKind.ROUTER;
    };
  }
}
