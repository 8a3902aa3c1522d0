package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands whose output cannot be written.
class OutputTest {
  @TempDir Path directory = Path.of("");
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run C13_013 --dut sim:ca --out OUT",
        "run C14_024_12 --format lines --out OUT --dut"
            + " sim:switch?deviation=mft.partial-block-not-masked",
        "list",
        "coverage",
        "describe C13_013",
        "run --help",
        "--version",
      })
  void whatIsLostIsReported(String line) {
    assertThat(ibassay("No space left on device", line)).isEqualTo(3);
    assertThat(err.toString())
        .endsWith("ibassay: standard output cannot be written: No space left on device\n");
  }

  @Test
  void nobodyToReadIsNoTrouble() {
    assertThat(ibassay("Broken pipe", "list")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void wrongUseWritesNothingThere() {
    assertThat(ibassay("No space left on device", "list C99")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("standard output");
  }

  private int ibassay(String trouble, String line) {
    String[] words = line.replace("OUT", directory.resolve("out").toString()).split(" ", -1);
    return Main.run(words, new Output(new Full(trouble)), new PrintWriter(err));
  }

  /// Accepts no output.
  private static final class Full extends OutputStream {
    private final String trouble;

    Full(String trouble) {
      this.trouble = trouble;
    }

    @Override
    public void write(int one) throws IOException {
      throw new IOException(trouble);
    }
  }
}
