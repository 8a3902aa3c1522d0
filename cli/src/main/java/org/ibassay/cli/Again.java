package org.ibassay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The command that runs one test on one DUT again as it was run.
///
/// @param command that ran, up to the selectors, ready for a shell
/// @param options of that command other than selectors and DUTs
record Again(String command, List<String> options) {
  /// The command, each word quoted for a shell.
  String command(String testId, String dutUri) {
    List<String> words = new ArrayList<>(List.of(testId, "--dut", dutUri));
    words.addAll(options);
    return command + " " + words.stream().map(Text::quoted).collect(Collectors.joining(" "));
  }
}
