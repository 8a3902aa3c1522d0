package org.ibassay.runner.fabric;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.TopologyNode;
import org.ibassay.link.topology.TopologyPort;
import org.jspecify.annotations.Nullable;

/// Compares a fabric with its expected topology. Nodes are matched by NodeGUID if the file has one,
/// and otherwise by NodeDescription.
public final class TopologyCheck {
  private static final Pattern RATE = Pattern.compile("(\\d+)x([A-Z]+)(\\d*)");
  private static final List<String> SPEEDS =
      List.of("SDR", "DDR", "QDR", "FDR10", "FDR", "EDR", "HDR", "NDR", "XDR");

  private final FabricTopology expected;
  private final FabricTopology found;
  private final Map<String, TopologyNode> foundByExpected = new HashMap<>();
  private final Map<String, TopologyNode> expectedByFound = new HashMap<>();
  private final List<String> differences = new ArrayList<>();

  private TopologyCheck(FabricTopology expected, FabricTopology found) {
    this.expected = expected;
    this.found = found;
  }

  /// Returns the differences, one line each: missing, unexpected, cabled elsewhere, narrower,
  /// slower.
  public static List<String> differences(FabricTopology expected, FabricTopology found) {
    TopologyCheck check = new TopologyCheck(expected, found);
    check.match();
    check.nodes();
    check.links();
    return check.differences;
  }

  private void match() {
    Map<Long, TopologyNode> byGuid = new HashMap<>();
    Map<String, List<TopologyNode>> byName = new HashMap<>();
    for (TopologyNode node : found.nodes()) {
      byGuid.put(node.guid(), node);
      byName.computeIfAbsent(node.description(), _ -> new ArrayList<>()).add(node);
    }
    for (TopologyNode node : expected.nodes()) {
      List<TopologyNode> named = byName.getOrDefault(node.description(), List.of());
      TopologyNode match =
          node.guid() != 0 ? byGuid.get(node.guid()) : named.size() == 1 ? named.getFirst() : null;
      if (match != null) {
        foundByExpected.put(node.id(), match);
        expectedByFound.put(match.id(), node);
      }
    }
  }

  private void nodes() {
    for (TopologyNode node : expected.nodes()) {
      TopologyNode match = foundByExpected.get(node.id());
      if (match == null) {
        if (!node.cabled().isEmpty()) {
          differences.add("missing: %s %s".formatted(node.kind().word(), name(node)));
        }
      } else if (match.kind() != node.kind()) {
        differences.add(
            "unexpected: %s is a %s; expected a %s"
                .formatted(name(node), match.kind().word(), node.kind().word()));
      }
    }
    for (TopologyNode node : found.nodes()) {
      if (!expectedByFound.containsKey(node.id())) {
        differences.add("unexpected: %s %s".formatted(node.kind().word(), name(node)));
      }
    }
  }

  private void links() {
    Set<String> reported = new HashSet<>();
    for (TopologyNode node : expected.nodes()) {
      TopologyNode match = foundByExpected.get(node.id());
      if (match != null) {
        node.cabled().values().forEach(port -> expectedLink(node, match, port, reported));
        match.cabled().values().stream()
            .filter(port -> !node.cabled().containsKey(port.number()))
            .forEach(port -> unexpectedLink(node, port, reported));
      }
    }
  }

  private void expectedLink(
      TopologyNode node, TopologyNode match, TopologyPort port, Set<String> reported) {
    TopologyPort there = match.cabled().get(port.number());
    TopologyNode peer = expected.byId(port.peer());
    TopologyNode foundPeer = foundByExpected.get(port.peer());
    String end = end(node, port.number());
    String should = end(peer, port.peerPort());
    if (there == null) {
      if (foundPeer != null && isFirst(reported, end, should)) {
        differences.add("missing: link of %s to %s".formatted(end, should));
      }
      return;
    }
    String is = end(expectedOr(there.peer()), there.peerPort());
    boolean isThere =
        foundPeer != null
            && foundPeer.id().equals(there.peer())
            && there.peerPort() == port.peerPort();
    if (!isThere) {
      if (isFirst(reported, end, is)) {
        differences.add("cabled elsewhere: %s leads to %s; expected %s".formatted(end, is, should));
      }
    } else if (isFirst(reported, end, should)) {
      rate(end + " to " + should, port.rate(), there.rate());
    }
  }

  private void unexpectedLink(TopologyNode node, TopologyPort port, Set<String> reported) {
    TopologyNode peer = expectedByFound.get(port.peer());
    String end = end(node, port.number());
    boolean peerSays = peer != null && peer.cabled().containsKey(port.peerPort());
    if (peer != null && !peerSays && isFirst(reported, end, end(peer, port.peerPort()))) {
      differences.add("unexpected: link of %s to %s".formatted(end, end(peer, port.peerPort())));
    }
  }

  /// Returns the expected node if there is one.
  private TopologyNode expectedOr(String foundId) {
    TopologyNode known = expectedByFound.get(foundId);
    return known == null ? found.byId(foundId) : known;
  }

  /// Reports each link once, although it has two ends.
  private static boolean isFirst(Set<String> reported, String one, String other) {
    return reported.add(one.compareTo(other) < 0 ? one + "|" + other : other + "|" + one);
  }

  private void rate(String link, String should, String is) {
    Matcher expectedRate = RATE.matcher(should);
    Matcher foundRate = RATE.matcher(is);
    if (!expectedRate.matches() || !foundRate.matches()) {
      return;
    }
    if (Integer.parseInt(foundRate.group(1)) < Integer.parseInt(expectedRate.group(1))) {
      differences.add("narrower: link of %s: %s; expected %s".formatted(link, is, should));
    }
    if (speed(foundRate) >= 0 && speed(foundRate) < speed(expectedRate)) {
      differences.add("slower: link of %s: %s; expected %s".formatted(link, is, should));
    }
  }

  private static int speed(Matcher rate) {
    return SPEEDS.indexOf(rate.group(2) + rate.group(3));
  }

  private static String end(TopologyNode node, int port) {
    return "%s port %d".formatted(name(node), port);
  }

  private static String name(@Nullable TopologyNode node) {
    if (node == null) {
      return "nothing";
    }
    return node.guid() == 0
        ? "\"" + node.description() + "\""
        : "\"%s\" (%s)".formatted(node.description(), FoundNode.name(node.guid()));
  }
}
