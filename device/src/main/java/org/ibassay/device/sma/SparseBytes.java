package org.ibassay.device.sma;

import org.jspecify.annotations.Nullable;

/// Bytes whose memory is allocated when they are first stored.
final class SparseBytes implements TableBytes {
  private static final int PART = 1024;

  private final int size;
  private final byte[] @Nullable [] parts;

  SparseBytes(int size) {
    this.size = size;
    this.parts = new byte[Math.ceilDiv(size, PART)][];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public byte get(int at) {
    byte[] part = parts[at / PART];
    return part == null ? 0 : part[at % PART];
  }

  @Override
  public void put(int at, byte value) {
    byte[] part = parts[at / PART];
    if (part == null) {
      part = new byte[PART];
      parts[at / PART] = part;
    }
    part[at % PART] = value;
  }
}
