package org.ibassay.peers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the programs and libraries of real peers.
///
/// @param programDirectories directories to search for programs, in order
/// @param libraryDirectories directories to search for libraries, in order
public record Peers(List<Path> programDirectories, List<Path> libraryDirectories) {
  /// Whether a missing peer is an error: `IBASSAY_INTEROP=required` in the environment.
  public static boolean areRequired() {
    return Objects.equals(System.getenv("IBASSAY_INTEROP"), "required");
  }

  /// Searches the PATH, the directories of administrators' programs, and Linux library directories.
  public static Peers ofThisMachine() {
    Stream<Path> path =
        Arrays.stream(
                Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
            .filter(directory -> !directory.isEmpty())
            .map(Path::of);
    Stream<Path> administrators = Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin").map(Path::of);
    Stream<Path> libraries =
        Stream.of("/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib").map(Path::of);
    return new Peers(
        Stream.concat(path, administrators).toList(),
        libraries.flatMap(Peers::withArchitectures).toList());
  }

  /// A library directory, its multiarch directories, and ibsim's directory in each of them.
  static Stream<Path> withArchitectures(Path directory) {
    List<Path> all = new ArrayList<>(List.of(directory));
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> architectures =
          Files.newDirectoryStream(directory, "*-linux-gnu*")) {
        architectures.forEach(all::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return all.stream().flatMap(library -> Stream.of(library, library.resolve("umad2sim")));
  }

  /// Returns the path of a peer, which is a library if the name contains `.so`.
  public Optional<Path> find(String name) {
    return name.contains(".so")
        ? libraryDirectories.stream()
            .map(directory -> directory.resolve(name))
            .filter(Files::isRegularFile)
            .findFirst()
        : programDirectories.stream()
            .map(directory -> directory.resolve(name))
            .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
            .findFirst();
  }
}
