package org.ibassay.runner.state;

import static org.ibassay.wire.sa.McMemberRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.McMemberRecord.JOIN_STATE;
import static org.ibassay.wire.sa.McMemberRecord.MGID;
import static org.ibassay.wire.sa.McMemberRecord.PORT_GID;
import static org.ibassay.wire.sa.McMemberRecord.Q_KEY;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.suite.Change;
import org.ibassay.suite.GroupIds;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// The multicast groups that a test creates, recognized by their Q_Key. Groups that existed before
/// are kept; the ports of tester and DUT leave all others.
///
/// @param ports GIDs of the tester's port and of the DUT's, which joins at the tester's request
/// @param before MGIDs of the groups that existed before
record GroupSnapshot(MadPort port, List<Gid> ports, Set<Gid> before) implements Snapshot {
  private static final Label LABEL = Label.of("ibassay: state before and after a test");

  /// The bits of JoinState, deleted one by one: a Delete with a bit that is not set is rejected.
  private static final List<Integer> BITS = List.of(8, 4, 2, 1);

  /// A table may be incomplete: the remaining groups are found when the first ones are gone.
  private static final int ROUNDS = 8;

  private static final int SECOND_GID = 16;
  private static final int THIRD_GID = 32;
  private static final Gid NONE = new Gid(0, 0);
  private static final String AGAIN = " was left again";

  /// Copies the collections.
  GroupSnapshot {
    ports = List.copyOf(ports);
    before = Collections.unmodifiableSet(new LinkedHashSet<>(before));
  }

  /// @throws NotReadableException if subnet administration does not respond
  static GroupSnapshot take(MadPort port, List<Gid> ports)
      throws NotReadableException, LinkException, InterruptedException {
    GroupSnapshot snapshot = new GroupSnapshot(port, ports, Set.of());
    SaAnswer answer = snapshot.ask(table());
    if (answer.outcome() == SaAnswer.Outcome.SILENT) {
      throw new NotReadableException("MCMemberRecord: no response to SubnAdmGetTable");
    }
    return new GroupSnapshot(port, ports, mgids(answer));
  }

  /// Recreates the snapshot of an earlier process.
  static GroupSnapshot of(List<SavedAttribute> saved, MadPort port) {
    MemorySegment first = saved.getFirst().data();
    Set<Gid> before = new LinkedHashSet<>();
    for (SavedAttribute one : saved) {
      before.add(Gid.get(MGID, one.data(), THIRD_GID));
    }
    before.remove(NONE);
    return new GroupSnapshot(
        port, List.of(Gid.get(MGID, first, 0), Gid.get(MGID, first, SECOND_GID)), before);
  }

  /// The GID of each port, each with the MGID of a group that existed before, if any.
  @Override
  public List<SavedAttribute> saved(int via) {
    List<Gid> all = new ArrayList<>(List.of(NONE));
    all.addAll(before);
    List<SavedAttribute> saved = new ArrayList<>();
    for (Gid mgid : all) {
      MemorySegment data = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
      ports.getFirst().set(MGID, data, 0);
      ports.getLast().set(MGID, data, SECOND_GID);
      mgid.set(MGID, data, THIRD_GID);
      saved.add(new SavedAttribute(Change.MULTICAST_GROUPS, via, 0, saved.size(), data));
    }
    return saved;
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      Set<Gid> come = come(ask(table()));
      if (come.isEmpty()) {
        break;
      }
      for (Gid mgid : come) {
        leave(mgid);
      }
      if (come(ask(table())).equals(come)) {
        break; // they remain for another reason
      }
    }
    return differences();
  }

  private void leave(Gid mgid) throws LinkException, InterruptedException {
    for (Gid member : new LinkedHashSet<>(ports)) {
      for (int bit : BITS) {
        ask(
            SaRequest.of(SaMethod.DELETE, ATTRIBUTE)
                .with(MGID, mgid)
                .with(PORT_GID, member)
                .with(JOIN_STATE, bit));
      }
    }
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    SaAnswer answer = ask(table());
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
      String left = " may be there still: subnet administration does not answer";
      return List.of(new ChangedState("Multicast groups of the tester", left, AGAIN, false));
    }
    return come(answer).stream()
        .map(mgid ->
            new ChangedState(
                "Multicast group " + mgid, " still exists, without members", AGAIN, true))
        .toList();
  }

  private Set<Gid> come(SaAnswer answer) {
    Set<Gid> come = mgids(answer);
    come.removeAll(before);
    return come;
  }

  private static Set<Gid> mgids(SaAnswer answer) {
    Set<Gid> mgids = new LinkedHashSet<>();
    if (answer.outcome() == SaAnswer.Outcome.ANSWERED && answer.status() == 0) {
      answer.records(ATTRIBUTE).records().stream()
          .filter(record -> Q_KEY.get(record, 0) == GroupIds.Q_KEY)
          .forEach(record -> mgids.add(Gid.get(MGID, record, 0)));
    }
    return mgids;
  }

  private static SaRequest table() {
    return SaRequest.of(SaMethod.GET_TABLE, ATTRIBUTE).with(Q_KEY, GroupIds.Q_KEY);
  }

  private SaAnswer ask(SaRequest request) throws LinkException, InterruptedException {
    return SaPort.ofMaster(port, LABEL).ask(request, port.timing(), LABEL);
  }
}
