package org.ibassay.runner.state;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.Change;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.SmInfo;
import org.ibassay.wire.mad.Smp;

/// Whether the DUT's subnet manager is active: a manager that was disabled stays so until another
/// one sends it Standby (14.4.1). The rest of its state it recovers by its own rules.
///
/// @param before SMInfo as it was, with the values that the tester's commands carry: its GUID, and
///   the SM_Key; SMState 0 if it was not read
record ManagerSnapshot(Smps smps, MemorySegment before) implements Snapshot {
  private static final int NOT_ACTIVE = 0;
  private static final int MASTER = 3;
  private static final int STANDBY_COMMAND = 4;

  /// @param key SM_Key
  static ManagerSnapshot take(Smps smps, long key) throws LinkException, InterruptedException {
    MemorySegment info = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
    Smps.Answer answer = smps.get(Attribute.SM_INFO, 0, 0);
    if (answer != null && answer.isOk()) {
      info.copyFrom(answer.data());
    }
    Smps.Answer tester = smps.get(Route.SELF, Attribute.NODE_INFO, 0, 0);
    SmInfo.GUID.set(info, 0, tester == null ? 0 : tester.get(NodeInfo.PORT_GUID));
    SmInfo.SM_KEY.set(info, 0, key);
    return new ManagerSnapshot(smps, info);
  }

  /// Recreates the snapshot of an earlier process.
  static ManagerSnapshot of(List<SavedAttribute> saved, Smps smps) {
    return new ManagerSnapshot(smps, saved.getFirst().data());
  }

  @Override
  public List<SavedAttribute> saved(int via) {
    return List.of(new SavedAttribute(Change.MANAGER_STATE, via, 0, 0, before));
  }

  /// Sends the command as a master. The DUT then finds that the tester is none, and recovers.
  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    if (isDisabled()) {
      MemorySegment command = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(before);
      SmInfo.SM_STATE.set(command, 0, MASTER);
      Smps.Answer _ = smps.setOnce(Attribute.SM_INFO, STANDBY_COMMAND, 0, command);
    }
    return differences();
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    return isDisabled()
        ? List.of(
            new ChangedState(
                "SMInfo: SMState", " is 0, not active", " was restored: it is in Standby", false))
        : List.of();
  }

  private boolean isDisabled() throws LinkException, InterruptedException {
    Smps.Answer now = smps.get(Attribute.SM_INFO, 0, 0);
    return SmInfo.SM_STATE.get(before, 0) != NOT_ACTIVE
        && now != null
        && now.isOk()
        && now.get(SmInfo.SM_STATE) == NOT_ACTIVE;
  }
}
