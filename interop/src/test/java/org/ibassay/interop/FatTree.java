package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A topology file with leaf switches and adapters; each leaf is cabled to each spine.
///
/// @param hosts number of hosts at each leaf; the first one is `Tester`, the last one `Manager`
record FatTree(int leaves, int spines, int hosts) {
  /// In ibsim, a line that describes no port ends a switch, and the rest of it is ignored.
  private static final String TEXT = "\n%s=0x%x(%x)\n%s\t%d \"%s\"\t\t# \"%s\"";

  int nodes() {
    return spines + leaves * (1 + hosts);
  }

  int links() {
    return leaves * (spines + hosts);
  }

  /// Writes the file.
  Path write(Path directory) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int spine = 0; spine < spines; spine++) {
      lines.add(
          TEXT.formatted(
              "switchguid",
              0x2000 + spine,
              0x2000 + spine,
              "Switch",
              36,
              spine(spine),
              "Spine" + spine));
      for (int leaf = 0; leaf < leaves; leaf++) {
        lines.add("[%d]\t\"%s\"[%d]".formatted(leaf + 1, leaf(leaf), hosts + spine + 1));
      }
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      lines.add(
          TEXT.formatted(
              "switchguid", 0x1000 + leaf, 0x1000 + leaf, "Switch", 36, leaf(leaf), "Leaf" + leaf));
      for (int host = 0; host < hosts; host++) {
        lines.add("[%d]\t\"%s\"[1]".formatted(host + 1, host(leaf, host)));
      }
      for (int spine = 0; spine < spines; spine++) {
        lines.add("[%d]\t\"%s\"[%d]".formatted(hosts + spine + 1, spine(spine), leaf + 1));
      }
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int host = 0; host < hosts; host++) {
        int guid = guid(leaf, host);
        lines.add(
            TEXT.formatted("caguid", guid, guid, "Ca", 1, host(leaf, host), name(leaf, host)));
        lines.add("[1]\t\"%s\"[%d]".formatted(leaf(leaf), host + 1));
      }
    }
    return Files.write(directory.resolve("fat-tree.topo"), lines);
  }

  private String name(int leaf, int host) {
    int number = leaf * hosts + host;
    return number == 0 ? "Tester" : number == leaves * hosts - 1 ? "Manager" : "Host" + number;
  }

  private int guid(int leaf, int host) {
    return 0x100000 + (leaf * hosts + host) * 0x10;
  }

  private static String spine(int spine) {
    return "S-%016x".formatted(0x2000 + spine);
  }

  private static String leaf(int leaf) {
    return "S-%016x".formatted(0x1000 + leaf);
  }

  private String host(int leaf, int host) {
    return "H-%016x".formatted(guid(leaf, host));
  }
}
