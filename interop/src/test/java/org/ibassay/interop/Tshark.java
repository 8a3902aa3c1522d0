package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs tshark.
final class Tshark {
  private Tshark() {}

  /// Returns fields of a capture.
  ///
  /// @param preferences arguments of `-o`
  /// @return a map for each packet, from a field's name to its values, separated by commas
  static List<Map<String, String>> fields(Path file, List<String> names, String... preferences)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString(), "-n"));
    command.addAll(List.of("-T", "fields", "-E", "separator=|", "-E", "occurrence=a"));
    for (String preference : preferences) {
      command.addAll(List.of("-o", preference));
    }
    names.forEach(name -> command.addAll(List.of("-e", name)));
    return run(command.toArray(String[]::new))
        .lines()
        .map(line -> line.split("\\|", -1))
        .map(values -> byName(names, values))
        .toList();
  }

  /// Returns its output.
  static String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return text;
  }

  private static Map<String, String> byName(List<String> names, String[] values) {
    assertThat(values).hasSameSizeAs(names);
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      map.put(names.get(i), values[i]);
    }
    return map;
  }
}
