package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// An attribute without a use for the AttributeModifier, on a device that rejects any value except
/// 0 with code 7, as Linux's qib does for NodeInfo and NodeDescription.
record UnusedModifier(AttributeHandler handler) implements AttributeHandler {
  @Override
  public int get(Transaction t) {
    return t.modifier() == 0 ? handler.get(t) : MadStatus.INVALID_FIELD;
  }

  @Override
  public int set(Transaction t) {
    return t.modifier() == 0 ? handler.set(t) : MadStatus.INVALID_FIELD;
  }
}
