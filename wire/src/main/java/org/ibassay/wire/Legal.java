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
public record Legal(String text, Rule defined, Rule supported) {

  /// Decides about a value.
  @FunctionalInterface
  public interface Rule {
    /// @param value the value that would be set, unsigned
    /// @param held the attribute as the device holds it, from its first byte on
    /// @return whether the rule is kept
    boolean allows(long value, MemorySegment held);
  }

  private static final Rule ALWAYS = (value, held) -> true;

  /// Every value is legal.
  public static final Legal ANY = new Legal("any value", ALWAYS, ALWAYS);

  /// Values from `low` to `high`, both included.
  public static Legal range(long low, long high) {
    return new Legal(
        low + " to " + high, (value, held) -> value >= low && value <= high, ALWAYS);
  }

  /// Values that `defined` allows.
  public static Legal when(String text, Rule defined) {
    return new Legal(text, defined, ALWAYS);
  }

  /// This rule, and of its values only those that `supported` allows.
  public Legal and(String moreText, Rule onlyIf) {
    return new Legal(text + ", " + moreText, defined, onlyIf);
  }

  /// Whether a value may be set.
  public boolean allows(long value, MemorySegment held) {
    return defined.allows(value, held) && supported.allows(value, held);
  }
}
