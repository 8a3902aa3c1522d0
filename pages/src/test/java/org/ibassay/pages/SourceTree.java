package org.ibassay.pages;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The project's own files, for tests of the house's rules.
///
/// These tests are in the module that is built first, so that a broken rule fails the build in its
/// first minute.
///
/// @param root the directory that holds the modules
record SourceTree(Path root) {
  private static final Set<String> NOT_SOURCES = Set.of("target", ".git", ".mvn", "node_modules");

  /// The tree that this module is part of.
  static SourceTree ofThisProject() {
    return new SourceTree(Path.of("..").toAbsolutePath().normalize());
  }

  /// Files whose names end so, in order.
  List<Path> files(String... endings) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_SOURCES.contains(String.valueOf(folder.getFileName()))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (Stream.of(endings).anyMatch(ending -> file.toString().endsWith(ending))) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /// Java files of main code.
  List<Path> mainFiles() {
    return files(".java").stream().filter(file -> name(file).contains("/src/main/java/")).toList();
  }

  /// A file's path from the root, with `/` between its parts.
  String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /// The directory below the root that a file is in; `doc` for the documents that lie in the root.
  String place(Path file) {
    Path path = root.relativize(file);
    return path.getNameCount() == 1 ? "doc" : path.getName(0).toString();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
