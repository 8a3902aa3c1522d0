package org.ibassay.device.sma;

import java.util.HashSet;
import java.util.Set;
import org.ibassay.wire.attribute.LedInfo;
import org.ibassay.wire.mad.MadStatus;

/// LedInfo (14.2.5.15), of the port that receives the request.
final class LedInfoHandler implements AttributeHandler {
  private final Set<Integer> lit = new HashSet<>();

  @Override
  public int get(Transaction t) {
    t.clearAnswer();
    t.answer(LedInfo.LED_MASK, lit.contains(t.port()) ? 1 : 0);
    return MadStatus.OK;
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
