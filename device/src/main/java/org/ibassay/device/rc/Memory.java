package org.ibassay.device.rc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Buffer.Piece;
import org.jspecify.annotations.Nullable;

/// All registered memory of an adapter. Regions are never adjacent, and R_Keys are never reused.
final class Memory {
  private static final long FIRST_ADDRESS = 0x7F00_0000_0000L;
  private static final int PAGE = 4096;
  private static final int FIRST_KEY = 0x00AB_0017;
  private static final int KEY_STEP = 0x100;

  private final Map<Integer, Region> regions = new HashMap<>();
  private final Map<Integer, Region> byKey = new HashMap<>();
  private final Windows windows = new Windows();
  private long nextAddress = FIRST_ADDRESS;
  private int registered;

  /// @param isElsewhere whether in a protection domain without QPs
  Region register(int bytes, AccessRights rights, boolean isElsewhere) {
    int key = FIRST_KEY + registered * KEY_STEP;
    Region region = new Region(++registered, nextAddress, key, rights, bytes, isElsewhere);
    nextAddress += PAGE * (bytes / PAGE + 2L);
    regions.put(region.id(), region);
    byKey.put(key, region);
    return region;
  }

  /// @param keys R_Keys that become invalid
  void free(Region region, List<Integer> keys) {
    regions.remove(region.id());
    keys.forEach(byKey::remove);
  }

  /// Invalidates an R_Key, which only a deviation does.
  void forget(int rkey) {
    byKey.remove(rkey);
    Window window = windows.withKey(rkey);
    if (window != null) {
      window.unbind();
    }
  }

  void clear() {
    regions.clear();
    byKey.clear();
    windows.clear();
  }

  Windows windows() {
    return windows;
  }

  @Nullable Region withId(int id) {
    return regions.get(id);
  }

  /// Returns the region of an R_Key.
  @Nullable Region withKey(int rkey) {
    Grant grant = grant(rkey);
    return grant == null ? null : grant.region();
  }

  /// Returns the region that a request accesses; null if a deviation accepts an unknown one.
  @Nullable Region of(MemoryTarget target) {
    Region named = withKey(target.rkey());
    return named == null ? around(target.address()) : named;
  }

  /// Returns the grant of a peer's R_Key.
  @Nullable Grant grant(int rkey) {
    Region region = byKey.get(rkey);
    return region == null ? windows.grant(rkey) : Grant.of(region);
  }

  /// Returns the region that contains or ends at an address; for deviations that ignore the R_Key.
  @Nullable Region around(long address) {
    return byKey.values().stream()
        .filter(region -> address >= region.address())
        .filter(region -> address - region.address() <= region.size())
        .findFirst()
        .orElse(null);
  }

  /// Whether the adapter may access a work request's whole buffer.
  ///
  /// @param written whether it is written
  boolean isUsable(Buffer buffer, boolean written) {
    return buffer.pieces().stream().allMatch(piece -> isUsable(piece, written));
  }

  private boolean isUsable(Piece piece, boolean written) {
    Region region = regions.get(piece.region().id());
    return region != null
        && !region.isElsewhere()
        && region.contains(region.address() + piece.at(), piece.bytes())
        && (region.rights().localWrite() || !written);
  }

  /// Returns the data that a work request sends; zeros where the adapter may not access its buffer.
  byte[] read(Buffer buffer) {
    ByteBuffer data = ByteBuffer.allocate(buffer.bytes());
    if (isUsable(buffer, false)) {
      for (Piece piece : buffer.pieces()) {
        Region region = region(piece);
        data.put(region.read(region.address() + piece.at(), piece.bytes()));
      }
    }
    return data.array();
  }

  /// Writes to a buffer that [#isUsable] allowed. Data beyond its end or before its beginning,
  /// which only a deviation writes, is written after its last part or before its first.
  ///
  /// @param at offset from the buffer's beginning
  void put(Buffer buffer, long at, byte[] data) {
    long before = 0;
    List<Piece> pieces = buffer.pieces();
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      long from = i == 0 ? at : Math.max(at, before);
      long to = i == pieces.size() - 1 ? at + data.length : before + piece.bytes();
      int first = Math.clamp(from - at, 0, data.length);
      int end = Math.clamp(to - at, first, data.length);
      Region region = region(piece);
      region.write(
          region.address() + piece.at() + (at + first - before),
          Arrays.copyOfRange(data, first, end));
      before += piece.bytes();
    }
  }

  private Region region(Piece piece) {
    return Objects.requireNonNull(regions.get(piece.region().id()));
  }
}
