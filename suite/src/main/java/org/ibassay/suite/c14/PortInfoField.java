package org.ibassay.suite.c14;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.stream.LongStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;

/// A component of PortInfo that a manager may set: on which ports, and to what.
///
/// @param field the component
/// @param roles ports on which it is read-write
/// @param given what a port has to declare, or the state that it has to be in, for the component to
///   be settable beyond doubt
/// @param why completes "does not apply, as ..." where that is not so
/// @param candidates values that are worth to be set, in this order; those that are not legal on
///   the port are left out
/// @param isHarmless whether nothing outside the port notices that it is changed for a moment
record PortInfoField(
    Field field,
    Set<PortInfoRole> roles,
    Given given,
    String why,
    Candidates candidates,
    boolean isHarmless) {

  /// Looks at PortInfo as a port holds it.
  interface Given {
    boolean holds(MemorySegment held);
  }

  /// Picks values for a port that holds this PortInfo.
  interface Candidates {
    LongStream of(MemorySegment held);
  }

  static PortInfoField of(Field field, Set<PortInfoRole> roles, long... candidates) {
    return of(field, roles, _ -> LongStream.of(candidates));
  }

  static PortInfoField of(Field field, Set<PortInfoRole> roles, Candidates candidates) {
    return new PortInfoField(field, roles, _ -> true, "", candidates, false);
  }

  /// A copy for ports of which something holds.
  PortInfoField given(String notSo, Given condition) {
    return new PortInfoField(field, roles, condition, notSo, candidates, isHarmless);
  }

  /// A copy of a component that may be changed in passing.
  PortInfoField harmless() {
    return new PortInfoField(field, roles, given, why, candidates, true);
  }

  /// Whether it is settable beyond doubt on a port of this role.
  boolean isSettable(PortInfoRole role, MadPacketSpec held) {
    return roles.contains(role) && given.holds(held.data());
  }

  /// Legal values for a port that holds this PortInfo, the present one included. Values that a
  /// device may refuse, or need not store, are none.
  LongStream values(MadPacketSpec held) {
    MemorySegment present = held.data();
    return candidates
        .of(present)
        .filter(value -> field.legal().allows(value, present))
        .filter(value -> !field.legal().isOpen(value, present));
  }
}
