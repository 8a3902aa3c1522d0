package org.ibassay.qualify;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Deviations that no test distinguishes on some kind of DUT: the same steps fail, equally often,
/// at the same places and with the same first values. The reader of a report cannot distinguish
/// them.
///
/// @param groups names of such deviations, at least two per group
public record LookAlikes(List<List<String>> groups) {
  /// A deviation, the kinds of DUT, and its effect on them.
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?m)^([a-z0-9]+\\.\\S+) on ([a-z, ]+?) ((?:fail|inconclusive|error).*\\n(?: .*\\n?)*)");

  /// Copies the lists.
  public LookAlikes {
    groups = groups.stream().map(List::copyOf).toList();
  }

  static LookAlikes of(List<Mutant> mutants) {
    return of(DeviationEffects.files(mutants));
  }

  /// Returns those of the recorded effects, which are complete even if a build runs few deviations.
  public static LookAlikes recorded(List<String> tests) {
    return of(KnownFaults.RECORDED.files(tests));
  }

  /// Returns those of effects as text, by `TEST/FAMILY.txt`.
  static LookAlikes of(Map<String, String> files) {
    Map<String, Map<String, String>> byKind = new TreeMap<>();
    new TreeMap<>(files)
        .forEach((file, text) ->
            ENTRY
                .matcher(text)
                .results()
                .forEach(entry -> {
                  String name = entry.group(1);
                  String test = file.substring(0, file.indexOf('/'));
                  String effect = test + " " + entry.group(3).replace(name, "");
                  for (String kind : entry.group(2).split(", ", -1)) {
                    byKind
                        .computeIfAbsent(kind, _ -> new TreeMap<>())
                        .merge(name, effect, String::concat);
                  }
                }));
    return new LookAlikes(
        byKind.values().stream()
            .flatMap(effects ->
                effects.keySet().stream()
                    .collect(Collectors.groupingBy(effects::get, TreeMap::new, Collectors.toList()))
                    .values()
                    .stream())
            .filter(names -> names.size() > 1)
            .distinct()
            .toList());
  }

  /// The number of pairs in all groups.
  public int pairs() {
    return groups.stream()
        .flatMap(group ->
            group.stream()
                .flatMap(one ->
                    group.stream()
                        .filter(other -> one.compareTo(other) < 0)
                        .map(other -> one + " " + other)))
        .collect(Collectors.toSet())
        .size();
  }
}
