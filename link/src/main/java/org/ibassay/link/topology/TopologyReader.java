package org.ibassay.link.topology;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a topology in the format of `ibnetdiscover`: a line for each node, `Switch`, `Ca` (in
/// files of `ibsim` also `Hca`) or `Rt`, followed by a line for each cabled port, `[1] "S-01"[3]`.
/// The NodeGUID is taken from a line such as `caguid=0x1` before the node, else from an id in the
/// form of `H-` and 16 digits. The width and speed of a link are taken from the comment after it.
/// The comment's LIDs are ignored: a subnet manager assigns LIDs.
public final class TopologyReader {
  private static final int MOST_PORTS = 254;

  private static final Pattern ASSIGNMENT =
      Pattern.compile("(vendid|devid|sysimgguid|switchguid|caguid|hcaguid|rtguid)=(\\S+).*");

  private static final Pattern NODE =
      Pattern.compile(
          "(Switch|Ca|Hca|Rt)\\s+(\\d{1,9})\\s+\"([^\"]+)\"\\s*(?:#\\s*(?:\"(.*)\")?(.*))?");

  private static final Pattern PORT =
      Pattern.compile(
          "\\[(\\d{1,9})\\](?:\\[ext \\d+\\])?\\s*(?:\\(([0-9a-fA-F]{1,16})\\))?\\s*\"([^\"]+)\""
              + "\\s*(?:\\[(\\d{1,9})\\])?(?:\\[ext \\d+\\])?\\s*(?:\\([0-9a-fA-F]{1,16}\\))?"
              + "((?:\\s*[ws]=\\d{1,3})*)\\s*(?:#(.*))?");

  private static final Pattern GUID_NUMBER = Pattern.compile("0x([0-9a-fA-F]{1,16})(\\(.*)?");
  private static final Pattern GUID_NAME = Pattern.compile("[SHR]-([0-9a-fA-F]{16})");
  private static final Pattern RATE = Pattern.compile("(?:.*\\s)?(\\d{1,2}x[A-Z]{3}\\d{0,3})\\s*");
  private static final Pattern MODE = Pattern.compile("([ws])=(\\d+)");

  private final String file;
  private final Map<String, TopologyNode> nodes = new LinkedHashMap<>();
  private final Map<NodeType, Long> announced = new HashMap<>();
  private final SortedMap<Integer, TopologyPort> ports = new TreeMap<>();
  private @Nullable TopologyNode current;
  private int line;

  private TopologyReader(String file) {
    this.file = file;
  }

  /// Reads a file.
  public static FabricTopology read(Path file) throws TopologyException {
    try {
      return read(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new TopologyException(file.toString(), 0, "no such file");
    } catch (CharacterCodingException e) {
      throw new TopologyException(file.toString(), 0, "is no text in UTF-8");
    } catch (IOException e) {
      throw new TopologyException(file.toString(), 0, "cannot be read: " + e.getMessage());
    }
  }

  /// Reads the lines of a file.
  ///
  /// @param file its name, for messages
  public static FabricTopology read(String file, List<String> lines) throws TopologyException {
    TopologyReader reader = new TopologyReader(file);
    for (String text : lines) {
      reader.line++;
      reader.take(text.strip());
    }
    reader.endNode();
    reader.check();
    return new FabricTopology(new ArrayList<>(reader.nodes.values()));
  }

  private void take(String text) throws TopologyException {
    Matcher node = NODE.matcher(text);
    Matcher assignment = ASSIGNMENT.matcher(text);
    if (text.isEmpty() || text.startsWith("#") || text.matches("(Non-)?Chassis\\b.*")) {
      return;
    }
    if (node.matches()) {
      endNode();
      startNode(node);
    } else if (text.startsWith("[")) {
      port(text);
    } else if (assignment.matches()) {
      announce(assignment.group(1), assignment.group(2));
    } else {
      throw wrong(
          "found \"%s\"; expected a node such as Switch 36 \"S-01\" or Ca 1 \"H-01\", a port such"
              + " as [1] \"S-01\"[3], a GUID such as caguid=0x1, or a comment after #",
          text);
    }
  }

  /// Stores a GUID for the node that follows.
  private void announce(String name, String value) throws TopologyException {
    NodeType kind =
        switch (name) {
          case "switchguid" -> NodeType.SWITCH;
          case "caguid", "hcaguid" -> NodeType.CA;
          case "rtguid" -> NodeType.ROUTER;
          default -> null;
        };
    if (kind != null) {
      Matcher number = GUID_NUMBER.matcher(value);
      if (!number.matches()) {
        throw wrong("%s=%s: expected 0x and up to 16 hexadecimal digits", name, value);
      }
      announced.put(kind, Long.parseUnsignedLong(number.group(1), 16));
    }
  }

  private void startNode(Matcher node) throws TopologyException {
    String word = node.group(1);
    String id = node.group(3);
    NodeType kind =
        switch (word) {
          case "Switch" -> NodeType.SWITCH;
          case "Rt" -> NodeType.ROUTER;
          default -> NodeType.CA;
        };
    int count = portNumber(node.group(2), 1, MOST_PORTS, "the number of ports");
    TopologyNode twin = nodes.get(id);
    if (twin != null) {
      throw wrong("node \"%s\" is already in line %d", id, twin.line());
    }
    Matcher named = GUID_NAME.matcher(id);
    Long said = announced.remove(kind);
    long guid =
        said != null ? said : named.matches() ? Long.parseUnsignedLong(named.group(1), 16) : 0;
    String description = node.group(4) == null ? id : node.group(4);
    boolean isEnhanced = node.group(5) != null && node.group(5).contains("enhanced port 0");
    current =
        new TopologyNode(kind, id, description, guid, count, isEnhanced, new TreeMap<>(), line);
    nodes.put(id, current);
  }

  private void port(String text) throws TopologyException {
    Matcher port = PORT.matcher(text);
    if (!port.matches()) {
      throw wrong("found \"%s\"; expected a port such as [1] \"S-01\"[3]", text);
    }
    TopologyNode node = current;
    if (node == null) {
      throw wrong("a port before any node: \"%s\"", text);
    }
    int number = portNumber(port.group(1), 1, node.ports(), "a port of \"" + node.id() + "\"");
    String peerPort = port.group(4) == null ? "1" : port.group(4);
    long guid = port.group(2) == null ? 0 : Long.parseUnsignedLong(port.group(2), 16);
    TopologyPort made =
        new TopologyPort(
            number,
            guid,
            port.group(3),
            portNumber(peerPort, 1, MOST_PORTS, "a port of \"" + port.group(3) + "\""),
            mode("w", port.group(5), 15),
            mode("s", port.group(5), 7),
            rate(port.group(6)),
            line);
    TopologyPort twin = ports.put(number, made);
    if (twin != null) {
      throw wrong("port %d of \"%s\" is already in line %d", number, node.id(), twin.line());
    }
  }

  private static String rate(@Nullable String comment) {
    Matcher rate = RATE.matcher(comment == null ? "" : comment);
    return rate.matches() ? rate.group(1) : "";
  }

  private int mode(String letter, String text, int most) throws TopologyException {
    Matcher modes = MODE.matcher(text);
    int value = 0;
    while (modes.find()) {
      if (modes.group(1).equals(letter)) {
        value = portNumber(modes.group(2), 1, most, letter + "=");
      }
    }
    return value;
  }

  private int portNumber(String digits, int low, int high, String what) throws TopologyException {
    int number = Integer.parseInt(digits);
    if (number < low || number > high) {
      throw wrong("%d is not %s: expected %d to %d", number, what, low, high);
    }
    return number;
  }

  private void endNode() {
    if (current != null) {
      TopologyNode node = current;
      nodes.put(node.id(), node.with(ports));
      ports.clear();
    }
  }

  /// Checks that each cable is recorded at both ends, and that GUIDs are unique.
  private void check() throws TopologyException {
    if (nodes.isEmpty()) {
      line = 0;
      throw wrong("has no node; expected lines such as Switch 36 \"S-01\" and [1] \"H-01\"[1]");
    }
    Map<Long, TopologyNode> guids = new HashMap<>();
    for (TopologyNode node : nodes.values()) {
      TopologyNode twin = node.guid() == 0 ? null : guids.put(node.guid(), node);
      if (twin != null) {
        line = node.line();
        throw wrong(
            "\"%s\" has the GUID 0x%016x of \"%s\" in line %d",
            node.id(), node.guid(), twin.id(), twin.line());
      }
      for (TopologyPort port : node.cabled().values()) {
        line = port.line();
        check(node, port);
      }
    }
  }

  private void check(TopologyNode node, TopologyPort port) throws TopologyException {
    TopologyNode peer = nodes.get(port.peer());
    if (peer == null) {
      throw wrong("no node \"%s\" in the file", port.peer());
    }
    if (peer.id().equals(node.id()) && port.peerPort() == port.number()) {
      throw wrong("port %d of \"%s\" is cabled to itself", port.number(), node.id());
    }
    TopologyPort back = peer.cabled().get(port.peerPort());
    if (back == null || !back.peer().equals(node.id()) || back.peerPort() != port.number()) {
      throw wrong(
          "port %d of \"%s\" leads to port %d of \"%s\", which %s",
          port.number(),
          node.id(),
          port.peerPort(),
          peer.id(),
          back == null
              ? "has no line"
              : "leads to port %d of \"%s\" (line %d)"
                  .formatted(back.peerPort(), back.peer(), back.line()));
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // whose annotations are no dependency
  private TopologyException wrong(String complaint, Object... values) {
    return new TopologyException(file, line, complaint.formatted(values));
  }
}
