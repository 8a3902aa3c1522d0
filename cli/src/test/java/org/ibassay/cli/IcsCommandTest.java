package org.ibassay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `ibassay ics` and `run --ics`.
@Tag("trial")
class IcsCommandTest {
  @TempDir private Path scratch = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /// A statement of what a device reports does not contradict it.
  @ParameterizedTest
  @ValueSource(strings = {"sim:ca", "sim:switch?ports=4", "sim:router", "sim:sm"})
  void whatIsWrittenCanBeRead(String uri) throws IOException {
    Path ics = written(uri);
    String tests = uri.equals("sim:sm") ? "S15_Records" : "C14_024_02";
    assertThat(run(uri, ics, tests)).as("%s", err).isZero();
    assertThat(Files.readString(scratch.resolve("run/results.json"), UTF_8))
        .contains("\"claims\" : [", "\"name\" : \"IsTrapSupported\"", "\"ics\" : {");
    assertThat(scratch.resolve("run/device.ics.toml")).hasSameTextualContentAs(ics);
    assertThat(Files.readString(scratch.resolve("run/report.html"), UTF_8))
        .contains("id=\"claims\"", "id=\"summary\"");
  }

  @Test
  void theQuestionnaireSaysWhatItIsAbout() throws IOException {
    String text = Files.readString(written("sim:switch?mcast-cap=1000"));
    assertThat(text)
        .contains("kind = \"switch\"", "MulticastFDBCap = 1000", "maker = \"\"")
        .contains("# M_KEY_DUT: 64-bit key; M_Key that the tests set in the DUT")
        .contains("# LEASE_PERIOD = \"2\"");
  }

  @Test
  void aDeviceThatContradictsItIsNotTested() throws IOException {
    Path ics = written("sim:switch?mcast-cap=1000");
    String text = Files.readString(ics);
    Files.writeString(ics, text.replace("MulticastFDBCap = 1000", "MulticastFDBCap = 1024"));
    assertThat(run("sim:switch?mcast-cap=1000", ics, "C14_024_02")).isEqualTo(3);
    assertThat(err.toString().replaceAll("\\s+", " "))
        .contains(
            "the ICS states claims.MulticastFDBCap=1024, the DUT's SwitchInfo has MulticastFDBCap 1000");
    assertThat(run("sim:ca", written("sim:switch"), "C14_024_02")).isEqualTo(3);
    assertThat(err.toString()).contains("the ICS is of a switch, the DUT is a ca");
  }

  @Test
  void aClaimThatNoTestNamesIsNotTestable() throws IOException {
    Path ics = Files.writeString(scratch.resolve("ics"), "[claims]\nIsMKeyNVRAM = false\n");
    assertThat(run("sim:ca", ics, "C14_024_02")).isZero();
    assertThat(Files.readString(scratch.resolve("run/results.json")))
        .containsPattern(
            "\"IsMKeyNVRAM\",\\s+\"value\" : \"false\",\\s+\"tests\" : \\[ \\],\\s+\"verdict\" : null");
  }

  @Test
  void wrongUseIsExplained() throws IOException {
    Path ics = Files.writeString(scratch.resolve("ics"), "[claims]\nIsGreat = true\n");
    assertThat(run("sim:ca", ics, "C14_024_02")).isEqualTo(2);
    assertThat(err.toString()).contains("line 2: claims.IsGreat: is no claim");
    assertThat(ibassay("run", "--ics", ics.toString(), "--profile", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("either --ics or --profile");
    assertThat(ibassay("ics", "--dut", "sim:nothing")).isEqualTo(2);
    assertThat(ibassay("ics")).isEqualTo(2);
  }

  private Path written(String uri) throws IOException {
    assertThat(ibassay("ics", "--dut", uri)).as("%s", err).isZero();
    return Files.writeString(scratch.resolve("written"), out.toString());
  }

  private int run(String uri, Path ics, String tests) {
    String[] args = {
      "run", tests, "--dut", uri, "--ics", ics.toString(), "--out", scratch + "/run"
    };
    return ibassay(args);
  }

  private int ibassay(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
