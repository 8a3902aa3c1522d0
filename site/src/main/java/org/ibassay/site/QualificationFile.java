package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What `QualificationTest` of `qualify` found when it qualified the whole suite.
final class QualificationFile {
  /// The file, in the repository.
  static final String NAME = "qualify/target/qualification.json";

  /// Modules that decide what tests find.
  private static final List<String> TESTED = List.of("wire", "link", "device", "suite", "runner");

  private final Path root;

  /// @param root the repository's
  QualificationFile(Path root) {
    this.root = root;
  }

  /// Reads it; nothing where it is missing, or older than what it is about.
  Optional<QualificationView> read() throws IOException {
    Path file = root.resolve(NAME);
    if (!Files.exists(file) || Files.getLastModifiedTime(file).compareTo(built()) < 0) {
      return Optional.empty();
    }
    return Optional.of(QualificationView.read(file));
  }

  /// When the last of the modules was packaged.
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
