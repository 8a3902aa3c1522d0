package org.ibassay.decode;

import java.util.ArrayList;
import java.util.List;

/// Slots whose values depend on the same eight bytes of a header. Packets resemble each other: the
/// text for the last few combinations of these bytes is cached, and copied if they occur again.
///
/// Used by one thread.
final class Piece {
  private static final int KNOWN_BITS = 3;

  /// The number of cached combinations.
  private static final int KNOWN = 1 << KNOWN_BITS;

  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final TextSlot[] slots;
  private final int from;
  private final long mask;
  private final int most;
  private final int stride;

  // For each cached combination: its bytes, its text and the length of the text, 0 if there is
  // none.
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

  /// The maximum number of characters.
  int most() {
    return most;
  }

  /// Writes the text like [TextSlot.Value#write]. A single slot is written as fast as copied.
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

  /// The bytes of a header on which a value depends.
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

  /// Builds a piece.
  static final class Builder {
    private final List<TextSlot> slots = new ArrayList<>();
    private Bytes bytes = Bytes.NONE;
    private int most;

    /// Whether a slot that also depends on those bytes may be added.
    boolean takes(Bytes more) {
      return slots.isEmpty() || bytes.and(more).count() <= Long.BYTES;
    }

    /// @param characters maximum length of its value
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
