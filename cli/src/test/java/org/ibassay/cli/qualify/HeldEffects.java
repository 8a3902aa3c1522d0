package org.ibassay.cli.qualify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What deviations do to the tests, as text that is held in a file: a block each with the tests
/// that do not pass, the steps that fail with their first message, and why the rest is
/// inconclusive.
final class HeldEffects {
  private HeldEffects() {}

  /// What was seen, also written to a file of that name in `target`.
  static List<String> seen(String file, List<Mutant> mutants) throws IOException {
    String text =
        mutants.stream()
            .map(m -> m.deviation() + " on " + m.kind() + "\n" + described(m.trial()))
            .collect(Collectors.joining("\n"));
    Files.writeString(Path.of("target", file), text);
    return text.lines().toList();
  }

  /// What was seen before, and read.
  static List<String> held(String file) throws IOException {
    try (InputStream in = HeldEffects.class.getResourceAsStream(file)) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /// Tests of which the same is to be said stand together.
  private static String described(DutOutcome trial) {
    Map<String, List<String>> tests =
        trial
            .noticed()
            .collect(
                Collectors.groupingBy(
                    HeldEffects::described,
                    LinkedHashMap::new,
                    Collectors.mapping(Outcome::test, Collectors.toList())));
    return tests.isEmpty()
        ? "  survives\n"
        : tests.entrySet().stream()
            .map(e -> "  " + String.join(", ", e.getValue()) + " " + e.getKey())
            .collect(Collectors.joining());
  }

  private static String described(Outcome outcome) {
    StringBuilder text = new StringBuilder(outcome.verdict().text()).append('\n');
    outcome.failures().forEach(failure -> text.append(described(failure)));
    if (outcome.reason() != null) {
      text.append("    because %s\n".formatted(outcome.reason()));
    }
    return text.toString();
  }

  private static String described(Outcome.Failure failure) {
    return "    step %s, %d of %d at %s: expected %s, came %s\n"
        .formatted(
            failure.step(),
            failure.failures(),
            failure.checks(),
            failure.where(),
            withoutRecord(failure.expected()),
            withoutRecord(failure.actual()));
  }

  /// A record's or a MAD's bytes would hide what is to be read here; a TransactionID tells how many
  /// requests went before.
  private static String withoutRecord(String text) {
    return text.replaceFirst("( in \\w+\\(\\w+\\))( [0-9a-f]{2,16})+$", "$1")
        .replaceFirst("^(\\d+ bytes: [0-9a-f]{16})( [0-9a-f]{2,16})+$", "$1 ...")
        .replaceAll("TransactionID 0x\\p{XDigit}+", "TransactionID 0x...");
  }
}
