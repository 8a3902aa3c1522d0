package org.ibassay.suite.c14;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.stream.LongStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;

/// A component of PortInfo that a manager may set, the ports on which it may be set, and its
/// values.
///
/// @param field component
/// @param roles ports on which it is read-write
/// @param given what a port must declare, or the state that it must be in, for the component to be
///   certainly settable
/// @param why completes "does not apply, as ..." if it is not
/// @param candidates values to set, in this order; those that are not legal on the port are skipped
/// @param isHarmless whether a short change has no effect outside the port
record PortInfoField(
    Field field,
    Set<PortInfoRole> roles,
    Given given,
    String why,
    Candidates candidates,
    boolean isHarmless) {

  /// A condition on PortInfo as a port holds it.
  interface Given {
    boolean holds(MemorySegment held);
  }

  /// Selects values for a port that holds this PortInfo.
  interface Candidates {
    LongStream of(MemorySegment held);
  }

  static PortInfoField of(Field field, Set<PortInfoRole> roles, long... candidates) {
    return of(field, roles, _ -> LongStream.of(candidates));
  }

  static PortInfoField of(Field field, Set<PortInfoRole> roles, Candidates candidates) {
    return new PortInfoField(field, roles, _ -> true, "", candidates, false);
  }

  /// Returns a copy for ports that meet a condition.
  PortInfoField given(String notSo, Given condition) {
    return new PortInfoField(field, roles, condition, notSo, candidates, isHarmless);
  }

  /// Returns a copy marked as safe to change temporarily.
  PortInfoField harmless() {
    return new PortInfoField(field, roles, given, why, candidates, true);
  }

  /// Whether it is certainly settable on a port of this role.
  boolean isSettable(PortInfoRole role, MadPacketSpec held) {
    return roles.contains(role) && given.holds(held.data());
  }

  /// Returns legal values for a port that holds this PortInfo, including the present one, but not
  /// values that a device may reject or need not store.
  LongStream values(MadPacketSpec held) {
    MemorySegment present = held.data();
    return candidates
        .of(present)
        .filter(value -> field.legal().allows(value, present))
        .filter(value -> !field.legal().isOpen(value, present));
  }
}
