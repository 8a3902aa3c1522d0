package org.ibassay.device.sa;

import org.ibassay.wire.sa.SaAttribute;

/// Subnet administration of one attribute.
interface RecordService {
  SaAttribute attribute();

  /// The records that a Get or a GetTable asks for; how many a Get may bring is not looked at here.
  RecordAnswer find(SaCall call);

  /// SubnAdmSet; most attributes have none (15.2.5: the table of attributes and methods).
  default RecordAnswer set(SaCall call) {
    return RecordAnswer.UNSUPPORTED;
  }

  /// SubnAdmDelete; most attributes have none.
  default RecordAnswer delete(SaCall call) {
    return RecordAnswer.UNSUPPORTED;
  }

  /// Whether it can be asked for by GetTable: all but ClassPortInfo.
  default boolean hasTables() {
    return true;
  }
}
