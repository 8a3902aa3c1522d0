package org.ibassay.device.rc;

import org.jspecify.annotations.Nullable;

/// A memory window (10.6.7).
final class Window {
  private static final int KEY_BITS = 0xFF;

  private final int id;
  private final int type;
  private int rkey;
  private @Nullable Grant grant;

  Window(int id, int type, int rkey) {
    this.id = id;
    this.type = type;
    this.rkey = rkey;
  }

  int id() {
    return id;
  }

  boolean isOfType1() {
    return type == 1;
  }

  int rkey() {
    return rkey;
  }

  /// The memory to which this window is bound.
  @Nullable Grant grant() {
    return grant;
  }

  /// The R_Key after the next bind: only its last 8 bits change.
  int nextKey() {
    return (rkey & ~KEY_BITS) | ((rkey + 1) & KEY_BITS);
  }

  void bind(int key, @Nullable Grant to) {
    rkey = key;
    grant = to;
  }

  void unbind() {
    grant = null;
  }
}
