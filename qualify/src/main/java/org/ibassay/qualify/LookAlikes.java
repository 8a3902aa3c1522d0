package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Deviations that no test tells apart on some kind of DUT: the same steps fail, as often, at the
/// same places and with the same first values. To who reads a report they are one.
///
/// @param groups names of deviations that look alike, at least two a group
public record LookAlikes(List<List<String>> groups) {
  /// Keeps copies.
  public LookAlikes {
    groups = groups.stream().map(List::copyOf).toList();
  }

  static LookAlikes of(List<Mutant> mutants) {
    Map<List<?>, Set<String>> byEffect = new LinkedHashMap<>();
    for (Mutant mutant : mutants) {
      if (mutant.fate() != Mutant.Fate.SURVIVED) {
        byEffect.computeIfAbsent(effect(mutant), _ -> new TreeSet<>()).add(mutant.deviation());
      }
    }
    return new LookAlikes(
        byEffect.values().stream()
            .filter(names -> names.size() > 1)
            .map(List::copyOf)
            .distinct()
            .toList());
  }

  private static List<?> effect(Mutant mutant) {
    List<Object> effect = new ArrayList<>(List.of(mutant.kind()));
    mutant
        .trial()
        .noticed()
        .forEach(outcome -> {
          effect.add(outcome.test());
          effect.addAll(outcome.failures());
          String reason = outcome.reason();
          effect.add(reason == null ? "" : reason.replace(mutant.deviation(), ""));
        });
    return effect;
  }

  /// How many pairs they are.
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
