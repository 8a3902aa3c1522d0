package org.ibassay.qualify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The effects of deviations on the tests, as text: one text for each test and family of
/// deviations, with the deviations on which the test does not pass, the failed steps with their
/// first message, and the reasons for inconclusive results. Deviations that a test does not notice
/// are omitted.
final class DeviationEffects {
  private static final Pattern NAME = Pattern.compile("(?m)^([a-z0-9]+\\.[^ ]+) on ");

  private DeviationEffects() {}

  /// Returns the texts by file, e.g. `C14_017_01/lease.txt`.
  static Map<String, String> files(List<Mutant> mutants) {
    Map<String, Map<String, Map<String, List<String>>>> kinds = new TreeMap<>();
    for (Mutant mutant : mutants) {
      mutant
          .run()
          .noticed()
          .forEach(outcome ->
              kinds
                  .computeIfAbsent(file(outcome.test(), mutant.deviation()), _ -> new TreeMap<>())
                  .computeIfAbsent(mutant.deviation(), _ -> new LinkedHashMap<>())
                  .merge(described(outcome), List.of(mutant.kind()), DeviationEffects::both));
    }
    Map<String, String> files = new TreeMap<>();
    kinds.forEach((file, deviations) -> files.put(file, text(deviations)));
    return files;
  }

  /// The file for a test and a deviation's family.
  static String file(String test, String deviation) {
    return "%s/%s.txt".formatted(test, family(deviation));
  }

  /// Splits a text by deviation.
  static Map<String, String> byDeviation(String text) {
    Map<String, String> lines = new TreeMap<>();
    int end = text.length();
    List<MatchResult> names = NAME.matcher(text).results().toList();
    for (MatchResult name : names.reversed()) {
      lines.merge(name.group(1), text.substring(name.start(), end), (later, own) -> own + later);
      end = name.start();
    }
    return lines;
  }

  /// The test of a file.
  static String testOf(String file) {
    return file.substring(0, file.indexOf('/'));
  }

  /// The family of a file.
  static String familyOf(String file) {
    return file.substring(file.indexOf('/') + 1, file.length() - ".txt".length());
  }

  /// The part of a deviation's name before the first period.
  static String family(String deviation) {
    return deviation.substring(0, deviation.indexOf('.'));
  }

  private static List<String> both(List<String> some, List<String> more) {
    return List.of(String.join(", ", some), String.join(", ", more));
  }

  /// Kinds of DUT with equal effects share an entry.
  private static String text(Map<String, Map<String, List<String>>> deviations) {
    return deviations.entrySet().stream()
        .flatMap(deviation ->
            deviation.getValue().entrySet().stream()
                .map(effect ->
                    "%s on %s %s"
                        .formatted(
                            deviation.getKey(),
                            String.join(", ", effect.getValue()),
                            effect.getKey())))
        .collect(Collectors.joining());
  }

  private static String described(Outcome outcome) {
    StringBuilder text = new StringBuilder(outcome.verdict().text()).append('\n');
    outcome.failures().forEach(failure -> text.append(described(failure)));
    if (outcome.reason() != null) {
      text.append("  because %s\n".formatted(Objects.requireNonNull(outcome.reason())));
    }
    return text.toString();
  }

  private static String described(Outcome.Failure failure) {
    return "  step %s, %d of %d at {%s}: expected %s, received %s\n"
        .formatted(
            failure.step(),
            failure.failures(),
            failure.checks(),
            failure.where(),
            FailedStep.withoutRecord(failure.expected()),
            FailedStep.withoutRecord(failure.actual()));
  }
}
