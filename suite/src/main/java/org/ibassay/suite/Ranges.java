package org.ibassay.suite;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/// A set of numbers, stored and printed as ranges: `0-3, 7, 12-15`.
public final class Ranges {
  private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();

  /// The empty set.
  public Ranges() {}

  /// Adds one number.
  public void add(long number) {
    add(number, number);
  }

  /// Adds the numbers of another set.
  public void addAll(Ranges other) {
    other.lastByFirst.forEach(this::add);
  }

  private void add(long from, long to) {
    long first = from;
    long last = to;
    Map.Entry<Long, Long> left = lastByFirst.floorEntry(last + 1);
    while (left != null && left.getValue() >= first - 1) {
      first = Math.min(first, left.getKey());
      last = Math.max(last, left.getValue());
      lastByFirst.remove(left.getKey());
      left = lastByFirst.floorEntry(last + 1);
    }
    lastByFirst.put(first, last);
  }

  /// The number of elements.
  public long size() {
    return lastByFirst.entrySet().stream().mapToLong(e -> e.getValue() - e.getKey() + 1).sum();
  }

  /// The set as printed in messages.
  ///
  /// @param dimension what the numbers count, as in a [Place]
  public String toString(String dimension) {
    return text(number -> Place.number(dimension, number));
  }

  @Override
  public String toString() {
    return text(Long::toString);
  }

  private String text(LongFunction<String> number) {
    StringBuilder text = new StringBuilder();
    lastByFirst.forEach((first, last) -> {
      text.append(text.isEmpty() ? "" : ", ").append(number.apply(first));
      if (!first.equals(last)) {
        text.append('-').append(number.apply(last));
      }
    });
    return text.toString();
  }
}
