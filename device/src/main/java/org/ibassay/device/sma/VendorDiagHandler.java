package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// VendorDiag (14.2.5.14): nothing to tell, and NextIndex 0 says that no more comes.
final class VendorDiagHandler implements AttributeHandler {
  @Override
  public int get(Transaction t) {
    t.clearAnswer();
    return t.modifier() == 0 ? MadStatus.OK : MadStatus.INVALID_FIELD;
  }
}
