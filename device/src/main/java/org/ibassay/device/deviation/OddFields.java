package org.ibassay.device.deviation;

import static org.ibassay.wire.attribute.Attribute.SWITCH_INFO;
import static org.ibassay.wire.mad.MadStatus.INVALID_FIELD;
import static org.ibassay.wire.mad.MadStatus.OK;
import static org.ibassay.wire.mad.Smp.DATA;
import static org.ibassay.wire.mad.Smp.DATA_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.sma.AttributeHandler;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;

/// Deviations in fields of an attribute, by default SwitchInfo.
final class OddFields {
  private static final long NOTHING = -1;

  private OddFields() {}

  /// The value of a field that the node has before a Set.
  interface Held {
    long of(Field field);
  }

  /// Changes the request before it is executed.
  interface RequestEdit {
    void edit(Transaction t, Held held);
  }

  /// Executes a Set as if other values were requested. The request is restored afterward, because
  /// the response must not depend on it.
  static Consumer<Seams> requested(Attribute attribute, RequestEdit edit) {
    return Edits.sets(
        attribute,
        (t, handler) -> {
          byte[] held = copy(t, handler);
          MemorySegment asked = MemorySegment.ofArray(new byte[DATA_BYTES]);
          MemorySegment.copy(t.request(), DATA, asked, 0, DATA_BYTES);
          edit.edit(t, field -> field.get(MemorySegment.ofArray(held), 0));
          int code = handler.set(t);
          MemorySegment.copy(asked, 0, t.request(), DATA, DATA_BYTES);
          return code;
        });
  }

  /// Stores a read-only field.
  static Consumer<Seams> stored(Field field) {
    return stored(field, value -> value);
  }

  /// Stores a read-only field with another value.
  static Consumer<Seams> stored(Field field, LongUnaryOperator value) {
    return stored(field, value, false);
  }

  /// @param each whether only a changed value is stored
  static Consumer<Seams> stored(Field field, LongUnaryOperator value, boolean each) {
    return showing(
        field,
        (t, handler, kept) -> {
          int code = handler.set(t);
          if (!each || t.asked(field) != t.answered(field)) {
            long stored = value.applyAsLong(t.asked(field));
            kept.value = each ? value.applyAsLong(stored) : stored;
          }
          return kept.shown(t, code);
        });
  }

  /// A read-only field that a Set changes is shown to the next Get only.
  static Consumer<Seams> shownOnce(Field field) {
    return Edits.handler(
        SWITCH_INFO,
        handler -> {
          Kept kept = new Kept(field);
          return Edits.handler(
              t -> {
                int code = kept.shown(t, handler.get(t));
                kept.value = NOTHING;
                return code;
              },
              t -> {
                int code = handler.set(t);
                kept.value = t.asked(field);
                return code;
              });
        });
  }

  /// A field is not stored, but shown in the response to the Set.
  static Consumer<Seams> echoed(Field field) {
    return requestedAndShown((t, held) -> field.set(t.request(), DATA, held.of(field)), field);
  }

  private static Consumer<Seams> requestedAndShown(RequestEdit edit, Field field) {
    return seams -> {
      requested(SWITCH_INFO, edit).accept(seams);
      Edits.sets(
              SWITCH_INFO,
              (t, handler) -> {
                int code = handler.set(t);
                t.answer(field, t.asked(field));
                return code;
              })
          .accept(seams);
    };
  }

  /// Some Sets change another field. The predicate sees the values held as if in the response to a
  /// Get.
  static Consumer<Seams> moved(Predicate<Transaction> which, Field other, LongUnaryOperator value) {
    return showing(
        other,
        (t, handler, kept) -> {
          handler.get(t);
          boolean isOne = which.test(t);
          long asked = t.asked(other);
          int code = handler.set(t);
          if (isOne) {
            kept.value = value.applyAsLong(t.answered(other));
          } else if (asked != kept.value) {
            kept.value = NOTHING;
          }
          return kept.shown(t, code);
        });
  }

  /// Rejects Sets that should be accepted.
  static Consumer<Seams> refused(Predicate<Transaction> which) {
    return Edits.sets(
        SWITCH_INFO,
        (t, handler) -> {
          handler.get(t);
          return which.test(t) ? INVALID_FIELD : handler.set(t);
        });
  }

  /// Stores a field of a Set although the Set is rejected.
  static Consumer<Seams> storedWhenRefused(Field field) {
    return showing(
        field,
        (t, handler, kept) -> {
          int code = handler.set(t);
          boolean isTaken = code == OK || t.asked(field) == t.answered(field);
          kept.value = isTaken ? NOTHING : t.asked(field);
          return code;
        });
  }

  /// After a rejected Set, all Sets are rejected.
  static Consumer<Seams> locked(Attribute attribute) {
    return seams -> {
      boolean[] isLocked = new boolean[1];
      Edits.sets(
              attribute,
              (t, handler) -> {
                int code = handler.set(t);
                isLocked[0] |= code == INVALID_FIELD;
                return isLocked[0] ? INVALID_FIELD : code;
              })
          .accept(seams);
    };
  }

  private static byte[] copy(Transaction t, AttributeHandler handler) {
    handler.get(t);
    byte[] held = new byte[DATA_BYTES];
    MemorySegment.copy(t.response(), DATA, MemorySegment.ofArray(held), 0, DATA_BYTES);
    return held;
  }

  /// The value that a field shows instead of the stored one.
  private static final class Kept {
    private final Field field;
    private long value = NOTHING;

    Kept(Field field) {
      this.field = field;
    }

    int shown(Transaction t, int code) {
      if (value >= 0) {
        t.answer(field, value);
      }
      return code;
    }
  }

  private interface KeepingSet {
    int with(Transaction t, AttributeHandler handler, Kept kept);
  }

  /// Shows a field with the value that Sets have left in it.
  private static Consumer<Seams> showing(Field field, KeepingSet set) {
    return Edits.handler(
        SWITCH_INFO,
        handler -> {
          Kept kept = new Kept(field);
          return Edits.handler(t -> kept.shown(t, handler.get(t)), t -> set.with(t, handler, kept));
        });
  }
}
