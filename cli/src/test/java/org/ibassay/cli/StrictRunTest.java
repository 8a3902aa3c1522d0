package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.suite.Reading;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The way of a device where the specification can be read in several ways: what a run prints,
/// writes, and judges.
@Tag("trial")
class StrictOutcomeTest {
  private static final String TEST = "C14_024_08_02";
  private static final String LETTER = "sim:ca?vl-cap=1";
  private static final String OTHER = "sim:ca?vl-cap=1&unsupported-code=2";
  private static final String READING = "unsupported-attribute-code";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int ibassay(String... arguments) {
    out.getBuffer().setLength(0);
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void aPagesLetterIsAVerdictUnlessTheRunIsStrictAboutAnotherWay() {
    String asked = READING + "=code-2";
    assertThat(ibassay("run", TEST, "--dut", LETTER, "--out", at("out"))).isZero();
    assertThat(ibassay("run", TEST, "--dut", OTHER, "--out", at("out"))).isOne();
    assertThat(ibassay("run", TEST, "--dut", OTHER, "--strict", asked, "--out", at("out")))
        .isZero();
    assertThat(ibassay("run", TEST, "--dut", LETTER, "--strict", asked, "--out", at("out")))
        .isOne();
    assertThat(out.toString()).contains("Run again: ibassay run", "--strict " + asked);
    assertThat(ibassay("run", TEST, "--dut", LETTER, "--strict", "all", "--out", at("out")))
        .isZero();
  }

  @Test
  void theConsoleSaysWhichWayTheDeviceGoes() {
    String[] run = {
      "run", TEST, "--dut", LETTER, "--out", at("out"), "--strict", "same-state", "--verbose"
    };
    assertThat(ibassay(run)).as("%s", err).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("Readings: how this device interprets")
        .contains(READING + ": code-3 (method and attribute combination not supported)")
        .contains("same-state: no test that ran encountered it");
    ibassay("run", TEST, "--dut", LETTER, "--out", at("out"), "--quiet");
    assertThat(out.toString()).doesNotContain("Readings");
  }

  @Test
  void devicesThatDifferAreReported() {
    ibassay("run", TEST, "--dut", LETTER, "--dut", OTHER, "--dut", "sim:switch", "--out", at("o"));
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("Readings: how each device interprets")
        .contains("not supported) on " + LETTER + "; code-2 (method not supported) on " + OTHER);
  }

  @Test
  void aLineReportsIt() {
    ibassay("run", TEST, "--dut", LETTER, "--format=lines", "--out", at("out"));
    assertThat(out.toString())
        .isEqualTo(
            LETTER
                + ": reading unsupported-attribute-code: code-3: method and attribute combination"
                + " not supported\n");
  }

  @Test
  void resultsAndReportHaveIt() throws IOException {
    ibassay("run", TEST, "--dut", LETTER, "--strict", "same-state=refuse", "--out", at("out"));
    assertThat(Files.readString(directory.resolve("out/results.json")).replaceAll("\\s+", ""))
        .contains(
            "\"readings\":[{\"id\":\"unsupported-attribute-code\",\"dut\":0,\"way\":\"code-3\","
                + "\"tests\":[\"C14_024_08_02\"]}]",
            "\"strict\":[{\"id\":\"same-state\",\"way\":\"refuse\"}]");
    assertThat(Files.readString(directory.resolve("out/report.html")))
        .contains("Readings: how this device interprets", Reading.SAME_STATE.id());
  }

  /// Where PortInfo is open, every way that a device can go is noted, and none is a failure.
  @ParameterizedTest
  @CsvSource({
    "ca?ro-field-set=ignore, ro-field-set=code-0",
    "ca?ro-field-set=refuse, ro-field-set=code-7",
    "ca?same-state=accept, same-state=accept",
    "ca?same-state=refuse, same-state=refuse",
    "ca?armed-from-active=ignore, armed-from-active=accept",
    "switch?armed-from-active=accept, armed-from-active=accept",
    "switch?armed-from-active=refuse, armed-from-active=refuse",
    "switch?vlstall-0=keep, vlstall-0=other",
    "switch?vlstall-0=store, vlstall-0=stored",
    "switch?vlstall-0=refuse, vlstall-0=refused",
    "ca?lid-lmc-alignment=stored, lid-lmc-alignment=stored",
    "ca?lid-lmc-alignment=aligned, lid-lmc-alignment=aligned",
    "switch?enhanced-port0=true&lid-lmc-alignment=refuse, lid-lmc-alignment=refused",
    "ca?link-speed-combinations=accept, link-speed-combinations=accept",
    "switch?link-speed-combinations=refuse, link-speed-combinations=refuse"
  })
  void eachWayOfPortInfoIsNoted(String dut, String noted) throws IOException {
    String[] run = {"run", "R14_OpenValues", "--dut", "sim:" + dut, "--out", at("out")};
    assertThat(ibassay(run)).as("%s", out).isZero();
    assertThat(Files.readString(directory.resolve("out/results.json")).replaceAll("\\s+", ""))
        .contains("\"id\":\"%s\",\"dut\":0,\"way\":\"%s\"".formatted((Object[]) noted.split("=")));
  }

  @Test
  void diffReportsAnotherWay() {
    ibassay("run", TEST, "--dut", LETTER, "--out", at("a"));
    ibassay("run", TEST, "--dut", OTHER, "--strict", READING + "=code-2", "--out", at("b"));
    assertThat(ibassay("diff", at("a"), at("b"))).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("A judged no readings, B unsupported-attribute-code=code-2")
        .contains("Readings: devices that follow another way")
        .contains(READING + " on " + OTHER + ": code-3, now code-2")
        .endsWith("1 reading changed ");
  }

  @Test
  void theListHasEveryReadingWithItsWays() {
    assertThat(ibassay("list", "--readings")).isZero();
    String text = out.toString();
    for (Reading reading : Reading.values()) {
      assertThat(text).contains(reading.id() + "  " + reading.section() + "\n");
      reading.ways().forEach(way -> assertThat(text).contains("    " + way.id() + " "));
    }
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    assertThat(ibassay("list", "--readings", "--json")).isZero();
    assertThat(out.toString()).contains("\"id\" : \"same-state\"", "\"witnesses\" : ");
  }
}
