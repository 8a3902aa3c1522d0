package org.ibassay.link.dut;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.wire.mad.Smp;

/// Directed routes in the notation of infiniband-diags and DUT URIs: 0 for the local port, then
/// each egress port.
public final class PathText {
  private static final int MOST_PORTS = 254;

  private PathText() {}

  /// Parses a route.
  ///
  /// @return the egress ports; empty if the text is not a route
  public static Optional<List<Integer>> read(String text) {
    String[] hops = text.split(",", -1);
    List<Integer> ports = new ArrayList<>();
    for (int i = 1; i < hops.length; i++) {
      int port = hops[i].matches("\\d{1,3}") ? Integer.parseInt(hops[i]) : 0;
      if (port < 1 || port > MOST_PORTS) {
        return Optional.empty();
      }
      ports.add(port);
    }
    return hops[0].equals("0") && ports.size() <= Smp.MAX_HOPS
        ? Optional.of(ports)
        : Optional.empty();
  }

  /// Formats a route.
  public static String of(List<Integer> ports) {
    return Stream.concat(Stream.of(0), ports.stream())
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }
}
