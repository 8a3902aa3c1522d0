package org.ibassay.qualify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What deviations do to the tests, as text: for each test and family of deviations one, with the
/// deviations on which the test does not pass, the steps that fail with their first message, and
/// why the rest is inconclusive. A deviation that a test does not notice is not in its texts.
final class DeviationEffects {
  private static final Pattern NAME = Pattern.compile("(?m)^([a-z0-9]+\\.[^ ]+) on ");

  private DeviationEffects() {}

  /// The texts by the file that holds them, e.g. `C14_017_01/lease.txt`.
  static Map<String, String> files(List<Mutant> mutants) {
    Map<String, Map<String, Map<String, List<String>>>> kinds = new TreeMap<>();
    for (Mutant mutant : mutants) {
      mutant
          .trial()
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

  /// The file that holds the text of a test and a deviation's family.
  static String file(String test, String deviation) {
    return "%s/%s.txt".formatted(test, family(deviation));
  }

  /// A text's lines, by the deviation that they are about.
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

  /// What stands before the first dot of a deviation's name.
  static String family(String deviation) {
    return deviation.substring(0, deviation.indexOf('.'));
  }

  private static List<String> both(List<String> some, List<String> more) {
    return List.of(String.join(", ", some), String.join(", ", more));
  }

  /// Kinds of DUT of which the same is to be said stand together.
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
    return "  step %s, %d of %d at %s: expected %s, received %s\n"
        .formatted(
            failure.step(),
            failure.failures(),
            failure.checks(),
            failure.where(),
            FailedStep.withoutRecord(failure.expected()),
            FailedStep.withoutRecord(failure.actual()));
  }
}
