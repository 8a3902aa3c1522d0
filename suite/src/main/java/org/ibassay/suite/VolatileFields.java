package org.ibassay.suite;

import java.util.HashSet;
import java.util.Set;
import org.ibassay.wire.Field;

/// Fields of an attribute that a DUT may change at any time.
///
/// @param measured fields with any value, such as a delay
/// @param counters fields that only increase until a Set clears them
public record VolatileFields(Set<Field> measured, Set<Field> counters) {
  /// No fields.
  public static final VolatileFields NONE = new VolatileFields(Set.of(), Set.of());

  /// Copies the sets.
  public VolatileFields {
    measured = Set.copyOf(measured);
    counters = Set.copyOf(counters);
  }

  /// Returns these fields and another one that may have any value.
  VolatileFields and(Field field) {
    Set<Field> more = new HashSet<>(measured);
    more.add(field);
    return new VolatileFields(more, counters);
  }

  /// Whether a field is measured or a counter.
  public boolean contains(Field field) {
    return measured.contains(field) || counters.contains(field);
  }

  /// Checks that the response to a Set shows each component that the Set repeats as it was read.
  ///
  /// @param except components to leave out
  public boolean verifyRepeated(
      MadChecks checks,
      MadPacketSpec answer,
      MadPacketSpec set,
      HeldAttribute held,
      Set<Field> except) {
    boolean kept = true;
    for (Field field : held.attribute().layout().fields()) {
      if (isRepeated(set, held.held(), field) && !overlapsAny(field, except)) {
        kept &= verifyKept(checks, answer, held.held(), field);
      }
    }
    return kept;
  }

  private static boolean overlapsAny(Field field, Set<Field> others) {
    for (Field other : others) {
      if (field.overlaps(other)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRepeated(MadPacketSpec set, MadPacketSpec held, Field field) {
    for (int i = 0; i < field.count(); i++) {
      boolean equal =
          field.isWide()
              ? set.number(field, i).equals(held.number(field, i))
              : set.data(field, i) == held.data(field, i);
      if (!equal) {
        return false;
      }
    }
    return true;
  }

  /// Checks that a field is unchanged; a counter may have increased.
  public boolean verifyKept(MadChecks checks, MadPacketSpec read, MadPacketSpec held, Field field) {
    if (measured.contains(field)) {
      return true;
    }
    if (counters.contains(field)) {
      long before = held.data(field);
      return checks.verify(
          read,
          read.data(field) >= before,
          () -> "%s not below %d".formatted(field.name(), before),
          () -> "%s %d".formatted(field.name(), read.data(field)));
    }
    boolean kept = true;
    for (int i = 0; i < field.count(); i++) {
      kept &=
          field.isWide()
              ? checks.verifyData(read, field, i, held.number(field, i))
              : checks.verifyData(read, field, i, held.data(field, i));
    }
    return kept;
  }
}
