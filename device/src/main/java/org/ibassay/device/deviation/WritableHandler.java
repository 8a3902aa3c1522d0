package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Consumer;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;

/// Stores a Set of a read-only attribute, or a part of it.
final class WritableHandler implements AttributeHandler {
  private final AttributeHandler handler;
  private final int code;
  private final byte[] mask;
  private final SetChoice which;
  private final byte[] written = new byte[DATA_BYTES];
  private boolean isWritten;
  private int sets;

  private WritableHandler(AttributeHandler handler, int code, byte[] mask, SetChoice which) {
    this.handler = handler;
    this.code = code;
    this.mask = mask;
    this.which = which;
  }

  /// Selects the Sets that are stored.
  interface SetChoice {
    /// @param sets number of Sets, including this one
    boolean is(Transaction t, int sets);
  }

  /// @param code status code of the response to a Set that is stored
  /// @param mask bits that are stored
  static Consumer<Seams> taking(Attribute attribute, int code, byte[] mask, SetChoice which) {
    return Edits.handler(attribute, handler -> new WritableHandler(handler, code, mask, which));
  }

  /// Returns a mask of the bytes from one on.
  static byte[] from(int first) {
    byte[] mask = new byte[DATA_BYTES];
    Arrays.fill(mask, first, DATA_BYTES, (byte) 0xFF);
    return mask;
  }

  /// Returns a mask of a field.
  static byte[] of(Field field) {
    byte[] mask = new byte[DATA_BYTES];
    field.set(MemorySegment.ofArray(mask), 0, field.max());
    return mask;
  }

  @Override
  public int get(Transaction t) {
    int right = handler.get(t);
    if (isWritten) {
      for (int i = 0; i < DATA_BYTES; i++) {
        byte present = t.response().get(ValueLayout.JAVA_BYTE, DATA + i);
        byte then = (byte) ((present & ~mask[i]) | (written[i] & mask[i]));
        t.response().set(ValueLayout.JAVA_BYTE, DATA + i, then);
      }
    }
    return right;
  }

  @Override
  public int set(Transaction t) {
    sets++;
    if (!which.is(t, sets)) {
      return handler.set(t);
    }
    isWritten = true;
    MemorySegment.copy(t.request(), ValueLayout.JAVA_BYTE, DATA, written, 0, DATA_BYTES);
    get(t);
    return code;
  }
}
