package org.ibassay.device.sma;

import org.ibassay.wire.Field;

/// The legal values of a Set(PortInfo): the seam of 14.2.5.6.
@FunctionalInterface
public interface PortInfoChecks {
  /// Decides how the value of a field is handled.
  enum Ruling {
    /// The value is stored.
    STORE,
    /// The value has no effect here, for example "no change", and is not stored.
    SKIP,
    /// The whole Set is rejected with code 7.
    REFUSE,
    /// The Set is rejected, but the value is stored. No conforming device does this.
    STORE_AND_REFUSE
  }

  /// Decides on one field of a Set.
  ///
  /// @param port its PortInfo is to change
  /// @param field a field that can be set at this port
  /// @param value the value in the Set
  Ruling rule(Transaction t, Port port, Field field, long value);
}
