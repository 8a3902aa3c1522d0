package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run --expect`, on a simulated device with a non-conformance in its file.
@Tag("trial")
class ExpectTest {
  private static final String DUT =
      "sim:switch?mcast-cap=40&deviation=mft.partial-block-not-masked";

  private static final String GOOD = "sim:switch?mcast-cap=40";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void aKnownNonConformanceIsShownAndDoesNotFailTheRun() throws IOException {
    expect(
        """
        [ {"test": "C14_024_12", "assertion": "v1c14-027#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity of the last block are kept, ticket 4711",
           "expires": "2999-12-31"},
          {"test": "C14_024_12", "assertion": "v1c14-030#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity of the last block are kept, ticket 4711",
           "expires": "2999-12-31"},
          {"test": "C14_024_12", "assertion": "ia-c14-024-12#03", "owner": "Bob",
           "reason": "follows from ticket 4711", "firmware": "20.41.1000",
           "expires": "2999-12-31"} ]
        """);
    assertThat(run("C13_013", "--format", "text")).as("%s%s", out, err).isZero();
    Files.writeString(Path.of("target/expect-known.txt"), out.toString());
    assertThat(out.toString())
        .contains("  known fail   C14_024_12")
        .contains("\npass: 1 known fail, 1 pass in ")
        .contains("\nKnown non-conformances in ", "  - entry 1: C14_024_12, v1c14-027#01: excused ")
        .contains("known     entries beyond the capacity of the last block are kept")
        .doesNotContain("Not as expected");
    assertThat(directory.resolve("out/results.json"))
        .content()
        .contains("\"verdict\" : \"pass\"", "\"exit\" : 0", "\"failKnown\" : 1")
        .contains("\"owner\" : \"Ada Lovelace\"", "\"state\" : \"known-failure\"");
    assertThat(run("C13_013", "--format", "lines")).isZero();
    assertThat(out.toString()).contains(": C14_024_12: known fail: step ");
    assertThat(err.toString()).doesNotContain("ibassay: ");
    assertThat(run("--format", "text")).isEqualTo(3);
    assertThat(out.toString()).contains("\nno test passed: 1 known fail in ");
    assertThat(err.toString())
        .contains(
            "ibassay: no test passed: 1 test failed only as expected, and no other test"
                + " applied\n");
    assertThat(directory.resolve("out/results.json")).content().contains("\"exit\" : 3");
  }

  /// One check may prove several assertions, of which one is known.
  @Test
  void ofSeveralAssertionsTheKnownOneIsMarked() throws IOException {
    expect(
        """
        [ {"test": "C14_024_12", "assertion": "v1c14-027#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2999-12-31"} ]
        """);
    assertThat(run("--format", "text")).as("%s%s", out, err).isOne();
    assertThat(out.toString())
        .contains("    known     v1c14-027#01: entries beyond the capacity are kept");
    assertThat(directory.resolve("out/report.html"))
        .content()
        .contains("<h4>v1c14-027#01</h4>", "<p class=\"says\">Yes: entries beyond the capacity")
        .doesNotContain("<h4>v1c14-027#01, ");
    assertThat(run("--format", "lines")).isOne();
    assertThat(out.toString())
        .contains(": fail: step 25.6: ", "[v1c14-027#01 (known), v1c14-030#01; packet ");
  }

  @Test
  void whatPassedOnAnotherDeviceIsReported() throws IOException {
    expect(
        """
        [ {"test": "C14_024_12", "assertion": "v1c14-027#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2999-12-31"},
          {"test": "C14_024_12", "assertion": "v1c14-030#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2999-12-31"},
          {"test": "C14_024_12", "assertion": "ia-c14-024-12#03", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2999-12-31"} ]
        """);
    assertThat(run("--dut", GOOD, "--format", "lines")).as("%s%s", out, err).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains(": entry ")))
        .hasSize(3)
        .allMatch(line -> line.endsWith(" on " + DUT + "; passed on " + GOOD));
    assertThat(run("--dut", GOOD, "--format", "text")).isZero();
    assertThat(out.toString())
        .contains("\nObsolete entries in ", "; passed on")
        .doesNotContain("Known non-conformances in");
    assertThat(directory.resolve("out/results.json"))
        .content()
        .contains("\"failedOn\" : [ 0 ]", "\"passedOn\" : [ 1 ]");
  }

  @Test
  void whatIsNotAsExpectedIsReported() throws IOException {
    expect(
        """
        [ {"test": "C14_024_12", "assertion": "v1c13-024#07", "owner": "Ada Lovelace",
           "reason": "no status codes beyond the capacity", "expires": "2999-12-31"},
          {"test": "C14_024_12", "assertion": "v1c14-027#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2020-12-31"},
          {"test": "C14_024_13", "assertion": "v1c14-030#01", "owner": "Ada Lovelace",
           "reason": "entries beyond the capacity are kept", "expires": "2999-12-31"} ]
        """);
    assertThat(run("--format", "text")).isOne();
    Files.writeString(Path.of("target/expect-wrong.txt"), out.toString());
    assertThat(out.toString())
        .contains("\nObsolete entries in ")
        .contains("  - entry 1: C14_024_12, v1c13-024#07: passed on\n")
        .contains("  - entry 2: C14_024_12, v1c14-027#01: expired on 2020-12-31,")
        .contains("  - entry 3: C14_024_13, v1c14-030#01: no such test;");
    assertThat(run("--format", "lines")).isOne();
    assertThat(out.toString().lines().filter(line -> line.contains(": entry "))).hasSize(3);
  }

  private void expect(String text) throws IOException {
    Files.writeString(directory.resolve("known.json"), text);
  }

  private int run(String... options) {
    out.getBuffer().setLength(0);
    String[] common = {
      "run",
      "C14_024_12",
      "--dut",
      DUT,
      "--out",
      directory.resolve("out").toString(),
      "--expect",
      directory.resolve("known.json").toString()
    };
    String[] arguments = Stream.of(common, options).flatMap(Arrays::stream).toArray(String[]::new);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }
}
