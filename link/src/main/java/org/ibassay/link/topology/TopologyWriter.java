package org.ibassay.link.topology;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes a topology in the format of `ibnetdiscover`, which [TopologyReader] and `ibsim` read.
public final class TopologyWriter {
  private TopologyWriter() {}

  /// Writes a file.
  public static void write(FabricTopology topology, Path file) throws IOException {
    Files.write(file, lines(topology), StandardCharsets.UTF_8);
  }

  static List<String> lines(FabricTopology topology) {
    List<String> lines = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      if (node.guid() != 0) {
        lines.add("%sguid=0x%x".formatted(word(node), node.guid()));
      }
      lines.add(
          "%s\t%d \"%s\"\t\t# \"%s\""
              .formatted(kind(node), node.ports(), node.id(), oneLine(node.description())));
      for (TopologyPort port : node.cabled().values()) {
        lines.add(
            "[%d]%s\t\"%s\"[%d]%s"
                .formatted(
                    port.number(),
                    port.guid() == 0 || node.kind() == NodeType.SWITCH
                        ? ""
                        : "(%x)".formatted(port.guid()),
                    port.peer(),
                    port.peerPort(),
                    port.rate().isEmpty() ? "" : "\t\t# " + port.rate()));
      }
      lines.add("");
    }
    return lines;
  }

  /// A device's description may contain any characters.
  private static String oneLine(String description) {
    return description.replaceAll("[\\p{Cntrl}\"]", "?");
  }

  private static String kind(TopologyNode node) {
    return switch (node.kind()) {
      case SWITCH -> "Switch";
      case CA -> "Ca";
      case ROUTER -> "Rt";
    };
  }

  private static String word(TopologyNode node) {
    return switch (node.kind()) {
      case SWITCH -> "switch";
      case CA -> "ca";
      case ROUTER -> "rt";
    };
  }
}
