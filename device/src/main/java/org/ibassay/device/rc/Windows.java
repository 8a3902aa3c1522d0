package org.ibassay.device.rc;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All memory windows of an adapter. No two have R_Keys that differ only in their last 8 bits.
final class Windows {
  private static final int FIRST_KEY = 0x4000_0001;
  private static final int KEY_STEP = 0x100;

  private final Map<Integer, Window> windows = new HashMap<>();

  /// Grants of invalidated R_Keys, which only a deviation keeps.
  private final Map<Integer, Grant> kept = new HashMap<>();

  private int allocated;

  Window allocate(int type) {
    Window window = new Window(++allocated, type, FIRST_KEY + allocated * KEY_STEP);
    windows.put(window.id(), window);
    return window;
  }

  @Nullable Window withId(int id) {
    return windows.get(id);
  }

  @Nullable Window withKey(int rkey) {
    return windows.values().stream()
        .filter(window -> window.rkey() == rkey)
        .findFirst()
        .orElse(null);
  }

  /// Returns the grant of an R_Key.
  @Nullable Grant grant(int rkey) {
    Window window = withKey(rkey);
    return window == null ? kept.get(rkey) : window.grant();
  }

  void keep(int rkey, @Nullable Grant grant) {
    if (grant != null) {
      kept.put(rkey, grant);
    }
  }

  void free(Window window) {
    windows.remove(window.id());
  }

  void clear() {
    windows.clear();
    kept.clear();
  }
}
