package org.ibassay.device.rc;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.jspecify.annotations.Nullable;

/// All registered memory of an adapter. No two regions touch, and no R_Key is given out twice.
final class Memory {
  private static final long FIRST_ADDRESS = 0x7F00_0000_0000L;
  private static final int PAGE = 4096;
  private static final int FIRST_KEY = 0x00AB_0017;
  private static final int KEY_STEP = 0x100;

  private final Map<Integer, Region> regions = new HashMap<>();
  private final Map<Integer, Region> byKey = new HashMap<>();
  private long nextAddress = FIRST_ADDRESS;
  private int registered;

  Region register(int bytes, AccessRights rights) {
    int key = FIRST_KEY + registered * KEY_STEP;
    Region region = new Region(++registered, nextAddress, key, rights, bytes);
    nextAddress += PAGE * (bytes / PAGE + 2L);
    regions.put(region.id(), region);
    byKey.put(key, region);
    return region;
  }

  void free(Region region) {
    regions.remove(region.id());
    byKey.remove(region.rkey());
  }

  void clear() {
    regions.clear();
    byKey.clear();
  }

  @Nullable Region withId(int id) {
    return regions.get(id);
  }

  /// The region that a peer means.
  @Nullable Region withKey(int rkey) {
    return byKey.get(rkey);
  }

  /// The region that an address lies in or just after; for deviations that mind no R_Key.
  @Nullable Region around(long address) {
    return byKey.values().stream()
        .filter(region -> address >= region.address())
        .filter(region -> address - region.address() <= region.size())
        .findFirst()
        .orElse(null);
  }

  /// The region of a work request's buffer, if the adapter may use all of the buffer.
  ///
  /// @param written whether it is written to
  @Nullable Region usable(Buffer buffer, boolean written) {
    Region region = regions.get(buffer.region().id());
    return region != null
            && region.contains(region.address() + buffer.at(), buffer.bytes())
            && (region.rights().localWrite() || !written)
        ? region
        : null;
  }

  /// What a work request sends; zeros where the adapter may not use its buffer.
  byte[] read(Buffer buffer) {
    Region region = usable(buffer, false);
    return region == null
        ? new byte[buffer.bytes()]
        : region.read(region.address() + buffer.at(), buffer.bytes());
  }

  /// Puts bytes into a buffer that [#usable] allowed.
  void put(Buffer buffer, long at, byte[] data) {
    Region region = Objects.requireNonNull(regions.get(buffer.region().id()));
    region.write(region.address() + buffer.at() + at, data);
  }
}
