package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is printed of a test that PROFILE=short shortens.
class ShortProfileTest {
  private static final String LEFT_OUT = "PROFILE=short left out";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();

  private String printed(String format) {
    out.getBuffer().setLength(0);
    String results = directory.resolve("out").toString();
    String[] run = {
      "run", "C14_024_09_SW", "--dut", "sim:switch", "--out", results, "--format", format
    };
    assertThat(Main.run(run, new PrintWriter(out), new PrintWriter(new StringWriter()))).isZero();
    return out.toString().replaceAll("\\s+", " ");
  }

  @Test
  void theEndOfARunAndLinesNameShortenedTests() {
    assertThat(printed("text")).contains(LEFT_OUT + " a part of 1 test (--param PROFILE=full");
    assertThat(printed("lines"))
        .contains("sim:switch: C14_024_09_SW: " + LEFT_OUT + " all table parts except 0 to 8");
  }
}
