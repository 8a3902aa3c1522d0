package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The results of `QualificationTest` of `qualify` for the whole suite.
final class QualificationFile {
  /// Path in the repository.
  static final String NAME = "qualify/target/qualification.json";

  /// Modules that affect the results.
  private static final List<String> TESTED = List.of("wire", "link", "device", "suite", "runner");

  private final Path root;

  /// @param root root of the repository
  QualificationFile(Path root) {
    this.root = root;
  }

  /// Reads it; empty if it is missing or older than the modules.
  Optional<QualificationView> read() throws IOException {
    Path file = root.resolve(NAME);
    if (!Files.exists(file) || Files.getLastModifiedTime(file).compareTo(built()) < 0) {
      return Optional.empty();
    }
    return Optional.of(QualificationView.read(file));
  }

  /// The time at which the last of the modules was packaged.
  private FileTime built() throws IOException {
    FileTime last = FileTime.fromMillis(0);
    for (String module : TESTED) {
      try (Stream<Path> files = Files.list(root.resolve(module).resolve("target"))) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
          FileTime time = Files.getLastModifiedTime(jar);
          last = time.compareTo(last) > 0 ? time : last;
        }
      }
    }
    return last;
  }
}
