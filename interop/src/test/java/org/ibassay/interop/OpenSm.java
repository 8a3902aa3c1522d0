package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A running OpenSM on a node of a simulated fabric.
final class OpenSm implements AutoCloseable {
  private static final long READY_SECONDS = 120;

  /// Logged by the master after a successful sweep.
  static final String UP = "SUBNET UP";

  /// Logged when it becomes standby.
  static final String STANDBY = "Entering STANDBY state";

  private final Process process;
  private final Path log;

  private OpenSm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// Starts OpenSM and waits until it has configured the subnet.
  ///
  /// @param directory temporary directory
  static OpenSm start(IbsimFabric fabric, Path directory, String host)
      throws IOException, InterruptedException {
    return start(fabric.programs(), directory, host, "");
  }

  /// Starts OpenSM and waits until it has configured the subnet.
  ///
  /// @param directory temporary directory
  /// @param options lines of its configuration file
  static OpenSm start(Umad2Sim programs, Path directory, String host, String options)
      throws IOException, InterruptedException {
    return start(programs, directory, host, options, UP);
  }

  /// Starts OpenSM in a subnet with a master, and waits until it becomes standby.
  ///
  /// @param directory temporary directory
  static OpenSm standby(IbsimFabric fabric, Path directory, String host)
      throws IOException, InterruptedException {
    return start(fabric.programs(), directory, host, "", STANDBY);
  }

  /// Starts OpenSM and waits until it has logged a text.
  ///
  /// @param directory temporary directory
  /// @param options lines of its configuration file
  static OpenSm start(Umad2Sim programs, Path directory, String host, String options, String ready)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(directory.resolve("opensm-" + host));
    Path log = own.resolve("opensm.log");
    Path settings = own.resolve("opensm.conf");
    // Otherwise the log is written only when it ends.
    Files.writeString(settings, "force_log_flush TRUE\n" + options);
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Umad2Sim.program("opensm"),
                    "-F",
                    settings.toString(),
                    "-f",
                    log.toString(),
                    "-e"))
            .directory(own.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("opensm.out").toFile());
    builder.environment().putAll(programs.environment(host));
    builder
        .environment()
        .putAll(Map.of("OSM_CACHE_DIR", own.toString(), "OSM_TMP_DIR", own.toString()));
    OpenSm opensm = new OpenSm(builder.start(), log);
    try {
      opensm.await(ready, 1);
    } catch (IOException | InterruptedException e) {
      opensm.close();
      throw e;
    }
    return opensm;
  }

  /// Makes it sweep now.
  void sweep() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
  }

  /// The number of successful sweeps so far.
  int sweeps() throws IOException {
    return count(UP);
  }

  private int count(String words) throws IOException {
    return (int) log().lines().filter(line -> line.contains(words)).count();
  }

  /// Waits until the total number of successful sweeps is reached.
  void awaitUp(int count) throws IOException, InterruptedException {
    await(UP, count);
  }

  private void await(String words, int count) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (count(words) < count) {
      if (System.nanoTime() > end || process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IOException("OpenSM does not come to \"" + words + "\": " + log());
      }
    }
  }

  /// Its log so far.
  String log() throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  /// Ends it.
  ///
  /// @return its log
  String end() throws IOException {
    close();
    return log();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
