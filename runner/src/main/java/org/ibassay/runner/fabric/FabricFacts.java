package org.ibassay.runner.fabric;

import java.util.List;

/// What a walk through a fabric found, in numbers, and what it could not make sense of.
///
/// @param nodes how many, the tester's own included
/// @param ports how many have a link that is up
/// @param silent places where a link is up and nothing sensible responds
/// @param oddities inconsistencies as sentences, such as a GUID at two places
/// @param withoutFirmware number of nodes whose firmware was wanted and is not known, and why: an
///   entry for each reason
public record FabricFacts(
    int nodes,
    int ports,
    List<Silent> silent,
    List<String> oddities,
    List<String> withoutFirmware) {
  /// Title of [#withoutFirmware] in reports.
  public static final String WITHOUT_FIRMWARE = "Not selected, as the firmware is not known";

  /// A place without a response.
  ///
  /// @param path directed route to it
  /// @param from the port that the link is at
  /// @param why the result of SubnGet(NodeInfo)
  public record Silent(String path, String from, String why) {
    @Override
    public String toString() {
      return "path %s, from %s: %s".formatted(path, from, why);
    }
  }

  /// Keeps copies.
  public FabricFacts {
    silent = List.copyOf(silent);
    oddities = List.copyOf(oddities);
    withoutFirmware = List.copyOf(withoutFirmware);
  }
}
