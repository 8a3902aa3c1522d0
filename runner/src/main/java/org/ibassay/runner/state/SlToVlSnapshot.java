package org.ibassay.runner.state;

import static org.ibassay.wire.attribute.Attribute.SL_TO_VL_MAPPING_TABLE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;
import org.jspecify.annotations.Nullable;

/// The SLtoVLMappingTable of a port of a channel adapter or router.
///
/// @param before the attribute, 64 bytes; null where the port does not tell it: without SL mapping
///   it has none to tell, and none to take
record SlToVlSnapshot(Smps smps, @Nullable MemorySegment before) implements Snapshot {
  private static final String TABLE = "SLtoVLMappingTable";

  static SlToVlSnapshot take(Smps smps) throws LinkException, InterruptedException {
    return new SlToVlSnapshot(smps, present(smps));
  }

  private static @Nullable MemorySegment present(Smps smps)
      throws LinkException, InterruptedException {
    Smps.Answer answer = smps.get(SL_TO_VL_MAPPING_TABLE, 0, 0);
    return answer == null || !answer.isOk() ? null : answer.data();
  }

  @Override
  public List<SavedAttribute> saved(int via) {
    return before == null
        ? List.of()
        : List.of(new SavedAttribute(Change.SL_TO_VL_MAPPING_TABLE, via, 0, 0, before));
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    if (before != null && !differences().isEmpty()) {
      smps.setOnce(SL_TO_VL_MAPPING_TABLE, 0, 0, before);
    }
    return differences();
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    MemorySegment present = present(smps);
    if (before == null) {
      return present == null
          ? List.of()
          : List.of(
              new ChangedState(
                  TABLE,
                  " was refused to a Get and is told now; what it was is not known",
                  " is refused to a Get again",
                  true));
    }
    if (present == null) {
      return List.of(ChangedState.open(TABLE + ": the DUT does not tell what it holds now"));
    }
    return present.mismatch(before) < 0
        ? List.of()
        : List.of(new ChangedState(TABLE, " is not as it was", " is as it was again", false));
  }
}
