package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;

/// Ways to depart with an attribute that is set in blocks: other data stored than asked for,
/// another block than asked for.
final class TableEdits {
  private TableEdits() {}

  /// Changes what a Set stores.
  @FunctionalInterface
  interface Stored {
    /// @param asked the attribute as requested, to be changed
    /// @param old the attribute as held so far
    void edit(Transaction t, MemorySegment asked, MemorySegment old);
  }

  /// Stores other data than the request has, and answers with what is stored.
  static Consumer<Seams> stores(Attribute attribute, Stored edit) {
    return Edits.handler(attribute, handler -> new StoringHandler(handler, edit, false));
  }

  /// Stores other data than the request has, and answers with the request's.
  static Consumer<Seams> storesBehindEcho(Attribute attribute, Stored edit) {
    return Edits.handler(attribute, handler -> new StoringHandler(handler, edit, true));
  }

  /// Answers some Sets with what was held before, though they are stored.
  static Consumer<Seams> answersOld(Attribute attribute, Predicate<Transaction> which) {
    return Edits.handler(
        attribute,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return handler.get(t);
              }

              @Override
              public int set(Transaction t) {
                handler.get(t);
                MemorySegment old = copy(t.response());
                int code = handler.set(t);
                if (which.test(t)) {
                  MemorySegment.copy(old, 0, t.response(), DATA, DATA_BYTES);
                }
                return code;
              }
            });
  }

  /// Takes some requests for those of another block.
  static Consumer<Seams> readdresses(
      Attribute attribute, Predicate<Transaction> which, IntUnaryOperator modifier) {
    return Edits.handler(
        attribute,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return at(t, handler::get);
              }

              @Override
              public int set(Transaction t) {
                return at(t, handler::set);
              }

              private int at(Transaction t, ToIntFunction<Transaction> then) {
                return which.test(t)
                    ? t.elsewhere(t.port(), modifier.applyAsInt(t.modifier()), then)
                    : then.applyAsInt(t);
              }
            });
  }

  /// Takes requests by any port for such by port 1.
  static Consumer<Seams> sharesPorts(Attribute attribute) {
    return Edits.handler(
        attribute,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return t.elsewhere(1, t.modifier(), handler::get);
              }

              @Override
              public int set(Transaction t) {
                return t.elsewhere(1, t.modifier(), handler::set);
              }
            });
  }

  /// Writes some Sets into another block as well.
  static Consumer<Seams> alsoSets(
      Attribute attribute, Predicate<Transaction> which, IntUnaryOperator modifier) {
    return Edits.handler(
        attribute,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return handler.get(t);
              }

              @Override
              public int set(Transaction t) {
                if (which.test(t)) {
                  t.elsewhere(t.port(), modifier.applyAsInt(t.modifier()), handler::set);
                }
                return handler.set(t);
              }
            });
  }

  /// Writes Sets by port 1 into port 2's block as well.
  static Consumer<Seams> alsoSetsPort2(Attribute attribute) {
    return Edits.handler(
        attribute,
        handler ->
            new AttributeHandler() {
              @Override
              public int get(Transaction t) {
                return handler.get(t);
              }

              @Override
              public int set(Transaction t) {
                if (t.port() == 1) {
                  t.elsewhere(2, t.modifier(), handler::set);
                }
                return handler.set(t);
              }
            });
  }

  private static MemorySegment copy(MemorySegment mad) {
    MemorySegment copy = MemorySegment.ofArray(new byte[DATA_BYTES]);
    return copy.copyFrom(mad.asSlice(DATA, DATA_BYTES));
  }

  private record StoringHandler(AttributeHandler handler, Stored edit, boolean isEcho)
      implements AttributeHandler {
    @Override
    public int get(Transaction t) {
      return handler.get(t);
    }

    @Override
    public int set(Transaction t) {
      handler.get(t);
      MemorySegment old = copy(t.response());
      MemorySegment asked = copy(t.request());
      MemorySegment stored = copy(t.request());
      edit.edit(t, stored, old);
      MemorySegment.copy(stored, 0, t.request(), DATA, DATA_BYTES);
      int code = handler.set(t);
      MemorySegment.copy(asked, 0, t.request(), DATA, DATA_BYTES);
      if (isEcho) {
        MemorySegment.copy(asked, 0, t.response(), DATA, DATA_BYTES);
      }
      return code;
    }
  }
}
