package org.ibassay.suite.audit;

import java.util.EnumMap;
import java.util.Map;

/// Counts what cannot be judged.
final class Doubts {
  private final Map<Doubt, Long> counts = new EnumMap<>(Doubt.class);

  void add(Doubt doubt) {
    add(doubt, 1);
  }

  void add(Doubt doubt, long times) {
    counts.merge(doubt, times, Long::sum);
  }

  Map<Doubt, Long> asMap() {
    return new EnumMap<>(counts);
  }
}
