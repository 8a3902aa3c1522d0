package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packets of `run --safe` to an adapter, as `decode` reads them in the capture.
@Tag("trial")
class SafeRunTest {
  private static final String DUT = "192.0.2.2";

  /// Invalid packets, or requests that the device rejects as unauthorized or undefined: a wrong
  /// R_Key is only visible in the response.
  private static final String WRONG =
      "Finding || BTH.P_Key != 0xFFFF || BTH.TVer != 0"
          + " || (IPv4.SourceAddress == "
          + DUT
          + " && AETH.Syndrome == 0x62)";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void noKeyIsWrong() {
    assertThat(ibassay("run", "--safe", "--dut", "sim:ca?ip=4", "--out", at("safe"))).isZero();
    assertThat(out.toString()).contains("pass: ").doesNotContain("FAIL");
    assertThat(wrong("safe")).isEmpty();
    assertThat(ibassay("run", "R09_*", "--dut", "sim:ca?ip=4", "--out", at("all"))).isZero();
    assertThat(wrong("all").lines()).hasSizeGreaterThan(20);
  }

  private String wrong(String directory) {
    assertThat(ibassay("decode", at(directory) + "/trace.pcapng", "--filter", WRONG)).isZero();
    return out.toString();
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private int ibassay(String... arguments) {
    out.getBuffer().setLength(0);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }
}
