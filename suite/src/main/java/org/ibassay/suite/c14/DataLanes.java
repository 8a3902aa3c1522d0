package org.ibassay.suite.c14;

/// The number of data VLs that a code of PortInfo:VLCap or PortInfo:OperationalVLs stands for
/// (14.2.5.6).
final class DataLanes {
  private static final int FIFTEEN = 5;

  private DataLanes() {}

  /// Returns the number of data VLs; 1 for a reserved code.
  static int of(long code) {
    if (code < 1 || code > FIFTEEN) {
      return 1;
    }
    return code == FIFTEEN ? 15 : 1 << (code - 1);
  }
}
