package org.ibassay.wire;

import java.lang.foreign.MemorySegment;

/// Which values the specification allows to be set in a field.
///
/// Two rules, because a value can be wrong in two ways: `defined` says whether the encoding has a
/// meaning at all (if not, it is *reserved*), `supported` whether this device can do what a defined
/// value means. Both see the attribute as the device holds it, so that a rule can look at what the
/// device declares (`LinkWidthSupported`) or at the present state (`PortState`).
///
/// @param text what is allowed, for people: completes "expected ..."
/// @param defined whether the value has a meaning
/// @param supported whether the device can do it; asked only of defined values
/// @param open whether the specification leaves it to the device to accept or refuse the value;
///   such a value is never illegal, and no verdict may depend on what becomes of it
public record Legal(String text, Rule defined, Rule supported, Rule open) {

  /// Decides about a value.
  @FunctionalInterface
  public interface Rule {
    /// @param value the value that would be set, unsigned
    /// @param held the attribute as the device holds it, from its first byte on
    /// @return whether the rule is kept
    boolean allows(long value, MemorySegment held);
  }

  private static final Rule ALWAYS = (value, held) -> true;
  private static final Rule NEVER = (value, held) -> false;

  /// Every value is legal.
  public static final Legal ANY = when("any value", ALWAYS);

  /// Values from `low` to `high`, both included.
  public static Legal range(long low, long high) {
    return when(low + " to " + high, (value, held) -> value >= low && value <= high);
  }

  /// Values that `defined` allows.
  public static Legal when(String text, Rule defined) {
    return new Legal(text, defined, ALWAYS, NEVER);
  }

  /// This rule, and of its values only those that `onlyIf` supports.
  public Legal and(String moreText, Rule onlyIf) {
    return new Legal(text + ", " + moreText, defined, onlyIf, open);
  }

  /// This rule, with what the specification leaves to the device.
  public Legal leavingOpen(Rule toTheDevice) {
    return new Legal(text, defined, supported, toTheDevice);
  }

  /// Whether the encoding has no meaning: neither this nor any other device may take it.
  public boolean isReserved(long value, MemorySegment held) {
    return !defined.allows(value, held) && !open.allows(value, held);
  }

  /// Whether the encoding has a meaning, but not on this device: it must refuse the value.
  public boolean isUnsupported(long value, MemorySegment held) {
    return defined.allows(value, held)
        && !supported.allows(value, held)
        && !open.allows(value, held);
  }

  /// Whether a device may accept the value. A value that it may accept and need not is [#isOpen]
  /// besides.
  public boolean allows(long value, MemorySegment held) {
    return open.allows(value, held)
        || (defined.allows(value, held) && supported.allows(value, held));
  }

  /// Whether it is the device's own affair to accept the value or to refuse it.
  public boolean isOpen(long value, MemorySegment held) {
    return open.allows(value, held);
  }
}
