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

/// An attribute, of SwitchInfo if nothing else is said, with something wrong about its fields.
final class OddFields {
  private OddFields() {}

  /// What the node holds before a Set.
  interface Held {
    long of(Field field);
  }

  /// Changes the request before it is carried out.
  interface RequestEdit {
    void edit(Transaction t, Held held);
  }

  /// A Set is carried out as if something else were requested. The answer to a Set must not show
  /// what the request said, so the request is put back.
  static Consumer<Seams> requested(Attribute attribute, RequestEdit edit) {
    return Edits.handler(
        attribute,
        handler ->
            new Sets(handler) {
              @Override
              public int set(Transaction t) {
                byte[] held = copy(t, handler);
                MemorySegment asked = MemorySegment.ofArray(new byte[DATA_BYTES]);
                MemorySegment.copy(t.request(), DATA, asked, 0, DATA_BYTES);
                edit.edit(t, field -> field.get(MemorySegment.ofArray(held), 0));
                int code = handler.set(t);
                MemorySegment.copy(asked, 0, t.request(), DATA, DATA_BYTES);
                return code;
              }
            });
  }

  /// A read-only field is stored.
  static Consumer<Seams> stored(Field field) {
    return stored(field, value -> value);
  }

  /// A read-only field is stored, with another value.
  static Consumer<Seams> stored(Field field, LongUnaryOperator value) {
    return stored(field, value, false);
  }

  /// @param each whether only a changed value is stored
  static Consumer<Seams> stored(Field field, LongUnaryOperator value, boolean each) {
    return Edits.handler(
        SWITCH_INFO,
        handler ->
            new Sets(handler) {
              private long kept = -1;

              @Override
              public int get(Transaction t) {
                return shown(t, handler.get(t));
              }

              @Override
              public int set(Transaction t) {
                int code = handler.set(t);
                if (!each || t.asked(field) != t.answered(field)) {
                  kept = value.applyAsLong(t.asked(field));
                  if (each) {
                    kept = value.applyAsLong(kept);
                  }
                }
                return shown(t, code);
              }

              private int shown(Transaction t, int code) {
                if (kept >= 0) {
                  t.answer(field, kept);
                }
                return code;
              }
            });
  }

  /// A read-only field that a Set changes is shown so to the next Get.
  static Consumer<Seams> shownOnce(Field field) {
    return Edits.handler(
        SWITCH_INFO,
        handler ->
            new Sets(handler) {
              private long kept = -1;

              @Override
              public int get(Transaction t) {
                int code = handler.get(t);
                if (kept >= 0) {
                  t.answer(field, kept);
                }
                kept = -1;
                return code;
              }

              @Override
              public int set(Transaction t) {
                int code = handler.set(t);
                kept = t.asked(field);
                return code;
              }
            });
  }

  /// A field is not stored, but shown in the answer to the Set.
  static Consumer<Seams> echoed(Field field) {
    return requestedAndShown((t, held) -> field.set(t.request(), DATA, held.of(field)), field);
  }

  private static Consumer<Seams> requestedAndShown(RequestEdit edit, Field field) {
    return seams -> {
      requested(SWITCH_INFO, edit).accept(seams);
      Edits.handler(
              SWITCH_INFO,
              handler ->
                  new Sets(handler) {
                    @Override
                    public int set(Transaction t) {
                      int code = handler.set(t);
                      t.answer(field, t.asked(field));
                      return code;
                    }
                  })
          .accept(seams);
    };
  }

  /// Some Sets move another field. The choice sees what is held in the answer, as of a Get.
  static Consumer<Seams> moved(Predicate<Transaction> which, Field other, LongUnaryOperator value) {
    return Edits.handler(
        SWITCH_INFO,
        handler ->
            new Sets(handler) {
              private long kept = -1;

              @Override
              public int get(Transaction t) {
                int code = handler.get(t);
                if (kept >= 0) {
                  t.answer(other, kept);
                }
                return code;
              }

              @Override
              public int set(Transaction t) {
                handler.get(t);
                boolean isOne = which.test(t);
                long asked = t.asked(other);
                int code = handler.set(t);
                if (isOne) {
                  kept = value.applyAsLong(t.answered(other));
                } else if (kept >= 0 && asked != kept) {
                  kept = -1;
                }
                if (kept >= 0) {
                  t.answer(other, kept);
                }
                return code;
              }
            });
  }

  /// Refuses Sets that it should take.
  static Consumer<Seams> refused(Predicate<Transaction> which) {
    return Edits.handler(
        SWITCH_INFO,
        handler ->
            new Sets(handler) {
              @Override
              public int set(Transaction t) {
                handler.get(t);
                return which.test(t) ? INVALID_FIELD : handler.set(t);
              }
            });
  }

  /// What a refused Set has in a field is stored all the same.
  static Consumer<Seams> storedWhenRefused(Field field) {
    return Edits.handler(
        SWITCH_INFO,
        handler ->
            new Sets(handler) {
              private long kept = -1;

              @Override
              public int get(Transaction t) {
                int code = handler.get(t);
                if (kept >= 0) {
                  t.answer(field, kept);
                }
                return code;
              }

              @Override
              public int set(Transaction t) {
                int code = handler.set(t);
                kept = code == OK || t.asked(field) == t.answered(field) ? -1 : t.asked(field);
                return code;
              }
            });
  }

  /// After a Set that was refused, each is.
  static Consumer<Seams> locked(Attribute attribute) {
    return Edits.handler(
        attribute,
        handler ->
            new Sets(handler) {
              private boolean isLocked;

              @Override
              public int set(Transaction t) {
                int code = handler.set(t);
                isLocked |= code == INVALID_FIELD;
                return isLocked ? INVALID_FIELD : code;
              }
            });
  }

  private static byte[] copy(Transaction t, AttributeHandler handler) {
    handler.get(t);
    byte[] held = new byte[DATA_BYTES];
    MemorySegment.copy(t.response(), DATA, MemorySegment.ofArray(held), 0, DATA_BYTES);
    return held;
  }

  private abstract static class Sets implements AttributeHandler {
    private final AttributeHandler handler;

    Sets(AttributeHandler handler) {
      this.handler = handler;
    }

    @Override
    public int get(Transaction t) {
      return handler.get(t);
    }

    @Override
    public abstract int set(Transaction t);
  }
}
