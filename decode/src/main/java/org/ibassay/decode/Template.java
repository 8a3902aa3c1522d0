package org.ibassay.decode;

import static java.util.Arrays.copyOfRange;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.decode.Piece.Bytes;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;

/// Alternating constant texts and values, computed once from a table: for each packet, only the
/// texts are copied and the values between them written.
final class Template implements TextSlot.Value {
  private final Piece[] pieces;
  private final int most;

  private Template(List<Piece> pieces) {
    this.pieces = pieces.toArray(Piece[]::new);
    this.most = pieces.stream().mapToInt(Piece::most).sum();
  }

  /// Writes the template with the values of a header.
  ///
  /// @param in holds the header from `base` on, followed by [Digits#SLACK] bytes
  void write(Out out, byte[] in, int base) {
    int at = out.room(most);
    out.end(write(out.bytes(), at, in, base));
  }

  @Override
  public int write(byte[] to, int at, byte[] in, int base) {
    int place = at;
    for (Piece piece : pieces) {
      place = piece.write(to, place, in, base);
    }
    return place;
  }

  /// The maximum number of characters.
  int most() {
    return most;
  }

  static Builder builder() {
    return new Builder();
  }

  /// Builds a template.
  static final class Builder {
    private final List<Piece> pieces = new ArrayList<>();
    private Piece.Builder piece = new Piece.Builder();
    private final StringBuilder text = new StringBuilder();

    Builder text(String more) {
      text.append(more);
      return this;
    }

    /// Adds an element of a field in readable form.
    Builder value(Field field, int index) {
      int bit = field.bitOffset() + index * field.stride();
      if (field.isWide()) {
        return wide(field, bit >> 3);
      }
      TextSlot.Bits bits = TextSlot.Bits.of(bit, field.width());
      return switch (field.form()) {
        case DECIMAL, FLAG -> add(TextSlot.decimal(rest(), bits), Bytes.of(bit, field.width()), 20);
        case MAC ->
            other(
                (to, at, in, base) -> Digits.mac(to, at, bits.get(in, base)),
                Bytes.of(bit, field.width()),
                17);
        case IPV4 ->
            other(
                (to, at, in, base) -> Digits.ipv4(to, at, bits.get(in, base)),
                Bytes.of(bit, field.width()),
                15);
        case HEX, GID, TEXT, BYTES -> text("0x").hex(field, index);
      };
    }

    Builder value(Field field) {
      return value(field, 0);
    }

    /// Adds only the hexadecimal digits of a number.
    Builder hex(Field field, int index) {
      int digits = (field.width() + 3) / 4;
      int bit = field.bitOffset() + index * field.stride();
      TextSlot slot = TextSlot.hex(rest(), TextSlot.Bits.of(bit, field.width()), digits);
      return add(slot, Bytes.of(bit, field.width()), digits);
    }

    private Builder wide(Field field, int from) {
      int count = field.width() / 8;
      if (field.form() == Form.GID && count == 16) {
        return other(
            (to, at, in, base) -> Digits.gid(to, at, in, base + from),
            new Bytes(from, from + count),
            39);
      }
      return field.form() == Form.TEXT ? text(from, count, false) : bytes(from, count);
    }

    /// Adds a text, up to its terminating zero.
    ///
    /// @param count maximum length in bytes
    Builder text(int from, int count, boolean json) {
      return other(
          (to, at, in, base) -> Texts.write(to, at, in, base + from, count, json),
          new Bytes(from, from + count),
          count * Texts.MOST_A_BYTE);
    }

    /// Adds bytes, two digits each.
    Builder bytes(int from, int count) {
      return add(TextSlot.bytes(rest(), from, count), new Bytes(from, from + count), 2 * count);
    }

    /// Adds the name of an 8-bit number.
    Builder name(Names.Table names, Field field) {
      TextSlot.Bits bits = TextSlot.Bits.of(field.bitOffset(), field.width());
      return other(
          (to, at, in, base) -> {
            byte[] name = names.of((int) bits.get(in, base));
            System.arraycopy(name, 0, to, at, name.length);
            return at + name.length;
          },
          Bytes.of(field.bitOffset(), field.width()),
          Names.MOST);
    }

    /// @param bytes the only bytes on which the value depends
    /// @param mostCharacters maximum number of characters
    Builder other(TextSlot.Value value, Bytes bytes, int mostCharacters) {
      return add(TextSlot.of(rest(), value), bytes, mostCharacters);
    }

    private Builder add(TextSlot slot, Bytes bytes, int mostCharacters) {
      if (!piece.takes(bytes)) {
        pieces.add(piece.build());
        piece = new Piece.Builder();
      }
      piece.add(slot, bytes, mostCharacters);
      return this;
    }

    /// Returns the text before the next value; long text goes into slots of its own.
    private byte[] rest() {
      byte[] all = Digits.utf8(text.toString());
      text.setLength(0);
      int from = 0;
      for (; all.length - from > TextSlot.TEXT_BYTES; from += TextSlot.TEXT_BYTES) {
        add(
            TextSlot.of(copyOfRange(all, from, from + TextSlot.TEXT_BYTES), TextSlot.Value.NONE),
            Bytes.NONE,
            0);
      }
      return copyOfRange(all, from, all.length);
    }

    Template build() {
      if (!text.isEmpty()) {
        other(TextSlot.Value.NONE, Bytes.NONE, 0);
      }
      pieces.add(piece.build());
      return new Template(pieces);
    }
  }
}
