package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.MadPort;
import org.ibassay.runner.diff.Results;
import org.ibassay.runner.journal.Contents;
import org.ibassay.runner.report.ExpectFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files that a run reads: the user must get a message.
class HostileFilesTest {
  private static final long SEED =
      Long.getLong("ibassay.seed", System.currentTimeMillis() & 0xFFFF_FFFFL);
  private static final int ROUNDS = 1_000;

  private static final String PROFILE =
      """
      # what this lab uses
      M_KEY_DUT = 0x1234
      LEASE_PERIOD: 3
      M_KEY_PROTECT_BITS=1,\\
        2
      """;

  private static final String EXPECT =
      """
      [ { "test": "C14_024_12", "assertion": "v1c13-024#07", "reason": "ticket 4711",
          "owner": "Ada", "firmware": "20.41.1000", "expires": "2027-01-31" },
        { "test": "C13_*", "assertion": "v1c13-013#01", "reason": "old", "owner": "Ada",
          "expires": "2027-01-31" } ]
      """;

  private static final String RESULTS =
      """
      { "suite": {"name": "ibassay", "version": "1"}, "started": "2026-01-01T00:00:00Z",
        "verdict": "fail", "exit": 1,
        "duts": [ {"uri": "sim:ca", "nodeGuid": "0x1"} ],
        "tests": [ {"id": "C13_013", "dut": 0, "verdict": "fail",
                    "assertions": [ {"id": "v1c13-013#01", "verdict": "fail",
                                     "rounds": ["pass", "fail"], "known": {}} ] } ] }
      """;

  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ",",
          ":",
          "null",
          "true",
          "-1",
          "1e999999999",
          "0x",
          "\\u12",
          "\\",
          "\n",
          "=",
          "\u00e9",
          "9".repeat(400),
          "[".repeat(2000),
          "M_KEY_DUT",
          "claims.X=true",
          "\"dut\": 7",
          "\"verdict\": \"pass\"",
          "\"expires\": \"2027-02-30\"",
          "#");

  @TempDir Path directory;

  private interface Reading {
    void read(Path file) throws UsageException, IOException;
  }

  @Test
  void profiles() throws IOException {
    assertThat(mutate("profile", PROFILE, Profile::read)).as("refused").isPositive();
  }

  @Test
  void expectFiles() throws IOException {
    assertThat(mutate("expect file", EXPECT, ExpectFile::read)).as("refused").isPositive();
  }

  @Test
  void results() throws IOException {
    assertThat(mutate("results", RESULTS, Results::read)).as("refused").isPositive();
  }

  /// Found by mutation: for JSON nested too deeply, Jackson reports no location.
  @Test
  void nestingTooDeepIsSaid() throws IOException {
    Path file = Files.writeString(directory.resolve("deep.json"), "[".repeat(2000));
    assertThatThrownBy(() -> ExpectFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("deep.json: is not JSON: Document nesting depth");
  }

  /// Found by review: a window larger than a port supports.
  @Test
  void aJournalsWindowIsWhatAPortTakes() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("journal"),
            Contents.head(1, "sim:ca", 17, "2026", new Timing(1, 3), 1_000_000));
    try (FileChannel channel = FileChannel.open(file)) {
      assertThat(Contents.read(channel).window()).isEqualTo(MadPort.CAPACITY);
    }
  }

  /// A journal that makes sense is read even if it is damaged; what is read must be usable.
  @Test
  void journals() throws IOException {
    String head =
        Contents.head(0x99, "sim:ca", 17, "2026-01-01T00:00:00Z", new Timing(1_000_000, 3), 16);
    AtomicInteger damaged = new AtomicInteger();
    mutate(
        "journal",
        head,
        file -> {
          try (FileChannel channel = FileChannel.open(file)) {
            Contents contents = Contents.read(channel);
            assertThat(contents.window()).isBetween(1, MadPort.CAPACITY);
            assertThat(contents.unreadable()).allMatch(line -> line.matches("[ -~]*"));
            damaged.addAndGet(contents.unreadable().isEmpty() ? 0 : 1);
          }
        });
    assertThat(damaged).hasPositiveValue();
  }

  /// Reads the sample, then its mutations. Each is either read, or refused with a message that
  /// names the file.
  ///
  /// @return number of mutations that were refused
  private int mutate(String what, String sample, Reading reading) throws IOException {
    Random random = new Random(SEED);
    Path file = directory.resolve("file");
    byte[] original = sample.getBytes(StandardCharsets.UTF_8);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = round == 0 ? original : mutated(original, random);
      Files.write(file, bytes);
      try {
        reading.read(file);
      } catch (UsageException e) {
        refused++;
        assertThat(e.getMessage()).as("seed %d, round %d", SEED, round).contains(file.toString());
        assertThat(bytes).as("seed %d, round %d", SEED, round).isNotEqualTo(original);
      } catch (RuntimeException | StackOverflowError e) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        throw new AssertionError("seed %d, round %d: %s".formatted(SEED, round, text), e);
      }
    }
    System.out.printf("%s: %d of %d mutations refused, seed %d%n", what, refused, ROUNDS, SEED);
    return refused;
  }

  /// Flips, removes, inserts or doubles some bytes; occasionally returns only noise.
  private static byte[] mutated(byte[] sample, Random random) {
    if (random.nextInt(100) == 0) {
      byte[] noise = new byte[random.nextInt(300)];
      random.nextBytes(noise);
      return noise;
    }
    byte[] bytes = sample;
    for (int n = random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length + 1);
      int to = Math.min(bytes.length, at + random.nextInt(20));
      switch (random.nextInt(5)) {
        case 0 -> bytes = spliced(bytes, at, to, new byte[0]);
        case 1 -> bytes = spliced(bytes, at, at, piece(random));
        case 2 -> bytes = spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
        case 3 -> bytes = Arrays.copyOf(bytes, at);
        default -> {
          byte[] flip = {(byte) random.nextInt()};
          bytes = spliced(bytes, at, Math.min(bytes.length, at + 1), flip);
        }
      }
    }
    return bytes;
  }

  private static byte[] piece(Random random) {
    return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] between) {
    byte[] all = Arrays.copyOf(bytes, from + between.length + bytes.length - to);
    System.arraycopy(between, 0, all, from, between.length);
    System.arraycopy(bytes, to, all, from + between.length, bytes.length - to);
    return all;
  }
}
