package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Transaction;

/// Stores a Set, shows it to a number of Gets, and then restores the previous value. Remembers only
/// the last Set.
final class ForgetfulHandler implements AttributeHandler {
  private final AttributeHandler handler;
  private final int most;
  private final MemorySegment old = MemorySegment.ofArray(new byte[DATA_BYTES]);
  private int modifier;
  private int left;

  /// @param most number of Gets that show it
  ForgetfulHandler(AttributeHandler handler, int most) {
    this.handler = handler;
    this.most = most;
  }

  @Override
  public int get(Transaction t) {
    int code = handler.get(t);
    if (left > 0 && t.modifier() == modifier && --left == 0) {
      MemorySegment shown = MemorySegment.ofArray(new byte[DATA_BYTES]);
      MemorySegment asked = MemorySegment.ofArray(new byte[DATA_BYTES]);
      MemorySegment.copy(t.response(), DATA, shown, 0, DATA_BYTES);
      MemorySegment.copy(t.request(), DATA, asked, 0, DATA_BYTES);
      MemorySegment.copy(old, 0, t.request(), DATA, DATA_BYTES);
      handler.set(t);
      MemorySegment.copy(asked, 0, t.request(), DATA, DATA_BYTES);
      MemorySegment.copy(shown, 0, t.response(), DATA, DATA_BYTES);
    }
    return code;
  }

  @Override
  public int set(Transaction t) {
    handler.get(t);
    MemorySegment.copy(t.response(), DATA, old, 0, DATA_BYTES);
    modifier = t.modifier();
    left = most;
    return handler.set(t);
  }
}
