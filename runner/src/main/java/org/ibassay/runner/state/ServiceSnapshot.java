package org.ibassay.runner.state;

import static org.ibassay.wire.sa.ServiceRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_GID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_ID;
import static org.ibassay.wire.sa.ServiceRecord.SERVICE_P_KEY;

import java.lang.foreign.MemorySegment;
import java.util.List;
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

/// The service that a test registers for a tester port, in the default partition. One that is there
/// before is somebody else's, and stays; one that comes is deleted.
///
/// @param gid the tester port's
record ServiceSnapshot(MadPort port, Gid gid, long serviceId, boolean isOthers)
    implements Snapshot {
  private static final Label LABEL = Label.of("ibassay: state before and after a test");

  /// @param serviceId of the first of [ServiceIds], of which the test takes the first that is free
  /// @throws NotReadableException when subnet administration does not answer
  static ServiceSnapshot take(MadPort port, Gid gid, long serviceId)
      throws NotReadableException, LinkException, InterruptedException {
    for (long id : ServiceIds.from(serviceId)) {
      ServiceSnapshot free = new ServiceSnapshot(port, gid, id, false);
      SaAnswer answer = free.ask(SaMethod.GET);
      if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
        throw new NotReadableException("ServiceRecord: no answer to SubnAdmGet");
      }
      if (!free.isIn(answer)) {
        return free;
      }
    }
    return new ServiceSnapshot(port, gid, serviceId, true);
  }

  /// A service that an earlier process saw was not there.
  static ServiceSnapshot of(SavedAttribute saved, MadPort port) {
    Gid gid = Gid.get(SERVICE_GID, saved.data(), 0);
    return new ServiceSnapshot(port, gid, SERVICE_ID.get(saved.data(), 0), false);
  }

  /// The key of the record that was not there, where the record would begin.
  @Override
  public List<SavedAttribute> saved(int via) {
    if (isOthers) {
      return List.of();
    }
    MemorySegment data = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
    SERVICE_ID.set(data, 0, serviceId);
    gid.set(SERVICE_GID, data, 0);
    SERVICE_P_KEY.set(data, 0, Gmp.DEFAULT_P_KEY);
    return List.of(new SavedAttribute(Change.SERVICE_RECORD, via, 0, 0, data));
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    List<ChangedState> present = differences();
    if (present.isEmpty()) {
      return present;
    }
    ask(SaMethod.DELETE);
    return differences();
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    if (isOthers) {
      return List.of();
    }
    SaAnswer answer = ask(SaMethod.GET);
    if (isIn(answer)) {
      return List.of(difference(" is still registered, until its lease ends"));
    }
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
      return List.of(difference(" may be registered still: subnet administration does not answer"));
    }
    return isAbsent(answer)
        ? List.of()
        : List.of(
            difference(
                " may be registered still: SubnAdmGet returned status 0x%04X"
                    .formatted(answer.status())));
  }

  private ChangedState difference(String left) {
    String what = "ServiceRecord 0x%016X of %s".formatted(serviceId, gid);
    return new ChangedState(what, left, " was deleted again", false);
  }

  /// Asked by the RID, so what comes with status 0 is the record or none of ours.
  private static boolean isAbsent(SaAnswer answer) {
    return answer.status() == 0 || answer.saStatus() == SaStatus.NO_RECORDS;
  }

  private SaAnswer ask(int method) throws LinkException, InterruptedException {
    SaRequest request =
        SaRequest.of(method, ATTRIBUTE)
            .with(SERVICE_ID, serviceId)
            .with(SERVICE_GID, gid)
            .with(SERVICE_P_KEY, Gmp.DEFAULT_P_KEY);
    return SaPort.ofMaster(port, LABEL).ask(request, port.timing(), LABEL);
  }

  private boolean isIn(SaAnswer answer) {
    return answer.outcome() == SaAnswer.Outcome.ANSWERED
        && answer.status() == 0
        && answer.data().byteSize() * 8 >= SERVICE_ID.width()
        && SERVICE_ID.get(answer.data(), 0) == serviceId;
  }
}
