package org.ibassay.audit;

import java.util.EnumMap;
import java.util.Map;

/// Counts what cannot be judged.
@SuppressWarnings("EnumOrdinal") // an EnumMap would box every number
final class Doubts {
  private final long[] counts = new long[Doubt.values().length];

  void add(Doubt doubt) {
    add(doubt, 1);
  }

  void add(Doubt doubt, long times) {
    counts[doubt.ordinal()] += times;
  }

  boolean has(Doubt doubt) {
    return counts[doubt.ordinal()] > 0;
  }

  Map<Doubt, Long> asMap() {
    Map<Doubt, Long> all = new EnumMap<>(Doubt.class);
    for (Doubt doubt : Doubt.values()) {
      if (counts[doubt.ordinal()] > 0) {
        all.put(doubt, counts[doubt.ordinal()]);
      }
    }
    return all;
  }
}
