package org.ibassay.link.dut;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ibassay.link.LinkException;

/// A user's command that restarts a DUT.
///
/// @param command shell command
/// @param limit timeout
public record RestartCommand(String command, Duration limit) implements FreshStart {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int SHOWN_BYTES = 2000;

  /// The parameter of a DUT URI with the command.
  public static final UriParameter<RestartCommand> PARAMETER =
      new UriParameter<>(
          "restart",
          "COMMAND",
          "restarts a device that no longer answers: a shell command, without"
              + " &, that ends with 0 within 5 min",
          "a command for the shell",
          text -> text.isBlank() ? Optional.empty() : Optional.of(new RestartCommand(text, LIMIT)));

  @Override
  public void run() throws LinkException, InterruptedException {
    try {
      // A file, because a pipe would stay open in processes that the command leaves running.
      Path output = Files.createTempFile("ibassay-restart", ".txt");
      try {
        run(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new LinkException(said("cannot be run: " + e.getMessage()), e);
    }
  }

  private void run(Path output) throws IOException, LinkException, InterruptedException {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new LinkException(
            said("did not end within %d s".formatted(limit.toSeconds()), output));
      }
    } finally {
      if (process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
    if (process.exitValue() != 0) {
      throw new LinkException(said("ended with exit code " + process.exitValue(), output));
    }
  }

  private String said(String what) {
    return "restart=%s %s".formatted(command, what);
  }

  private String said(String what, Path output) throws IOException {
    byte[] all = Files.readAllBytes(output);
    int from = Math.max(0, all.length - SHOWN_BYTES);
    String end = new String(all, from, all.length - from, StandardCharsets.UTF_8);
    return said(what) + (end.isBlank() ? ", without output" : ", with output: " + end.strip());
  }
}
