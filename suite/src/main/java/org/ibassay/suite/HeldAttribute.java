package org.ibassay.suite;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;

/// One attribute of the DUT: as it was read first, which is what it is put back to, and as it was
/// read last, which is what it is compared with.
public final class HeldAttribute {
  private final MadExchange mads;
  private final Attribute attribute;
  private final long modifier;
  private final UnaryOperator<MadPacketSpec> writable;
  private @Nullable MadPacketSpec original;
  private @Nullable MadPacketSpec held;

  /// @param modifier AttributeModifier of the requests
  /// @param writable makes a Set of what was read one that may be sent
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

  /// Which one it is.
  public Attribute attribute() {
    return attribute;
  }

  /// AttributeModifier of the requests.
  public long modifier() {
    return modifier;
  }

  /// A request to read it.
  public MadPacketSpec get() {
    return MadPacketSpec.subnGet(attribute).attributeModifier(modifier);
  }

  /// A Set of what was read first, but for what may not be written back.
  public MadPacketSpec restore() {
    return setOf(Objects.requireNonNull(original, "it is read first"));
  }

  /// A Set of what was read last, but for what may not be written back.
  public MadPacketSpec set() {
    return setOf(held());
  }

  private MadPacketSpec setOf(MadPacketSpec read) {
    return writable.apply(
        MadPacketSpec.subnSet(attribute).attributeModifier(modifier).dataOf(read));
  }

  /// Remembers what was read of it.
  ///
  /// @return the same
  public MadPacketSpec keep(MadPacketSpec read) {
    if (original == null) {
      original = read;
    }
    held = read;
    return read;
  }

  /// What it holds, as read last.
  public MadPacketSpec held() {
    return Objects.requireNonNull(held, "it is read first");
  }
}
