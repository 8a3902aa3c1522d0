package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.sma.TableBytes;
import org.ibassay.device.sma.Transaction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// Tables of blocks with deviations.
final class OddTables {
  private static final int BLOCK = Smp.DATA_BYTES;

  private OddTables() {}

  /// Computes a byte from its place and value.
  @FunctionalInterface
  interface ByteEdit {
    int at(int place, int value);
  }

  /// Computes a place from that of a byte and the table's size.
  @FunctionalInterface
  interface PlaceEdit {
    int of(int place, int size);
  }

  /// Adds a deviation to the storage of a table.
  static Consumer<Seams> table(Attribute attribute, UnaryOperator<TableBytes> deviation) {
    return seams ->
        seams.tables.deviate(under ->
            (of, conforming) -> {
              TableBytes bytes = under.of(of, conforming);
              return of.equals(attribute) ? deviation.apply(bytes) : bytes;
            });
  }

  /// Changes bytes before they are stored.
  static UnaryOperator<TableBytes> written(ByteEdit edit) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public void put(int at, byte value) {
            super.put(at, (byte) edit.at(at, Byte.toUnsignedInt(value)));
          }
        };
  }

  /// Changes bytes when they are read.
  static UnaryOperator<TableBytes> read(ByteEdit edit) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public byte get(int at) {
            return (byte) edit.at(at, Byte.toUnsignedInt(super.get(at)));
          }
        };
  }

  /// Some bytes cannot be changed.
  static UnaryOperator<TableBytes> kept(IntPredicate which) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public void put(int at, byte value) {
            if (!which.test(at)) {
              super.put(at, value);
            }
          }
        };
  }

  /// Writes bytes to other places than those from which they are read.
  static UnaryOperator<TableBytes> misplaced(PlaceEdit way) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public void put(int at, byte value) {
            super.put(Math.min(way.of(at, size()), size() - 1), value);
          }
        };
  }

  /// Several places share the same memory.
  static UnaryOperator<TableBytes> aliased(PlaceEdit way) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public byte get(int at) {
            return super.get(way.of(at, size()));
          }

          @Override
          public void put(int at, byte value) {
            super.put(way.of(at, size()), value);
          }
        };
  }

  /// Also writes some bytes to another place.
  static UnaryOperator<TableBytes> copied(IntPredicate which, IntUnaryOperator to) {
    return bytes ->
        new TableBytes.Overlay(bytes) {
          @Override
          public void put(int at, byte value) {
            super.put(at, value);
            if (which.test(at) && to.applyAsInt(at) < size()) {
              super.put(to.applyAsInt(at), value);
            }
          }
        };
  }

  /// Changes the size of the storage.
  static UnaryOperator<TableBytes> sized(IntUnaryOperator size) {
    return bytes -> {
      int bigger = Math.max(0, size.applyAsInt(bytes.size()));
      TableBytes more = TableBytes.of(MemorySegment.ofArray(new byte[bigger]));
      return new TableBytes.Overlay(bytes) {
        @Override
        public int size() {
          return bigger;
        }

        @Override
        public byte get(int at) {
          return at < super.size() ? super.get(at) : more.get(at);
        }

        @Override
        public void put(int at, byte value) {
          if (at < super.size()) {
            super.put(at, value);
          } else {
            more.put(at, value);
          }
        }
      };
    };
  }

  /// Rejected Sets of some blocks are still written to another block.
  static Consumer<Seams> landing(
      Attribute attribute, Predicate<Transaction> which, IntUnaryOperator block) {
    return seams -> {
      TableBytes[] table = new TableBytes[1];
      table(
              attribute,
              bytes -> {
                table[0] = table[0] == null ? bytes : table[0];
                return bytes;
              })
          .accept(seams);
      Edits.sets(
              attribute,
              (t, handler) -> {
                int code = handler.set(t);
                if (code != MadStatus.OK && which.test(t) && table[0] != null) {
                  land(t, table[0], block.applyAsInt(t.modifier()) * BLOCK);
                }
                return code;
              })
          .accept(seams);
    };
  }

  private static void land(Transaction t, TableBytes table, int from) {
    for (int i = 0; i < BLOCK && from + i < table.size(); i++) {
      table.put(from + i, t.request().get(JAVA_BYTE, Smp.DATA + i));
    }
  }

  /// Discards the data of a Set after a number of Gets of that block.
  static Consumer<Seams> forgotten(Attribute attribute, int gets) {
    return Edits.handler(attribute, handler -> new ForgetfulHandler(handler, gets));
  }
}
