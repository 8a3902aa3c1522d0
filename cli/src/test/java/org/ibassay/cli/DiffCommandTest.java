package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `ibassay diff`, on results that runs have written.
@Tag("trial")
class DiffCommandTest {
  private static final String TEST = "C14_024_08_02";

  @TempDir Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void run() throws IOException {
    ibassay("run", TEST, "C13_013", "--dut", "sim:ca?vl-cap=1", "--out", at("good"));
    ibassay(
        "run",
        TEST,
        "--dut",
        "sim:ca?vl-cap=1&deviation=sltovl.unsupported-code-7",
        "--out",
        at("bad"));
    clear();
  }

  @Test
  void aNewFailureIsOne() throws IOException {
    assertThat(ibassay("diff", at("good"), at("bad/results.json"))).as("%s", err).isOne();
    Files.writeString(Path.of("target/diff.txt"), out.toString());
    assertThat(out.toString())
        .startsWith("A: " + at("good/results.json"))
        .contains(
            "   sim:ca?vl-cap=1 in A is compared with",
            "\nNew failures\n  C14_024_08_02 on sim:ca?vl-cap=1&",
            ": pass, now fail\n",
            "\nOnly in A\n  C13_013 on sim:ca?vl-cap=1: pass\n",
            "1 test only in A\n");
  }

  @Test
  void whatIsFixedIsNone() {
    assertThat(ibassay("diff", at("bad"), at("good"))).isZero();
    assertThat(out.toString()).contains("\nFixed\n", ": fail, now pass\n", "\n0 new failures, ");
  }

  @Test
  void noDifferenceIsNone() {
    assertThat(ibassay("diff", at("good"), at("good"))).isZero();
    assertThat(out.toString()).endsWith("\n\nno differences\n");
  }

  @Test
  void anotherDeviceIsReportedAndFailsNothing() throws IOException {
    Path file = directory.resolve("good/results.json");
    Path other = Files.createDirectory(directory.resolve("other")).resolve("results.json");
    Files.writeString(
        other,
        Files.readString(file)
            .replaceAll("(\"nodeGuid\" : \"0x)[0-9a-f]{16}", "$10002c90300000001"));
    assertThat(ibassay("diff", at("good"), other.toString())).as("%s", err).isZero();
    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains("sim:ca?vl-cap=1 is a different device: node GUID 0x")
        .contains(" in A, 0x0002c90300000001 in B no differences ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"name\" : \"ibassay\" | \"name\" : \"other\" | suite: field \"name\": expected \"ibassay\"",
        "\"duts\" | \"dust\" | lacks the field \"duts\"; expected an array",
        "\"uri\" : | \"uri\" : 7, \"x\" : | duts[0]: field \"uri\": expected a text; found 7",
        "\"dut\" : 0 | \"dut\" : 1 | tests[0]: field \"dut\": expected a number from 0 to 0",
        "\"dut\" : 0 | \"dut\" : -1 | tests[0]: field \"dut\": expected a number from 0 to 0",
        "\"id\" : \"C13_013\" | \"id\" : \"C14_024_08_02\" | tests[1]: C14_024_08_02 on DUT 0",
        "\"verdict\" : \"pass\" | \"verdict\" : \"good\" | field \"verdict\": expected pass, fail",
        "\"assertions\" : [ | \"assertions\" : [ 1, | tests[0].assertions[0]: expected an object",
        "\"tests\" | } | is not JSON: ",
      })
  void damagedFilesAreRefusedWithThePlace(String original, String damaged, String message)
      throws IOException {
    Path file = directory.resolve("good/results.json");
    String text = Files.readString(file);
    assertThat(text).contains(original);
    String head = "\"tests\" : [";
    int start = original.contains("verdict") ? text.indexOf(head) : 0;
    Files.writeString(
        file, text.substring(0, start) + text.substring(start).replace(original, damaged));
    assertThat(ibassay("diff", at("bad"), at("good"))).isEqualTo(2);
    assertThat(err.toString()).startsWith("ibassay: results " + file + ": ").contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void missingFilesAreNamed() {
    assertThat(ibassay("diff", at("good"), at("none"))).isEqualTo(2);
    assertThat(err.toString()).contains("results " + at("none") + ": no such file");
    assertThat(ibassay("diff", at("good"))).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required parameter: 'B'");
  }

  /// Whatever is changed in a file, it is compared or rejected in one line.
  @Test
  void neverFailsInAnotherWay() throws IOException {
    long seed = Long.getLong("ibassay.seed", System.currentTimeMillis());
    Random random = new Random(seed);
    Path file = directory.resolve("good/results.json");
    byte[] text = Files.readString(file).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < (Seeds.areMany() ? 500 : 100); i++) {
      byte[] damaged = text.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      clear();
      assertThat(ibassay("diff", at("bad"), at("good")))
          .as("-Dibassay.seed=%d, %d", seed, i)
          .isLessThanOrEqualTo(2);
      assertThat(err.toString().lines().count()).isLessThan(3);
      assertThat(err.toString()).doesNotContain("a bug in");
    }
  }

  private String at(String name) {
    return directory.resolve(name).toString();
  }

  private void clear() {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
  }

  private int ibassay(String... arguments) {
    return Main.run(arguments, new PrintWriter(out), new PrintWriter(err));
  }
}
