package org.ibassay.wire.packet;

import java.util.Arrays;

/// Where each header starts, counted from the packet's first byte. An `EnumMap` would box every
/// place.
@SuppressWarnings("EnumOrdinal")
final class Places {
  private static final int NOWHERE = -1;

  private final int[] at = new int[Header.count()];

  Places() {
    clear();
  }

  void clear() {
    Arrays.fill(at, NOWHERE);
  }

  void copy(Places from) {
    System.arraycopy(from.at, 0, at, 0, at.length);
  }

  void put(Header header, int place) {
    at[header.ordinal()] = place;
  }

  boolean has(Header header) {
    return at[header.ordinal()] != NOWHERE;
  }

  /// @throws IllegalStateException when the packet has no such header
  int at(Header header) {
    int place = at[header.ordinal()];
    if (place == NOWHERE) {
      throw new IllegalStateException("the packet has no " + header.layout().name());
    }
    return place;
  }
}
