package org.ibassay.wire;

/// Who may change a field, as the specification's attribute tables mark it.
public enum Access {
  /// Read-only: a Set ignores what it carries here.
  RO,
  /// Read-write: a Set changes it, if the value is legal.
  RW,
  /// Reserved: sent as zero, ignored on receipt.
  RESERVED
}
