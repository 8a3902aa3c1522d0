package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;

/// Two deviations of one DUT.
///
/// @param kind kind of DUT
/// @param first the first in the URI
/// @param second applied on top of the first
record Pair(NodeKind kind, Deviation first, Deviation second) {

  /// Returns some of all pairs, without duplicates.
  ///
  /// @param seed selects the pairs
  /// @param count number of pairs, or all if there are fewer
  static List<Pair> some(List<Deviation> deviations, long seed, int count) {
    List<Pair> all = all(deviations);
    Random random = new Random(seed);
    Collections.shuffle(all, random);
    return all.stream()
        .limit(count)
        .map(pair -> random.nextBoolean() ? pair : pair.swapped())
        .toList();
  }

  private static List<Pair> all(List<Deviation> deviations) {
    List<Pair> pairs = new ArrayList<>();
    for (NodeKind kind : NodeKind.values()) {
      List<Deviation> shown =
          deviations.stream().filter(d -> Mutants.shownOn(d).contains(kind)).toList();
      for (int i = 0; i < shown.size(); i++) {
        for (int j = 0; j < i; j++) {
          Pair pair = new Pair(kind, shown.get(j), shown.get(i));
          if (pair.isPossible()) {
            pairs.add(pair);
          }
        }
      }
    }
    return pairs;
  }

  /// Whether a device can have both; each may need a device on which the other cannot be observed.
  private boolean isPossible() {
    return first.given().entrySet().stream()
        .allMatch(e ->
            Objects.equals(e.getValue(), second.given().getOrDefault(e.getKey(), e.getValue())));
  }

  @SuppressWarnings("ArgumentSelectionDefectChecker") // swapped on purpose
  private Pair swapped() {
    return new Pair(kind, second, first);
  }

  /// The DUT with both.
  String uri() {
    return "sim:%s?deviation=%s&deviation=%s".formatted(kind.word(), first.name(), second.name());
  }

  /// The DUT with the first one only, otherwise equal.
  String firstAlone() {
    return alone(first, second);
  }

  /// The DUT with the second one only, otherwise equal.
  String secondAlone() {
    return alone(second, first);
  }

  /// The DUT with neither, otherwise equal.
  String conforming() {
    Map<String, String> given = new TreeMap<>(first.given());
    given.putAll(second.given());
    return "sim:" + kind.word() + text("?", given);
  }

  private String alone(Deviation one, Deviation other) {
    Map<String, String> more = new TreeMap<>(other.given());
    more.keySet().removeAll(one.given().keySet());
    return "sim:%s?deviation=%s".formatted(kind.word(), one.name()) + text("&", more);
  }

  private static String text(String lead, Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining("&", parameters.isEmpty() ? "" : lead, ""));
  }
}
