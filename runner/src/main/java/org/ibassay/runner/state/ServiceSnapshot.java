package org.ibassay.runner.state;

import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.suite.Change;
import org.ibassay.suite.ServiceIds;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.SaStatus;

/// The services that a test registers for a tester port, in the default partition. Services that
/// existed before belong to others and are kept; new ones are deleted.
///
/// @param gid GID of the tester port
/// @param free unused ServiceIDs, as many as a test may register
record ServiceSnapshot(MadPort port, Gid gid, List<Long> free) implements Snapshot {
  private static final Label LABEL = Label.of("ibassay: state before and after a test");

  /// @param serviceId the first of [ServiceIds], of which the test takes the first unused ones
  /// @throws NotReadableException if subnet administration does not respond
  static ServiceSnapshot take(MadPort port, Gid gid, long serviceId)
      throws NotReadableException, LinkException, InterruptedException {
    List<Long> free = new ArrayList<>();
    ServiceSnapshot snapshot = new ServiceSnapshot(port, gid, free);
    for (long id : ServiceIds.from(serviceId)) {
      SaAnswer answer = snapshot.ask(SaMethod.GET, id);
      if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
        throw new NotReadableException("ServiceRecord: no response to SubnAdmGet");
      }
      if (!isIn(answer, id)) {
        free.add(id);
      }
      if (free.size() == ServiceIds.MOST_REGISTERED) {
        break;
      }
    }
    return snapshot;
  }

  /// Recreates the snapshot of an earlier process: services that did not exist.
  static ServiceSnapshot of(List<SavedAttribute> saved, MadPort port) {
    Gid gid = Gid.get(SERVICE_GID, saved.getFirst().data(), 0);
    List<Long> free = saved.stream().map(one -> SERVICE_ID.get(one.data(), 0)).toList();
    return new ServiceSnapshot(port, gid, free);
  }

  /// The key fields of the records that did not exist, in the format of a record.
  @Override
  public List<SavedAttribute> saved(int via) {
    return IntStream.range(0, free.size()).mapToObj(i -> saved(via, i)).toList();
  }

  private SavedAttribute saved(int via, int index) {
    MemorySegment data = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
    SERVICE_ID.set(data, 0, free.get(index));
    gid.set(SERVICE_GID, data, 0);
    SERVICE_P_KEY.set(data, 0, Gmp.DEFAULT_P_KEY);
    return new SavedAttribute(Change.SERVICE_RECORD, via, 0, index, data);
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    List<ChangedState> left = new ArrayList<>();
    for (long id : free) {
      if (!differences(id).isEmpty()) {
        ask(SaMethod.DELETE, id);
        left.addAll(differences(id));
      }
    }
    return left;
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    List<ChangedState> all = new ArrayList<>();
    for (long id : free) {
      all.addAll(differences(id));
    }
    return all;
  }

  private List<ChangedState> differences(long id) throws LinkException, InterruptedException {
    SaAnswer answer = ask(SaMethod.GET, id);
    if (isIn(answer, id)) {
      return List.of(difference(id, " is still registered, until its lease ends"));
    }
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
      return List.of(
          difference(id, " may be registered still: subnet administration does not answer"));
    }
    return isAbsent(answer)
        ? List.of()
        : List.of(
            difference(
                id,
                " may be registered still: SubnAdmGet returned status "
                    + SaStatus.text(answer.status())));
  }

  private ChangedState difference(long id, String left) {
    String what = "ServiceRecord 0x%016X of %s".formatted(id, gid);
    return new ChangedState(what, left, " was deleted again", false);
  }

  /// The request contains the whole RID, so status 0 means that the record exists.
  private static boolean isAbsent(SaAnswer answer) {
    return answer.status() == 0 || answer.saStatus() == SaStatus.NO_RECORDS;
  }

  private SaAnswer ask(int method, long id) throws LinkException, InterruptedException {
    SaRequest request =
        SaRequest.of(method, ATTRIBUTE)
            .with(SERVICE_ID, id)
            .with(SERVICE_GID, gid)
            .with(SERVICE_P_KEY, Gmp.DEFAULT_P_KEY);
    return SaPort.ofMaster(port, LABEL).ask(request, port.timing(), LABEL);
  }

  private static boolean isIn(SaAnswer answer, long id) {
    return answer.outcome() == SaAnswer.Outcome.ANSWERED
        && answer.status() == 0
        && answer.data().byteSize() * 8 >= SERVICE_ID.width()
        && SERVICE_ID.get(answer.data(), 0) == id;
  }
}
