package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.mad.MadStatus;

/// Stores a Set, and shows the previous value after some time. A Set that changes nothing restarts
/// that time.
final class LostValues implements AttributeHandler {
  private final AttributeHandler handler;
  private final Loss loss;
  private final Map<Long, Before> before = new HashMap<>();

  /// Decides when the new value is lost.
  @FunctionalInterface
  interface Loss {
    /// @param t a Get
    boolean isAt(Transaction t, Before before);
  }

  /// The state before the last Set, and the events since.
  static final class Before {
    private final MemorySegment data = MemorySegment.ofArray(new byte[DATA_BYTES]);
    private final long setAt;
    private int gets;

    private Before(Transaction t) {
      MemorySegment.copy(t.response(), DATA, data, 0, DATA_BYTES);
      setAt = t.now();
    }

    /// When the Set was received, in nanoseconds.
    long setAt() {
      return setAt;
    }

    /// The number of Gets, including the current one.
    int gets() {
      return gets;
    }
  }

  LostValues(AttributeHandler handler, Loss loss) {
    this.handler = handler;
    this.loss = loss;
  }

  @Override
  public int get(Transaction t) {
    int code = handler.get(t);
    Before last = before.get(place(t));
    if (last != null) {
      last.gets++;
      if (loss.isAt(t, last)) {
        MemorySegment.copy(last.data, 0, t.response(), DATA, DATA_BYTES);
      }
    }
    return code;
  }

  @Override
  public int set(Transaction t) {
    handler.get(t);
    Before last = new Before(t);
    int code = handler.set(t);
    if (code == MadStatus.OK) {
      Before earlier = before.put(place(t), last);
      if (earlier != null && isUnchanged(t, last)) {
        last.data.copyFrom(earlier.data);
      }
    }
    return code;
  }

  /// Identifies the instance of an attribute, for example the block, that a request concerns.
  static long place(Transaction t) {
    return ((long) t.port() << Integer.SIZE) | Integer.toUnsignedLong(t.modifier());
  }

  private static boolean isUnchanged(Transaction t, Before last) {
    return MemorySegment.mismatch(t.response(), DATA, DATA + DATA_BYTES, last.data, 0, DATA_BYTES)
        < 0;
  }
}
