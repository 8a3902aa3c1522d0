package org.ibassay.device.sma;

import static org.ibassay.wire.mad.MadStatus.BAD_METHOD_ATTRIBUTE;
import static org.ibassay.wire.mad.MadStatus.OK;

import java.util.HashSet;
import java.util.Set;
import org.ibassay.wire.attribute.LedInfo;

/// LedInfo (14.2.5.15), of the port that receives the request; optional, by IsLEDInfoSupported.
final class LedInfoHandler implements AttributeHandler {
  private final boolean isSupported;
  private final Set<Integer> lit = new HashSet<>();

  LedInfoHandler(boolean isSupported) {
    this.isSupported = isSupported;
  }

  @Override
  public int get(Transaction t) {
    if (!isSupported) {
      return BAD_METHOD_ATTRIBUTE;
    }
    t.clearAnswer();
    t.answer(LedInfo.LED_MASK, lit.contains(t.port()) ? 1 : 0);
    return OK;
  }

  @Override
  public int set(Transaction t) {
    if (t.asked(LedInfo.LED_MASK) == 1) {
      lit.add(t.port());
    } else {
      lit.remove(t.port());
    }
    return get(t);
  }
}
