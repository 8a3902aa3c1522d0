package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A running ibsim, a third-party InfiniBand simulator, and programs that use its fabric.
final class IbsimFabric implements AutoCloseable {
  /// Required by tests that use such a fabric.
  static final String WRAPPER = Umad2Sim.LIBRARY;

  private static final long READY_SECONDS = 60;

  private final Umad2Sim programs;
  private final Process ibsim;

  private IbsimFabric(Umad2Sim programs, Process ibsim) {
    this.programs = programs;
    this.ibsim = ibsim;
  }

  /// Starts ibsim and waits until programs can attach.
  ///
  /// @param directory temporary directory
  /// @param net resource with the fabric's nodes and cables
  static IbsimFabric start(Path directory, String net) throws IOException, InterruptedException {
    return start(directory, net, false);
  }

  /// Starts ibsim with a console for [#tell].
  static IbsimFabric startWithConsole(Path directory, String net)
      throws IOException, InterruptedException {
    return start(directory, net, true);
  }

  private static IbsimFabric start(Path directory, String net, boolean hasConsole)
      throws IOException, InterruptedException {
    Path file = directory.resolve(net);
    try (var in = IbsimFabric.class.getResourceAsStream(net)) {
      Files.write(file, in == null ? new byte[0] : in.readAllBytes());
    }
    return of(directory, file, hasConsole);
  }

  /// Starts ibsim with an existing file.
  ///
  /// @param directory temporary directory
  static IbsimFabric of(Path directory, Path file) throws IOException, InterruptedException {
    return of(directory, file, false);
  }

  private static IbsimFabric of(Path directory, Path file, boolean hasConsole)
      throws IOException, InterruptedException {
    String name = Umad2Sim.freshName();
    ProcessBuilder builder =
        new ProcessBuilder(Umad2Sim.program("ibsim"), hasConsole ? "-s" : "-ns", file.toString())
            .directory(directory.toFile())
            .redirectInput(
                hasConsole
                    ? ProcessBuilder.Redirect.PIPE
                    : ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("ibsim.log").toFile());
    builder.environment().put("IBSIM_SOCKNAME", name);
    IbsimFabric fabric = new IbsimFabric(new Umad2Sim(directory, name), builder.start());
    fabric.awaitReady();
    return fabric;
  }

  /// Waits until its sockets are bound: it prints "ready" before that.
  private void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!Files.readString(Path.of("/proc/net/unix")).contains("@" + programs.name() + ":ctl")) {
      if (System.nanoTime() > end || ibsim.waitFor(20, TimeUnit.MILLISECONDS)) {
        close();
        throw new IOException(
            "ibsim does not come up: "
                + Files.readString(programs.directory().resolve("ibsim.log")));
      }
    }
  }

  /// Runs a program of a Debian package on a node of the fabric.
  Processes.Outcome run(String host, String program, String... arguments)
      throws IOException, InterruptedException {
    return programs.run(host, program, arguments);
  }

  /// Programs on any of its nodes.
  Umad2Sim programs() {
    return programs;
  }

  /// Runs any command on a node of the fabric.
  Processes.Outcome runAny(String host, List<String> command)
      throws IOException, InterruptedException {
    return programs.runAny(host, command);
  }

  /// Runs the command line on a node of the fabric.
  Processes.Outcome ibassay(String host, String... arguments)
      throws IOException, InterruptedException {
    return programs.ibassay(host, arguments);
  }

  /// Starts the command line on a node of the fabric, without waiting for its end; its output is
  /// written to `output`.
  Process startIbassay(Path output, String host, String... arguments) throws IOException {
    return programs.start(output, host, arguments);
  }

  /// Runs a class of these tests on a node of the fabric, in a separate virtual machine.
  ///
  /// @return its output, in lines
  List<String> probe(String host, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--class-path",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(Arrays.asList(arguments));
    Processes.Outcome outcome = runAny(host, command);
    assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  /// Stops ibsim, which stays attached to its programs but answers nothing any more.
  void hang() throws IOException {
    try {
      new ProcessBuilder("kill", "-STOP", Long.toString(ibsim.pid())).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Sends ibsim's console a command, e.g. `Relink "Dut"[1]`.
  void tell(String command) throws IOException {
    ibsim.outputWriter().append(command).append('\n').flush();
  }

  /// Its process id.
  long pid() {
    return ibsim.pid();
  }

  /// Kills ibsim while programs are attached.
  void kill() {
    ibsim.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    ibsim.destroy();
    ibsim.onExit().completeOnTimeout(ibsim, 5, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
