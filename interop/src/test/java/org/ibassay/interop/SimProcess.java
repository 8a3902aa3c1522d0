package org.ibassay.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A running `ibassay sim --listen`, and stock programs at its tester's adapter.
final class SimProcess implements AutoCloseable {
  /// The only node on which programs can run.
  static final String HOST = "Tester";

  private static final long READY_SECONDS = 60;
  private static final long END_SECONDS = 20;

  private final Umad2Sim programs;
  private final Process server;

  private SimProcess(Umad2Sim programs, Process server) {
    this.programs = programs;
    this.server = server;
  }

  /// Starts the server and waits until it reports that it listens.
  ///
  /// @param directory temporary directory
  static SimProcess start(Path directory, String uri) throws Exception {
    String name = Umad2Sim.freshName();
    return await(directory, name, launch(directory, uri, name));
  }

  /// Starts a server like `./ibassay sim`: slower to start, and faster once it has run for some
  /// seconds.
  static SimProcess startOptimized(Path directory, String uri) throws Exception {
    String name = Umad2Sim.freshName();
    return await(
        directory,
        name,
        launch(directory, CommandLine.optimized("sim", "--dut", uri, "--listen", name)));
  }

  private static SimProcess await(Path directory, String name, Process server) throws Exception {
    SimProcess fabric = new SimProcess(new Umad2Sim(directory, name), server);
    try {
      String line = firstLine(server);
      if (!line.equals("listening on " + name)) {
        throw new IOException("no server, but \"" + line + "\": " + errors(directory));
      }
      return fabric;
    } catch (IOException | InterruptedException | ExecutionException | TimeoutException e) {
      fabric.close();
      throw e;
    }
  }

  /// Starts a server without waiting until it is ready.
  static Process launch(Path directory, String uri, String name) throws IOException {
    return launch(directory, CommandLine.of("sim", "--dut", uri, "--listen", name));
  }

  private static Process launch(Path directory, List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectError(directory.resolve("server.err").toFile())
        .start();
  }

  /// Returns the standard error of the server that was started last.
  static String errors(Path directory) throws IOException {
    return Files.readString(directory.resolve("server.err"));
  }

  private static String firstLine(Process server)
      throws InterruptedException, ExecutionException, TimeoutException {
    BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
    return CompletableFuture.supplyAsync(() -> out.lines().findFirst().orElse("nothing"))
        .get(READY_SECONDS, TimeUnit.SECONDS);
  }

  Umad2Sim programs() {
    return programs;
  }

  Process process() {
    return server;
  }

  /// Runs a program of a Debian package.
  Processes.Outcome run(String program, String... arguments)
      throws IOException, InterruptedException {
    return programs.run(HOST, program, arguments);
  }

  /// Returns a program's output in lines; it must report no errors.
  List<String> ask(String program, String... arguments) throws IOException, InterruptedException {
    Processes.Outcome outcome = run(program, arguments);
    if (outcome.exit() != 0 || !outcome.err().isEmpty()) {
      throw new AssertionError(
          "%s %s: exit code %d, %s%s"
              .formatted(
                  program, List.of(arguments), outcome.exit(), outcome.err(), outcome.out()));
    }
    return outcome.out().lines().toList();
  }

  @Override
  public void close() {
    server.destroy();
    server.onExit().completeOnTimeout(server, END_SECONDS, TimeUnit.SECONDS).join();
    server.destroyForcibly();
  }
}
