package org.ibassay.wire.packet;

/// The offset of each header from the packet's first byte. An `EnumMap` would box every offset.
@SuppressWarnings("EnumOrdinal")
final class Places {
  private final int[] at = new int[Header.count()];

  /// One bit per header present, so that clearing all of them is cheap.
  private int there;

  void clear() {
    there = 0;
  }

  void copy(Places from) {
    System.arraycopy(from.at, 0, at, 0, at.length);
    there = from.there;
  }

  void put(Header header, int place) {
    at[header.ordinal()] = place;
    there |= 1 << header.ordinal();
  }

  boolean has(Header header) {
    return ((there >>> header.ordinal()) & 1) != 0;
  }

  /// @throws IllegalStateException if the packet has no such header
  int at(Header header) {
    if (!has(header)) {
      throw new IllegalStateException("the packet has no " + header.layout().name());
    }
    return at[header.ordinal()];
  }
}
