package org.ibassay.suite;

import java.util.Set;
import org.ibassay.wire.Field;

/// Fields of an attribute that a DUT may change at any time.
///
/// @param measured which may hold whatever they like, such as a delay
/// @param counters which go up only, until a Set puts them to 0
public record VolatileFields(Set<Field> measured, Set<Field> counters) {
  /// None.
  public static final VolatileFields NONE = new VolatileFields(Set.of(), Set.of());

  /// Keeps copies.
  public VolatileFields {
    measured = Set.copyOf(measured);
    counters = Set.copyOf(counters);
  }

  /// Whether a field is among them.
  public boolean contains(Field field) {
    return measured.contains(field) || counters.contains(field);
  }

  /// A field that no Set has changed holds what it held; a counter may have gone up since.
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
