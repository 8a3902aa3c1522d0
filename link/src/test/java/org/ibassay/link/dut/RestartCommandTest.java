package org.ibassay.link.dut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.ibassay.link.LinkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RestartCommandTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void isRunByTheShell() throws Exception {
    Path file = directory.resolve("restarted");
    new RestartCommand("echo \"once more\" > '%s'".formatted(file), LIMIT).run();
    assertThat(file).content().isEqualTo("once more\n");
  }

  @Test
  void whatItLeavesRunningIsNotWaitedFor() throws Exception {
    Path pid = directory.resolve("pid");
    String command = "sleep 100 </dev/null & echo $! > '%s'".formatted(pid);
    new RestartCommand(command, LIMIT).run();
    long left = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(left)).isPresent();
    ProcessHandle.of(left).ifPresent(ProcessHandle::destroy);
  }

  @Test
  void whatItSaidIsShownWhereItFails() {
    assertThatThrownBy(new RestartCommand("echo no power; exit 7", LIMIT)::run)
        .isInstanceOf(LinkException.class)
        .hasMessage("restart=echo no power; exit 7 ended with exit code 7, with output: no power");
    assertThatThrownBy(new RestartCommand("false", LIMIT)::run)
        .hasMessage("restart=false ended with exit code 1, without output");
  }

  @Test
  void hasALimit() {
    RestartCommand command = new RestartCommand("echo waiting; sleep 100", Duration.ofMillis(500));
    long begun = System.nanoTime();
    assertThatThrownBy(command::run)
        .hasMessageContaining("did not end within 0 s, with output: waiting");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LIMIT);
  }
}
