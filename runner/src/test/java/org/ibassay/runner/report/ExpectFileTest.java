package org.ibassay.runner.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import org.ibassay.runner.Expectations;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectFileTest {
  private static final String GOOD =
      """
      [ {"test": "C14_024_12", "assertion": "v1c13-024#07", "reason": "no status codes",
         "owner": "Ada", "expires": "2027-01-31"},
        {"test": "C13_013", "assertion": "v1c13-013#01", "reason": "slow", "owner": "Bob",
         "firmware": "20.1", "expires": "2027-02-28"} ]
      """;

  @TempDir Path directory = Path.of("");

  @Test
  void readsEntries() throws Exception {
    Path file = write(GOOD);
    assertThat(ExpectFile.read(file).entries())
        .containsExactly(
            new KnownNonConformance(
                file.toString(),
                1,
                "C14_024_12",
                "v1c13-024#07",
                "no status codes",
                "Ada",
                null,
                LocalDate.of(2027, 1, 31)),
            new KnownNonConformance(
                file.toString(),
                2,
                "C13_013",
                "v1c13-013#01",
                "slow",
                "Bob",
                "20.1",
                LocalDate.of(2027, 2, 28)));
  }

  @Test
  void anEmptyArrayExpectsNothing() throws Exception {
    assertThat(ExpectFile.read(write("[]"))).isEqualTo(Expectations.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "  | expected an array; found nothing",
        "{} | expected an array; found an object",
        "null | expected an array; found null",
        "[{] | line 1, column 3: is not JSON: ",
        "[] [] | is not JSON: ",
        "[1] | entry 1: expected an object; found 1",
        "[{`test`: `A`}] | entry 1: lacks the field \"assertion\"; expected a text",
        "[{`test`: `A`, `test`: `B`}] | line 1, column 22: is not JSON: ",
        "[{`tset`: `A`}] | entry 1: unknown field \"tset\"; expected test, assertion, reason,",
        "[{`test`: 7}] | entry 1: field \"test\": expected a text; found 7",
        "[{`test`: ` `}] | entry 1: field \"test\": expected a text; found \" \"",
        "[{`test`: null}] | entry 1: field \"test\": expected a text; found null",
        "[E, {`test`: []}] | entry 2: field \"test\": expected a text; found an array",
        "[X soon}] | entry 1: field \"expires\": expected a date such as 2027-01-31; found \"soon\"",
        "[X 2027-02-30}] | entry 1: field \"expires\": expected a date",
        "[E, E] | entry 2: is about the same as entry 1: one of them goes",
      })
  void namesEntryFieldAndWhatWasExpected(String text, String message) throws IOException {
    String common = "`test`: `A`, `assertion`: `b`, `reason`: `c`, `owner`: `d`, `expires`: ";
    String json =
        (text == null ? "" : text)
            .replaceFirst("X (.*?)}", "{" + common + "`$1`}")
            .replace("E", "{" + common + "`2027-01-01`}")
            .replace('`', '"');
    Path file = write(json);
    assertThatThrownBy(() -> ExpectFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("expect file " + file + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNoTextIsNamed() throws IOException {
    Path file = directory.resolve("expect.json");
    Files.write(file, new byte[] {'[', '"', (byte) 0xFF, '"', ']'});
    assertThatThrownBy(() -> ExpectFile.read(file)).hasMessageContaining("is not text in UTF-8");
    assertThatThrownBy(() -> ExpectFile.read(directory)).hasMessageContaining("cannot be read");
  }

  /// Whatever is changed in the file, it is either read, or refused with a one-line message that
  /// names the file.
  @Test
  void neverFailsInAnotherWay() throws IOException {
    long seed = Long.getLong("ibassay.seed", System.currentTimeMillis());
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(4); n >= 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Path file = directory.resolve("expect.json");
      Files.write(file, bytes);
      try {
        assertThat(ExpectFile.read(file).entries()).hasSizeLessThan(3);
      } catch (UsageException e) {
        assertThat(e).as("-Dibassay.seed=%d, %d", seed, i).hasMessageContaining(file.toString());
        assertThat(e.getMessage()).doesNotContain("\n").doesNotContain("Exception");
      }
    }
  }

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("expect.json"), text);
  }
}
