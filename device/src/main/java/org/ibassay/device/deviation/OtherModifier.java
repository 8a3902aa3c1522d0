package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;

import java.util.function.ToIntFunction;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Transaction;

/// Takes the AttributeModifier of a request for another.
final class OtherModifier implements AttributeHandler {
  private final AttributeHandler handler;
  private final ToIntFunction<Transaction> other;

  /// @param other the modifier that is taken in place of the request's
  OtherModifier(AttributeHandler handler, ToIntFunction<Transaction> other) {
    this.handler = handler;
    this.other = other;
  }

  /// Stores a Set that is refused under a modifier, and still refuses it.
  static AttributeHandler ofRefusedSets(AttributeHandler handler, int modifier) {
    return new AttributeHandler() {
      @Override
      public int get(Transaction t) {
        return handler.get(t);
      }

      @Override
      public int set(Transaction t) {
        int code = handler.set(t);
        if (code == INVALID_FIELD) {
          t.elsewhere(t.port(), modifier, handler::set);
          t.clearAnswer();
        }
        return code;
      }
    };
  }

  @Override
  public int get(Transaction t) {
    return t.elsewhere(t.port(), other.applyAsInt(t), handler::get);
  }

  @Override
  public int set(Transaction t) {
    return t.elsewhere(t.port(), other.applyAsInt(t), handler::set);
  }
}
