package org.ibassay.device.sa;

import org.ibassay.wire.sa.SaAttribute;

/// What subnet administration does with one attribute.
interface RecordService {
  SaAttribute attribute();

  /// The records that a Get or a GetTable asks for; how many a Get may bring is not looked at here.
  Answer find(SaCall call);

  /// SubnAdmSet; most attributes have none (15.2.5: the table of attributes and methods).
  default Answer set(SaCall call) {
    return Answer.UNSUPPORTED;
  }

  /// SubnAdmDelete; most attributes have none.
  default Answer delete(SaCall call) {
    return Answer.UNSUPPORTED;
  }

  /// Whether it can be asked for by GetTable: all but ClassPortInfo.
  default boolean hasTables() {
    return true;
  }
}
