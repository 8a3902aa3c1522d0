package org.ibassay.site;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.cli.Main;

/// What the tests of `cli` found when they qualified the suite. Where they were skipped, or ran
/// before something was changed, the suite is qualified here.
final class QualificationFile {
  private static final String OF_TESTS = "cli/target/qualification.json";

  /// Modules that decide what tests find.
  private static final List<String> TESTED = List.of("wire", "link", "device", "suite", "runner");

  private final Path root;
  private final Path own;

  /// @param root the repository's
  /// @param own where to keep what is found here
  QualificationFile(Path root, Path own) {
    this.root = root;
    this.own = own;
  }

  /// Reads it, and makes it first where need be.
  Qualified read() throws IOException {
    FileTime built = built();
    for (Path file : List.of(root.resolve(OF_TESTS), own)) {
      if (Files.exists(file) && Files.getLastModifiedTime(file).compareTo(built) >= 0) {
        return Qualified.read(file);
      }
    }
    System.out.println("The tests of cli did not qualify this build: qualifying it ...");
    StringWriter json = new StringWriter();
    StringWriter messages = new StringWriter();
    Main.run(
        new String[] {"qualify", "--json", "--pairs=0"},
        new PrintWriter(json),
        new PrintWriter(messages));
    if (json.getBuffer().isEmpty()) {
      throw new IOException("the suite could not be qualified: " + messages);
    }
    Files.writeString(own, json.toString());
    return Qualified.read(own);
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
