package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A running OpenSM on a node of an [IbsimFabric].
final class OpenSm implements AutoCloseable {
  private static final long READY_SECONDS = 30;
  private static final String UP = "SUBNET UP";

  private final Process process;
  private final Path log;

  private OpenSm(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /// Starts OpenSM and waits until it has brought the subnet up.
  ///
  /// @param directory scratch
  static OpenSm start(IbsimFabric fabric, Path directory, String host)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(directory.resolve("opensm-" + host));
    Path log = own.resolve("opensm.log");
    Path settings = own.resolve("opensm.conf");
    // Otherwise the log is written when it ends.
    Files.writeString(settings, "force_log_flush TRUE\n");
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Peers.ofThisMachine().find("opensm").orElseThrow().toString(),
                    "-F",
                    settings.toString(),
                    "-f",
                    log.toString(),
                    "-e"))
            .directory(own.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("opensm.out").toFile());
    builder.environment().putAll(fabric.environment(host));
    builder
        .environment()
        .putAll(Map.of("OSM_CACHE_DIR", own.toString(), "OSM_TMP_DIR", own.toString()));
    OpenSm opensm = new OpenSm(builder.start(), log);
    opensm.awaitUp();
    return opensm;
  }

  private void awaitUp() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!Files.exists(log) || !Files.readString(log).contains(UP)) {
      if (System.nanoTime() > end || process.waitFor(50, TimeUnit.MILLISECONDS)) {
        close();
        throw new IOException(
            "OpenSM does not bring the subnet up: "
                + (Files.exists(log) ? Files.readString(log) : "no log"));
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
