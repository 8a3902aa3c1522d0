package org.ibassay.runner.fabric;

import java.util.List;
import org.ibassay.link.topology.NodeType;

/// A node found in a fabric, from its NodeInfo and NodeDescription.
///
/// @param firmware its version; empty if it is not known
/// @param route directed route by which it was reached first, as egress ports
/// @param ports NodeInfo:NumPorts
public record FoundNode(
    long guid,
    NodeType type,
    long vendor,
    long device,
    long revision,
    String description,
    int ports,
    String firmware,
    List<Integer> route) {
  /// Copies the list.
  public FoundNode {
    route = List.copyOf(route);
  }

  /// NodeInfo:NodeGUID as printed in results.
  public String name() {
    return name(guid);
  }

  static String name(long guid) {
    return "0x%016x".formatted(guid);
  }

  /// Returns a copy with a firmware version.
  FoundNode withFirmware(String version) {
    return new FoundNode(guid, type, vendor, device, revision, description, ports, version, route);
  }

  /// Returns the make of the node: kind, vendor, device, revision and, if known, firmware.
  String make() {
    String make =
        "%s, vendor 0x%06x, device 0x%x, revision 0x%x"
            .formatted(type.word(), vendor, device, revision);
    return firmware.isEmpty() ? make : make + ", firmware " + firmware;
  }
}
