package org.ibassay.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// The agent, compiled with gcc's sanitizers: a buffer overrun or a memory leak ends it with an
/// error.
final class AgentProgram {
  /// Required by tests that use it.
  static final String COMPILER = "gcc";

  /// libibverbs with its headers.
  static final String VERBS = "libibverbs.so";

  private AgentProgram() {}

  /// Compiles the agent.
  static Path compile(Path directory) throws IOException, InterruptedException {
    return compile(directory, "AS_IT_IS");
  }

  /// Compiles the agent with another constant.
  ///
  /// @param define sets a constant, e.g. `PATIENCE_SECONDS=1`
  static Path compile(Path directory, String define) throws IOException, InterruptedException {
    return compile(directory, define, "ibassay-agent");
  }

  /// Compiles the agent with simulated verbs, as for fuzzing: it serves the requests on its
  /// standard input.
  static Path compileForReplay(Path directory) throws IOException, InterruptedException {
    return compile(directory, "REPLAY", "fuzz");
  }

  private static Path compile(Path directory, String define, String source)
      throws IOException, InterruptedException {
    Path program = directory.resolve(source);
    Process gcc =
        new ProcessBuilder(
                List.of(
                    COMPILER,
                    "-g",
                    "-O1",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all",
                    "-D" + define,
                    root().resolve("agent/" + source + ".c").toString(),
                    "-Wl,--as-needed",
                    "-libverbs",
                    "-o",
                    program.toString()))
            .redirectErrorStream(true)
            .start();
    String messages = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (gcc.waitFor() != 0) {
      throw new IOException("the agent does not compile:\n" + messages);
    }
    return program;
  }

  /// The project's directory.
  static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("ibassay.root")));
  }
}
