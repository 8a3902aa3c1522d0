package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// VendorDiag (14.2.5.14): no diagnostic data; NextIndex 0 means that there is no more.
final class VendorDiagHandler implements AttributeHandler {
  @Override
  public int get(Transaction t) {
    t.clearAnswer();
    return t.modifier() == 0 ? MadStatus.OK : MadStatus.INVALID_FIELD;
  }
}
