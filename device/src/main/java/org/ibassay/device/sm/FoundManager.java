package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.attribute.SmInfo;

/// Another subnet manager, as a sweep found it.
///
/// @param route route to it
/// @param key its SM_Key as reported; 0 for none
public record FoundManager(List<Integer> route, long guid, int priority, SmState state, long key) {
  /// @param info its SMInfo
  static FoundManager of(List<Integer> route, MemorySegment info) {
    return new FoundManager(
        route,
        SmInfo.GUID.get(info, 0),
        (int) SmInfo.PRIORITY.get(info, 0),
        SmState.of(SmInfo.SM_STATE.get(info, 0)).orElse(SmState.NOT_ACTIVE),
        SmInfo.SM_KEY.get(info, 0));
  }

  boolean isIn(SmState one, SmState other) {
    return state == one || state == other;
  }
}
