package org.ibassay.cli;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.DutInfo;

/// Describes a device in a sentence.
final class DutText {
  private DutText() {}

  static String describe(DutInfo dut) {
    List<String> parts = new ArrayList<>();
    parts.add(
        kind(dut)
            + (dut.node().description().isEmpty() ? "" : " \"" + dut.node().description() + "\""));
    if (!dut.node().roles().isEmpty()) {
      parts.add("role " + String.join(", ", dut.node().roles()));
    }
    if (dut.nodeGuid() != 0) {
      parts.add("GUID 0x%016x".formatted(dut.nodeGuid()));
    }
    DutInfo.Link link = dut.link();
    if (link != null) {
      parts.add("%s %s, MTU %d".formatted(link.width(), link.speed(), link.mtu()));
    }
    if (link != null && link.hops() > 0) {
      parts.add(Text.count(link.hops(), "hop"));
    }
    if (dut.node().ports() > 0) {
      parts.add(Text.count(dut.node().ports(), "port"));
    }
    if (!dut.unreached().isEmpty()) {
      parts.add("not cabled to the tester: port " + dut.unreached());
    }
    return String.join(", ", parts);
  }

  private static String kind(DutInfo dut) {
    return switch (dut.kind()) {
      case CA -> "channel adapter";
      case SWITCH -> "switch";
      case ROUTER -> "router";
      case null -> "device";
    };
  }
}
