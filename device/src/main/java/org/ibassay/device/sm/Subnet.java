package org.ibassay.device.sm;

import java.util.List;
import java.util.Optional;
import org.ibassay.wire.sa.Gid;

/// The subnet that a sweep found.
///
/// @param ports the end ports that were set up, the subnet manager's own first
/// @param links each twice, once from either end
public record Subnet(List<EndPort> ports, List<SubnetLink> links) {

  /// Keeps copies.
  public Subnet {
    ports = List.copyOf(ports);
    links = List.copyOf(links);
  }

  /// The subnet manager's own port.
  public EndPort manager() {
    return ports.getFirst();
  }

  /// The port that has a LID.
  public Optional<EndPort> byLid(int lid) {
    return ports.stream().filter(port -> port.has(lid)).findFirst();
  }

  /// The port that has a GID, be it by the subnet's prefix or by the default one, which every port
  /// has besides (4.1.1).
  public Optional<EndPort> byGid(Gid gid) {
    return ports.stream()
        .filter(port -> port.guid() == gid.guid())
        .filter(port -> gid.prefix() == Gid.DEFAULT_PREFIX || gid.prefix() == port.gid().prefix())
        .findFirst();
  }

  /// The ports on the way from one port to another, both included. There are no switches between
  /// them in a subnet of one cable; with switches the ports that a packet passes come between.
  public List<EndPort> way(EndPort from, EndPort to) {
    return from.equals(to) ? List.of(from) : List.of(from, to);
  }
}
