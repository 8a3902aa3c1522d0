package org.ibassay.device.variant;

import java.util.EnumMap;
import java.util.Map;

/// A conforming device: its kind, and a value for each parameter of the kind.
public final class Variant {
  /// The P_Key of a port in its second partition, if it is in one.
  public static final int SECOND_P_KEY = 0x8001;

  private final NodeKind kind;
  private final Map<SimParameter, Long> values = new EnumMap<>(SimParameter.class);

  private Variant(NodeKind kind) {
    this.kind = kind;
  }

  /// Returns a device of a kind with the default parameters.
  public static Variant of(NodeKind kind) {
    return of(kind, Map.of());
  }

  /// Returns a device of a kind with some parameters set.
  public static Variant of(NodeKind kind, Map<SimParameter, Long> given) {
    Variant variant = new Variant(kind);
    for (SimParameter parameter : SimParameter.of(kind)) {
      Long value = given.get(parameter);
      variant.values.put(
          parameter, value == null ? SimFallback.of(parameter, kind, variant) : value);
    }
    return variant;
  }

  public NodeKind kind() {
    return kind;
  }

  /// The value of a parameter, or the index of its word; 0 if the kind does not have it.
  public int number(SimParameter parameter) {
    return values.getOrDefault(parameter, 0L).intValue();
  }

  /// One of the three numbers of a version; 0 if the kind does not have the parameter.
  ///
  /// @param index 0 for the first of them
  public int version(SimParameter parameter, int index) {
    long version = values.getOrDefault(parameter, 0L);
    return Short.toUnsignedInt((short) (version >> (Short.SIZE * (2 - index))));
  }

  /// Whether a parameter has a value other than 0.
  public boolean has(SimParameter parameter) {
    return values.getOrDefault(parameter, 0L) != 0;
  }

  /// A parameter that is `true` or `false`.
  public boolean is(SimParameter parameter) {
    return number(parameter) == 1;
  }

  /// Returns a copy with another value of one parameter, which may be one that no URI can specify.
  public Variant with(SimParameter parameter, long value) {
    Variant other = new Variant(kind);
    other.values.putAll(values);
    other.values.put(parameter, value);
    return other;
  }
}
