package org.ibassay.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Generates results files of devices with several firmware versions, from a seed: tests that begin
/// to fail, that are fixed, that are flaky, and names that databases sort and match differently.
final class GeneratedResults {
  private static final List<String> DEVICES = List.of("lab-1", "Lab-1", "lab_1", "läb 1", "LAB%");
  private static final List<String> VERSIONS = List.of("1.9", "1.10", "2.0-rc1", "2.0");
  private static final int TESTS = 40;
  private static final int ASSERTIONS = 4;

  private final Random random;

  GeneratedResults(long seed) {
    random = new Random(seed);
  }

  /// Writes a number of files.
  List<Path> write(Path directory, int count) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(Files.writeString(directory.resolve("run-" + i + ".json"), file(i, count)));
    }
    return files;
  }

  private String file(int number, int count) {
    int version = number * VERSIONS.size() / count;
    String tests =
        IntStream.range(0, TESTS)
            .filter(_ -> random.nextInt(10) > 0)
            .mapToObj(test -> test(test, version))
            .collect(Collectors.joining(",\n"));
    return """
    {"suite": {"name": "ibassay", "version": "1"}, "started": "2026-01-01T%02d:%02d:%02d.%dZ",
     "verdict": "pass", "exit": 0,
     "duts": [{"uri": "%s", "description": "x, firmware %s"}],
     "tests": [%s]}
    """
        .formatted(
            number / 3600,
            number / 60 % 60,
            number % 60,
            random.nextInt(1000),
            DEVICES.get(random.nextInt(DEVICES.size())),
            VERSIONS.get(version),
            tests);
  }

  private String test(int test, int version) {
    List<String> verdicts = new ArrayList<>();
    for (int assertion = 0; assertion < ASSERTIONS; assertion++) {
      boolean isFaulty = (test * 7 + assertion * 3 + version * 5) % 11 == 0;
      boolean isFlaky = (test + assertion) % 13 == 0 && random.nextInt(5) == 0;
      verdicts.add(
          isFaulty || isFlaky ? "fail" : random.nextInt(50) == 0 ? "inconclusive" : "pass");
    }
    String verdict =
        verdicts.contains("fail")
            ? "fail"
            : verdicts.contains("inconclusive") ? "inconclusive" : "pass";
    String assertions =
        IntStream.range(0, ASSERTIONS)
            .mapToObj(i ->
                "{\"id\": \"%s-%d#%d\", \"verdict\": \"%s\"}"
                    .formatted(i % 2 == 0 ? "ia" : "V1", test, i, verdicts.get(i)))
            .collect(Collectors.joining(", "));
    return "{\"id\": \"%s_%02d\", \"dut\": 0, \"verdict\": \"%s\", \"assertions\": [%s]}"
        .formatted(test % 2 == 0 ? "C14" : "c14", test, verdict, assertions);
  }
}
