package org.ibassay.interop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The command line as a separate process. Like `./ibassay`, it uses a cache of loaded classes:
/// these tests start it several hundred times.
final class CommandLine {
  private static final Path DIRECTORY = Path.of("target", "command-line").toAbsolutePath();

  /// The run that creates the cache: tests of each chapter, so that most classes are loaded.
  private static final List<String> TRAINING =
      List.of("run", "--quiet", "C09_060_*", "R09_M*", "C13_*", "C14_017_*", "C15_*");

  private static final Optional<Path> CACHE = cache();

  private CommandLine() {}

  /// Returns the command that runs ibassay.
  static List<String> of(String... arguments) {
    List<String> options = CACHE.map(cache -> List.of("-XX:AOTCache=" + cache)).orElse(List.of());
    return java(options, Stream.of(arguments));
  }

  /// Returns the command that runs ibassay with the optimizing compiler, like `./ibassay sim`.
  static List<String> optimized(String... arguments) {
    return java(List.of("-XX:TieredStopAtLevel=4"), Stream.of(arguments));
  }

  private static List<String> java(List<String> options, Stream<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + System.getProperty("ibassay.options"));
    command.addAll(options);
    command.addAll(List.of("--module-path", System.getProperty("ibassay.app")));
    command.addAll(List.of("--module", "org.ibassay.cli/org.ibassay.cli.Main"));
    arguments.forEach(command::add);
    return command;
  }

  /// Without a cache, everything works, but starts more slowly.
  private static Optional<Path> cache() {
    try {
      Files.createDirectories(DIRECTORY);
      Path made = DIRECTORY.resolve("ibassay.aot");
      if (isCurrent(made)) {
        return Optional.of(made);
      }
      Files.deleteIfExists(made);
      Stream<String> out = Stream.of("--out", DIRECTORY.resolve("training").toString());
      Processes.run(
          DIRECTORY,
          Map.of(),
          java(List.of("-XX:AOTCacheOutput=" + made), Stream.concat(TRAINING.stream(), out)));
      return Optional.of(made).filter(Files::exists);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /// Whether there is a cache of these modules: a build starts two virtual machines for the tests.
  private static boolean isCurrent(Path made) throws IOException {
    if (!Files.exists(made)) {
      return false;
    }
    FileTime time = Files.getLastModifiedTime(made);
    try (Stream<Path> modules = Files.list(Path.of(System.getProperty("ibassay.app")))) {
      for (Path module : modules.toList()) {
        if (Files.getLastModifiedTime(module).compareTo(time) > 0) {
          return false;
        }
      }
    }
    return true;
  }
}
