package org.ibassay.wire;

import java.lang.foreign.MemorySegment;

/// The values that the specification allows in a Set of a field.
///
/// There are two rules, because a value can be illegal in two ways: `defined` says whether the
/// encoding has a meaning (if not, it is *reserved*), `supported` whether this device supports the
/// meaning of a defined value. Both are given the device's current attribute, so that a rule can
/// use what the device declares (`LinkWidthSupported`) or its current state (`PortState`).
///
/// @param text the allowed values in words: completes "expected ..."
/// @param defined whether the value has a meaning
/// @param supported whether the device supports it; evaluated only for defined values
/// @param open whether the specification lets the device either accept or reject the value; such a
///   value is never illegal, and no verdict may depend on the device's choice
public record Legal(String text, Rule defined, Rule supported, Rule open) {

  /// A rule for a value.
  @FunctionalInterface
  public interface Rule {
    /// @param value the value to be set, unsigned
    /// @param held the device's current attribute, from its first byte
    /// @return whether the rule allows the value
    boolean allows(long value, MemorySegment held);
  }

  private static final Rule ALWAYS = (value, held) -> true;
  private static final Rule NEVER = (value, held) -> false;

  /// Every value is legal.
  public static final Legal ANY = when("any value", ALWAYS);

  /// Values from `low` to `high`, both inclusive.
  public static Legal range(long low, long high) {
    return when(low + " to " + high, (value, held) -> value >= low && value <= high);
  }

  /// Values that `defined` allows.
  public static Legal when(String text, Rule defined) {
    return new Legal(text, defined, ALWAYS, NEVER);
  }

  /// Returns this rule, restricted to the values that `onlyIf` supports.
  public Legal and(String moreText, Rule onlyIf) {
    return new Legal(text + ", " + moreText, defined, onlyIf, open);
  }

  /// Returns this rule with the values that the specification leaves to the device.
  public Legal leavingOpen(Rule toTheDevice) {
    return new Legal(text, defined, supported, toTheDevice);
  }

  /// Whether the encoding has no meaning: no device may accept it.
  public boolean isReserved(long value, MemorySegment held) {
    return !defined.allows(value, held) && !open.allows(value, held);
  }

  /// Whether the encoding has a meaning that this device does not support: it must reject the
  /// value.
  public boolean isUnsupported(long value, MemorySegment held) {
    return defined.allows(value, held)
        && !supported.allows(value, held)
        && !open.allows(value, held);
  }

  /// Whether a device may accept the value. If it may also reject the value, [#isOpen] is true,
  /// too.
  public boolean allows(long value, MemorySegment held) {
    return open.allows(value, held)
        || (defined.allows(value, held) && supported.allows(value, held));
  }

  /// Whether the device may either accept or reject the value.
  public boolean isOpen(long value, MemorySegment held) {
    return open.allows(value, held);
  }
}
