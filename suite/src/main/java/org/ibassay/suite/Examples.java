package org.ibassay.suite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/// A sample of a step's failures: the first, the last, one from the middle and one of each value
/// received. The first 64 failures are examined, then ever fewer of them.
final class Examples {
  private static final int LOOKED_AT = 64;
  private static final int MOST_SAMPLES = 16;

  /// A failure that was examined.
  ///
  /// @param number position among the failures, from 1
  private record Sample(long number, CheckLog.Failure failure) {}

  private final List<Sample> first = new ArrayList<>();
  private final List<Sample> different = new ArrayList<>();
  private final Set<String> received = new HashSet<>();
  private final List<Sample> samples = new ArrayList<>();
  private long distance = 1;
  private long sampled;

  /// Whether a failure is to be examined.
  ///
  /// @param number position among the failures, from 1
  static boolean isLookedAt(long number) {
    return number <= LOOKED_AT || number % (Long.highestOneBit(number) / (LOOKED_AT / 2)) == 0;
  }

  /// Adds a failure, in the order in which they are found.
  ///
  /// @param number position among the failures, from 1
  void add(long number, CheckLog.Failure failure) {
    Sample sample = new Sample(number, failure);
    if (first.size() < CheckLog.EXAMPLES) {
      first.add(sample);
    }
    if (different.size() < CheckLog.EXAMPLES && received.add(failure.actual())) {
      different.add(sample);
    }
    if (samples.size() > 1 && (sampled - 1) % distance != 0) {
      samples.removeLast(); // kept only as the last one so far
    }
    if (samples.size() == MOST_SAMPLES) {
      for (int i = samples.size() - 1; i > 0; i -= 2) {
        samples.remove(i);
      }
      distance *= 2;
    }
    samples.add(sample);
    sampled++;
  }

  /// Adds the failures of another sample, after these.
  ///
  /// @param before number of failures before those of the other sample
  void addAll(Examples other, long before) {
    for (Sample sample : other.all()) {
      add(before + sample.number, sample.failure);
    }
  }

  private List<Sample> all() {
    NavigableMap<Long, Sample> all = new TreeMap<>();
    for (List<Sample> some : List.of(first, different, samples)) {
      some.forEach(sample -> all.put(sample.number, sample));
    }
    return List.copyOf(all.values());
  }

  /// The first failures.
  List<CheckLog.Failure> first() {
    return first.stream().map(Sample::failure).toList();
  }

  /// Returns at most `most` failures, in the order in which they were found.
  List<CheckLog.Failure> spread(int most) {
    NavigableMap<Long, Sample> picked = new TreeMap<>();
    List<Sample> all = all();
    if (!all.isEmpty()) {
      Sample last = all.getLast();
      pick(picked, first.getFirst(), most);
      pick(picked, last, most);
      different.stream().limit(Math.max(2, most - 3L)).forEach(each -> pick(picked, each, most));
      pick(picked, middle(all, last.number), most);
      for (int i = 1; i < most; i++) {
        pick(picked, all.get(i * (all.size() - 1) / most), most);
      }
      all.forEach(each -> pick(picked, each, most));
    }
    return picked.values().stream().map(Sample::failure).toList();
  }

  private static Sample middle(List<Sample> all, long last) {
    return all.stream()
        .min(Comparator.comparingLong(each -> Math.abs(2 * each.number - last)))
        .orElseThrow();
  }

  private static void pick(NavigableMap<Long, Sample> picked, Sample sample, int most) {
    if (picked.size() < most) {
      picked.put(sample.number, sample);
    }
  }
}
