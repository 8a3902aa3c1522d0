package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors of the virtual machine. The exit code is never that of an interrupt.
class FatalErrorTest {
  @TempDir Path directory = Path.of("");
  private final StringWriter err = new StringWriter();

  private int runWith(Error error) {
    Setup bench = new CommandLineBench(directory).setup();
    Setup broken =
        new Setup(
            () -> {
              throw error;
            },
            bench.drivers(),
            bench.ports(),
            bench.journals(),
            bench.terminal(),
            bench.time(),
            bench.interruption());
    return Main.run(
        new String[] {"list"}, new PrintWriter(new StringWriter()), new PrintWriter(err), broken);
  }

  @Test
  void outOfMemoryIsExplained() {
    assertThat(runWith(new OutOfMemoryError("Java heap space"))).isEqualTo(3);
    assertThat(err.toString()).startsWith("ibassay: out of memory: JDK_JAVA_OPTIONS=-Xmx2g");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void othersAreInternal() {
    assertThat(runWith(new StackOverflowError())).isEqualTo(3);
    assertThat(err.toString())
        .startsWith("ibassay: internal error, please report it: java.lang.StackOverflowError");
  }
}
