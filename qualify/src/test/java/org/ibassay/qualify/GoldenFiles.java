package org.ibassay.qualify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Expected texts, one per file, in the source tree.
final class GoldenFiles {
  private static final int FILES_SHOWN = 20;

  private final Path directory;
  private final Predicate<String> scope;

  /// @param scope selects files by their names in the directory
  GoldenFiles(Path directory, Predicate<String> scope) {
    this.directory = directory;
    this.scope = scope;
  }

  /// Returns the differences from the expected texts, a few lines per file; empty if there are
  /// none. A file without an actual text is obsolete, which is a difference, too.
  String difference(Map<String, String> seen) throws IOException {
    Map<String, String> expected = read();
    Set<String> files = new TreeSet<>(expected.keySet());
    files.addAll(seen.keySet());
    List<String> differing = new ArrayList<>();
    for (String file : files) {
      String lines =
          LineDifference.of(expected.getOrDefault(file, ""), seen.getOrDefault(file, ""));
      if (!lines.isEmpty()) {
        differing.add(file + state(expected, seen, file) + "\n" + lines);
      }
    }
    String shown = String.join("", differing.stream().limit(FILES_SHOWN).toList());
    return differing.size() > FILES_SHOWN
        ? shown + "and %d files more\n".formatted(differing.size() - FILES_SHOWN)
        : shown;
  }

  private static String state(Map<String, String> expected, Map<String, String> seen, String file) {
    if (!expected.containsKey(file)) {
      return " (new)";
    }
    return seen.containsKey(file) ? "" : " (obsolete)";
  }

  /// Replaces the expected texts by the actual ones.
  void accept(Map<String, String> seen) throws IOException {
    for (Map.Entry<String, String> text : seen.entrySet()) {
      Path file = directory.resolve(text.getKey());
      Files.createDirectories(file.resolveSibling(""));
      Files.writeString(file, text.getValue());
    }
    for (String file : read().keySet()) {
      if (!seen.containsKey(file)) {
        Files.delete(directory.resolve(file));
      }
    }
  }

  /// Returns the expected texts, by their names in the directory.
  Map<String, String> read() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = directory.relativize(file).toString().replace('\\', '/');
        if (scope.test(name)) {
          texts.put(name, Files.readString(file));
        }
      }
    }
    return texts;
  }
}
