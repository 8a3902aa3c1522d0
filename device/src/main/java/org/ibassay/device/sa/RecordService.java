package org.ibassay.device.sa;

import org.ibassay.wire.sa.SaAttribute;

/// Subnet administration of one attribute.
interface RecordService {
  SaAttribute attribute();

  /// Returns the records for a Get or a GetTable, however many they are.
  RecordAnswer find(SaCall call);

  /// SubnAdmSet; most attributes do not support it (15.2.5: the table of attributes and methods).
  default RecordAnswer set(SaCall call) {
    return RecordAnswer.UNSUPPORTED;
  }

  /// SubnAdmDelete; most attributes do not support it.
  default RecordAnswer delete(SaCall call) {
    return RecordAnswer.UNSUPPORTED;
  }

  /// Whether it supports GetTable: all except ClassPortInfo.
  default boolean hasTables() {
    return true;
  }
}
