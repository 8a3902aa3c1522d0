package org.ibassay.device.deviation;

import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_KEY;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.SaCall;
import org.ibassay.device.sa.SaRules;
import org.ibassay.device.sma.Seams;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// Shows ServiceKeys to untrusted requests.
final class ShownKeys extends SaRules.Overlay {
  private final Predicate<SaCall> which;
  private final Map<Long, MemorySegment> keys = new HashMap<>();

  private ShownKeys(SaRules rules, Predicate<SaCall> which) {
    super(rules);
    this.which = which;
  }

  /// @param which selects the responses that show them
  static Consumer<Seams> in(Predicate<SaCall> which) {
    return seams -> seams.administration.deviate(rules -> new ShownKeys(rules, which));
  }

  @Override
  public RecordAnswer answer(SaCall call, RecordAnswer found) {
    RecordAnswer answer = super.answer(call, found);
    if (call.isFor(ATTRIBUTE)) {
      if (call.method() == SaMethod.SET && call.means(ATTRIBUTE, SERVICE_KEY)) {
        keys.put(call.asked(SERVICE_ID), SERVICE_KEY.slice(call.mad(), SaHeader.DATA));
      }
      if (which.test(call)) {
        answer.records().forEach(this::show);
      }
    }
    return answer;
  }

  private void show(MemorySegment record) {
    MemorySegment key = keys.get(SERVICE_ID.get(record, 0));
    if (key != null) {
      SERVICE_KEY.slice(record, 0).copyFrom(key);
    }
  }
}
