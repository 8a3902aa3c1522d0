package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ibassay.link.capture.CaptureReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A capture with a limit has the packets of every failure that the report shows.
@Tag("trial")
class TraceLimitTest {
  private static final Pattern PACKETS =
      Pattern.compile("\"packet\" : (\\w+),\\s+\"request\" : (\\w+)");

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "C14_024_12, sim:switch?deviation=mft.declared-anew",
    "C14_024_06_CA_03, sim:ca?deviation=portinfo.accepts-illegal-transition-on-port-2"
  })
  void provesWhatAWholeOneProves(String test, String dut) throws IOException {
    List<String> whole = proofs(run("whole", "1G", test, dut));
    List<String> limited = proofs(run("limited", "20K", test, dut));
    assertThat(limited).isNotEmpty().isEqualTo(whole);
    assertThat(directory.resolve("limited/results.json")).content().contains("\"leftOut\" : ");
    assertThat(directory.resolve("limited/report.html")).content().contains("packets and lacks");
    assertThat(Files.size(directory.resolve("limited/trace.pcapng")))
        .isLessThan(Files.size(directory.resolve("whole/trace.pcapng")));
  }

  @Test
  void aSizeThatIsNoneIsNamed() {
    StringWriter err = new StringWriter();
    assertThat(run(err, "run", "--trace-limit", "2T")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--trace-limit 2T: expected a number of bytes, e.g. 512M or 2G");
  }

  private Path run(String out, String limit, String test, String dut) {
    Path results = directory.resolve(out);
    StringWriter err = new StringWriter();
    int exit =
        run(err, "run", test, "--dut", dut, "--trace-limit", limit, "--out", results.toString());
    assertThat(exit).as("%s", err).isOne();
    return results;
  }

  private static int run(StringWriter err, String... args) {
    return Main.run(args, new PrintWriter(new StringWriter()), new PrintWriter(err));
  }

  /// The bytes of each packet that a failure names, in the order of the failures.
  private static List<String> proofs(Path out) throws IOException {
    List<String> packets = new ArrayList<>(List.of("none"));
    try (CaptureReader reader = CaptureReader.open(out.resolve("trace.pcapng"))) {
      while (reader.next()) {
        packets.add(HexFormat.of().formatHex(reader.packet().toArray(ValueLayout.JAVA_BYTE)));
      }
    }
    List<String> proofs = new ArrayList<>();
    String results = Files.readString(out.resolve("results.json"));
    for (MatchResult example : PACKETS.matcher(results).results().toList()) {
      for (String number : List.of(example.group(1), example.group(2))) {
        proofs.add(number.equals("null") ? "none" : packets.get(Integer.parseInt(number)));
      }
    }
    return proofs;
  }
}
