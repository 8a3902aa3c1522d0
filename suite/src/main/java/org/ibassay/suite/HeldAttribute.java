package org.ibassay.suite;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;

/// An attribute of the DUT with two values: the one read first, which is restored at the end, and
/// the one read last, with which the next one is compared.
public final class HeldAttribute {
  private final MadExchange mads;
  private final Attribute attribute;
  private final long modifier;
  private final UnaryOperator<MadPacketSpec> writable;
  private @Nullable MadPacketSpec original;
  private @Nullable MadPacketSpec held;

  /// @param modifier AttributeModifier of the requests
  /// @param writable turns a Set of the values read into one that may be sent
  public HeldAttribute(
      MadExchange mads, Attribute attribute, long modifier, UnaryOperator<MadPacketSpec> writable) {
    this.mads = mads;
    this.attribute = attribute;
    this.modifier = modifier;
    this.writable = writable;
  }

  MadExchange mads() {
    return mads;
  }

  /// The attribute's ID and layout.
  public Attribute attribute() {
    return attribute;
  }

  /// AttributeModifier of the requests.
  public long modifier() {
    return modifier;
  }

  /// A Get of the attribute.
  public MadPacketSpec get() {
    return MadPacketSpec.subnGet(attribute).attributeModifier(modifier);
  }

  /// A Set of the values read first, except those that must not be written.
  public MadPacketSpec restore() {
    return setOf(Objects.requireNonNull(original, "it is read first"));
  }

  /// A Set of the values read last, except those that must not be written.
  public MadPacketSpec set() {
    return setOf(held());
  }

  private MadPacketSpec setOf(MadPacketSpec read) {
    return writable.apply(
        MadPacketSpec.subnSet(attribute).attributeModifier(modifier).dataOf(read));
  }

  /// Stores the values that were read.
  ///
  /// @return `read`
  public MadPacketSpec keep(MadPacketSpec read) {
    if (original == null) {
      original = read;
    }
    held = read;
    return read;
  }

  /// The values read last.
  public MadPacketSpec held() {
    return Objects.requireNonNull(held, "it is read first");
  }
}
