package org.ibassay.device.deviation;

import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;

/// Common deviations of an attribute that is set in blocks: other data or another block is stored
/// than requested.
final class TableEdits {
  private TableEdits() {}

  /// Changes what a Set stores.
  @FunctionalInterface
  interface Stored {
    /// @param asked the attribute as requested, to be changed
    /// @param old the attribute as stored so far
    void edit(Transaction t, MemorySegment asked, MemorySegment old);
  }

  /// Stores other data than requested, and responds with the stored data.
  static Consumer<Seams> stores(Attribute attribute, Stored edit) {
    return stores(attribute, edit, false);
  }

  /// Stores other data than requested, and responds with the requested data.
  static Consumer<Seams> echoesButStores(Attribute attribute, Stored edit) {
    return stores(attribute, edit, true);
  }

  private static Consumer<Seams> stores(Attribute attribute, Stored edit, boolean isEcho) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          handler.get(t);
          MemorySegment old = copy(t.response());
          MemorySegment asked = copy(t.request());
          MemorySegment stored = copy(t.request());
          edit.edit(t, stored, old);
          put(stored, t.request());
          int code = handler.set(t);
          put(asked, t.request());
          if (isEcho) {
            put(asked, t.response());
          }
          return code;
        });
  }

  /// Answers some Sets as if they were stored, and then restores the previous values.
  static Consumer<Seams> unstored(Attribute attribute, Predicate<Transaction> which) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          if (!which.test(t)) {
            return handler.set(t);
          }
          handler.get(t);
          MemorySegment old = copy(t.response());
          int code = handler.set(t);
          MemorySegment answered = copy(t.response());
          MemorySegment asked = copy(t.request());
          put(old, t.request());
          handler.set(t);
          put(asked, t.request());
          put(answered, t.response());
          return code;
        });
  }

  /// Responds to some Sets with the previous values, although the new ones are stored.
  static Consumer<Seams> answersOld(Attribute attribute, Predicate<Transaction> which) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          handler.get(t);
          MemorySegment old = copy(t.response());
          int code = handler.set(t);
          if (which.test(t)) {
            put(old, t.response());
          }
          return code;
        });
  }

  /// Handles some requests as if they were for another block.
  static Consumer<Seams> readdresses(
      Attribute attribute, Predicate<Transaction> which, IntUnaryOperator modifier) {
    return Edits.requests(
        attribute,
        (t, right) ->
            which.test(t)
                ? t.elsewhere(t.port(), modifier.applyAsInt(t.modifier()), right)
                : right.applyAsInt(t));
  }

  /// Handles requests by any port as if they were by port 1.
  static Consumer<Seams> sharesPorts(Attribute attribute) {
    return Edits.requests(attribute, (t, right) -> t.elsewhere(1, t.modifier(), right));
  }

  /// Also writes some Sets to another block.
  static Consumer<Seams> alsoSets(
      Attribute attribute, Predicate<Transaction> which, IntUnaryOperator modifier) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          if (which.test(t)) {
            t.elsewhere(t.port(), modifier.applyAsInt(t.modifier()), handler::set);
          }
          return handler.set(t);
        });
  }

  /// Also writes Sets by port 1 to port 2's block.
  static Consumer<Seams> alsoSetsPort2(Attribute attribute) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          if (t.port() == 1) {
            t.elsewhere(2, t.modifier(), handler::set);
          }
          return handler.set(t);
        });
  }

  private static MemorySegment copy(MemorySegment mad) {
    MemorySegment copy = MemorySegment.ofArray(new byte[DATA_BYTES]);
    return copy.copyFrom(mad.asSlice(DATA, DATA_BYTES));
  }

  private static void put(MemorySegment attribute, MemorySegment mad) {
    MemorySegment.copy(attribute, 0, mad, DATA, DATA_BYTES);
  }
}
