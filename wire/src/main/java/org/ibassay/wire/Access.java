package org.ibassay.wire;

/// The access of a field, as marked in the specification's attribute tables.
public enum Access {
  /// Read-only: ignored in a Set.
  RO,
  /// Read-write: a Set with a legal value changes it.
  RW,
  /// Reserved: sent as zero, ignored on receipt.
  RESERVED
}
