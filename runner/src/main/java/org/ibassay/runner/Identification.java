package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.Dut;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Route;
import org.ibassay.suite.DutKind;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.jspecify.annotations.Nullable;

/// Finds out what a DUT is, from the DUT itself.
final class Identification {
  private Identification() {}

  static OpenDut of(int index, Dut dut) throws LinkException, InterruptedException {
    if (dut.madPorts().isEmpty()) {
      return withoutMadPort(index, dut);
    }
    MadPort port = dut.madPorts().getFirst();
    Smps smps = new Smps(port, "what the DUT is");
    Smps.Answer nodeInfo = smps.get(Attribute.NODE_INFO, 0, 0);
    if (nodeInfo == null) {
      return unidentified(
          index,
          dut,
          "DUT %s is unreachable: it does not answer SubnGet(NodeInfo)".formatted(dut.uri()));
    }
    DutKind kind = kind(nodeInfo.get(NodeInfo.NODE_TYPE));
    if (kind == null) {
      return unidentified(
          index,
          dut,
          "DUT %s: NodeInfo:NodeType is %d; expected 1 (channel adapter), 2 (switch) or 3 (router)"
              .formatted(dut.uri(), nodeInfo.get(NodeInfo.NODE_TYPE)));
    }
    DutInfo info =
        new DutInfo(
            dut.uri().text(),
            kind,
            List.of(),
            nodeInfo.get(NodeInfo.NODE_GUID),
            "",
            (int) nodeInfo.get(NodeInfo.NUM_PORTS),
            null,
            "",
            null);
    return new OpenDut(index, dut, info, null);
  }

  /// Only a channel adapter can be reached past its management port: RoCE has none.
  private static OpenDut withoutMadPort(int index, Dut dut) {
    DutInfo info = new DutInfo(dut.uri().text(), DutKind.CA, List.of(), 0, "", 0, null, "", null);
    return new OpenDut(index, dut, info, null);
  }

  private static OpenDut unidentified(int index, Dut dut, String why) {
    return new OpenDut(
        index, dut, DutInfo.unidentified(dut.uri().text(), Verdict.INCONCLUSIVE, why), null);
  }

  private static @Nullable DutKind kind(long nodeType) {
    for (DutKind kind : DutKind.values()) {
      if (kind.nodeType() == nodeType) {
        return kind;
      }
    }
    return null;
  }

  /// Links between tester and DUT; unknown, and given as 0, when it is addressed by LID.
  static int hops(Route route) {
    return route instanceof Route.Directed(List<Integer> ports) ? ports.size() : 0;
  }
}
