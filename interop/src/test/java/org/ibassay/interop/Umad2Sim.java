package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibassay.peers.Peers;

/// Programs that use a simulated fabric instead of local adapters, by a library of ibsim that is
/// loaded before libibumad.
///
/// @param directory temporary directory: the library creates a directory in a program's working
///   directory
/// @param name of the server's sockets
record Umad2Sim(Path directory, String name) {
  /// Required by tests that use such programs.
  static final String LIBRARY = "libumad2sim.so";

  private static final AtomicInteger LAST_NAME = new AtomicInteger();

  /// Returns a name that no other server on this machine has.
  static String freshName() {
    return "ibassay-%d-%d".formatted(ProcessHandle.current().pid(), LAST_NAME.incrementAndGet());
  }

  /// Returns the environment in which a program uses the fabric, and keeps its state in the
  /// temporary directory.
  ///
  /// @param host the node on which it runs
  Map<String, String> environment(String host) {
    return Map.of(
        "IBSIM_SOCKNAME",
        name,
        "SIM_HOST",
        host,
        "LD_PRELOAD",
        Peers.ofThisMachine().find(LIBRARY).orElseThrow().toString(),
        "XDG_STATE_HOME",
        directory.toString());
  }

  /// Runs a program of a Debian package.
  Processes.Outcome run(String host, String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program(program)));
    command.addAll(List.of(arguments));
    return runAny(host, command);
  }

  /// Runs any command.
  Processes.Outcome runAny(String host, List<String> command)
      throws IOException, InterruptedException {
    return Processes.run(directory, environment(host), command);
  }

  /// Runs the command line.
  Processes.Outcome ibassay(String host, String... arguments)
      throws IOException, InterruptedException {
    return runAny(host, CommandLine.of(arguments));
  }

  /// Starts the command line without waiting for it; its output is written to `output`.
  Process start(Path output, String host, String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(CommandLine.of(arguments))
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment(host));
    return builder.start();
  }

  /// Runs ibassay to its end, without a fabric.
  ///
  /// @param directory temporary directory
  static Processes.Outcome alone(Path directory, String... arguments)
      throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of("XDG_STATE_HOME", directory.resolve("state").toString());
    return Processes.run(directory, environment, CommandLine.of(arguments));
  }

  static String program(String name) {
    return Peers.ofThisMachine().find(name).orElseThrow().toString();
  }
}
