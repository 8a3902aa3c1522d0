package org.ibassay.decode;

import java.util.ArrayList;
import java.util.List;

/// Slots whose values all stand in the same eight bytes of a header. Packets resemble each other:
/// what was written for the last few eights of bytes is kept, and copied where they come again.
///
/// Not for several threads.
final class Piece {
  private static final int KNOWN_BITS = 3;

  /// How many eights of bytes are known.
  private static final int KNOWN = 1 << KNOWN_BITS;

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final TextSlot[] slots;
  private final int from;
  private final long mask;
  private final int most;
  private final int stride;

  // Of each of the known, in turn: its bytes, its text and how long that is, 0 if there is none.
  private final long[] keys = new long[KNOWN];
  private final int[] lengths = new int[KNOWN];
  private final byte[] texts;

  private Piece(List<TextSlot> slots, Bytes bytes, int most) {
    this.slots = slots.toArray(TextSlot[]::new);
    this.from = bytes.count() == 0 ? 0 : bytes.from;
    this.mask = bytes.count() == 0 ? 0 : -1L << (Long.SIZE - 8 * bytes.count());
    this.most = most;
    this.stride = Digits.copied(most);
    this.texts = new byte[slots.size() > 1 ? KNOWN * stride : 0];
  }

  /// How many characters it has at most.
  int most() {
    return most;
  }

  /// As [TextSlot.Value#write] does. A slot that is alone is as quickly written as copied.
  int write(byte[] to, int at, byte[] in, int base) {
    if (slots.length == 1) {
      return slots[0].write(to, at, in, base);
    }
    long key = Digits.eight(in, base + from) & mask;
    int entry = (int) ((key * GOLDEN) >>> (Long.SIZE - KNOWN_BITS));
    int length = lengths[entry];
    if (keys[entry] != key || length == 0) {
      return first(to, at, in, base, key, entry);
    }
    Digits.copy(texts, entry * stride, to, at, length);
    return at + length;
  }

  private int first(byte[] to, int at, byte[] in, int base, long key, int entry) {
    int place = at;
    for (TextSlot slot : slots) {
      place = slot.write(to, place, in, base);
    }
    keys[entry] = key;
    lengths[entry] = place - at;
    System.arraycopy(to, at, texts, entry * stride, place - at);
    return place;
  }

  /// Which bytes of a header a value depends on.
  ///
  /// @param to after the last one
  record Bytes(int from, int to) {
    static final Bytes NONE = new Bytes(Integer.MAX_VALUE, 0);

    static Bytes of(int bit, int width) {
      return new Bytes(bit / 8, (bit + width + 7) / 8);
    }

    Bytes and(Bytes other) {
      return new Bytes(Math.min(from, other.from), Math.max(to, other.to));
    }

    int count() {
      return Math.max(0, to - from);
    }
  }

  /// Puts together a piece.
  static final class Builder {
    private final List<TextSlot> slots = new ArrayList<>();
    private Bytes bytes = Bytes.NONE;
    private int most;

    /// Whether a slot may be added that depends on those bytes, too.
    boolean takes(Bytes more) {
      return slots.isEmpty() || bytes.and(more).count() <= Long.BYTES;
    }

    /// @param characters that its value has at most
    void add(TextSlot slot, Bytes more, int characters) {
      slots.add(slot);
      bytes = bytes.and(more);
      most += slot.textBytes() + characters;
    }

    Piece build() {
      return new Piece(slots, bytes, most);
    }
  }
}
