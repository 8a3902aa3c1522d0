package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;

/// Answers a Set as if it were stored, and then puts the old values back.
final class UnstoredHandler implements AttributeHandler {
  private final AttributeHandler handler;
  private final Predicate<Transaction> which;
  private final MemorySegment old = MemorySegment.ofArray(new byte[DATA_BYTES]);
  private final MemorySegment asked = MemorySegment.ofArray(new byte[DATA_BYTES]);
  private final MemorySegment answered = MemorySegment.ofArray(new byte[DATA_BYTES]);

  private UnstoredHandler(AttributeHandler handler, Predicate<Transaction> which) {
    this.handler = handler;
    this.which = which;
  }

  /// @param which Sets are not stored
  static Consumer<Seams> sets(Attribute attribute, Predicate<Transaction> which) {
    return Edits.handler(attribute, handler -> new UnstoredHandler(handler, which));
  }

  @Override
  public int get(Transaction t) {
    return handler.get(t);
  }

  @Override
  public int set(Transaction t) {
    if (!which.test(t)) {
      return handler.set(t);
    }
    handler.get(t);
    copy(t.response(), DATA, old, 0);
    final int code = handler.set(t);
    copy(t.response(), DATA, answered, 0);
    copy(t.request(), DATA, asked, 0);
    copy(old, 0, t.request(), DATA);
    handler.set(t);
    copy(asked, 0, t.request(), DATA);
    copy(answered, 0, t.response(), DATA);
    return code;
  }

  private static void copy(MemorySegment from, long at, MemorySegment to, long there) {
    MemorySegment.copy(from, at, to, there, DATA_BYTES);
  }
}
