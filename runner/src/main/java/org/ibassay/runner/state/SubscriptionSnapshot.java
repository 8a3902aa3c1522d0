package org.ibassay.runner.state;

import static org.ibassay.wire.sa.InformInfoRecord.ATTRIBUTE;
import static org.ibassay.wire.sa.InformInfoRecord.INFORM_INFO;
import static org.ibassay.wire.sa.InformInfoRecord.SUBSCRIBER_GID;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.sa.SaAnswer;
import org.ibassay.link.sa.SaPort;
import org.ibassay.suite.Change;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaRequest;

/// The event subscriptions of a tester port. Those that existed before are kept; new ones are
/// ended.
///
/// @param gid GID of the tester port
/// @param before InformInfoRecords that existed before
record SubscriptionSnapshot(MadPort port, Gid gid, List<MemorySegment> before) implements Snapshot {
  private static final Label LABEL = Label.of("ibassay: state before and after a test");
  private static final String AGAIN = " was ended again";

  /// A table may be incomplete: the remaining subscriptions are found when the first ones are gone.
  private static final int ROUNDS = 8;

  /// Copies the list.
  SubscriptionSnapshot {
    before = List.copyOf(before);
  }

  /// @throws NotReadableException if subnet administration does not respond
  static SubscriptionSnapshot take(MadPort port, Gid gid)
      throws NotReadableException, LinkException, InterruptedException {
    SubscriptionSnapshot snapshot = new SubscriptionSnapshot(port, gid, List.of());
    SaAnswer answer = snapshot.ask();
    if (answer.outcome() == SaAnswer.Outcome.SILENT) {
      throw new NotReadableException("InformInfoRecord: no response to SubnAdmGetTable");
    }
    return new SubscriptionSnapshot(port, gid, snapshot.come(answer));
  }

  /// Recreates the snapshot of an earlier process.
  static SubscriptionSnapshot of(List<SavedAttribute> saved, MadPort port) {
    Gid gid = Gid.get(SUBSCRIBER_GID, saved.getFirst().data(), 0);
    List<MemorySegment> before =
        saved.stream()
            .skip(1)
            .map(one -> one.data().asSlice(0, ATTRIBUTE.layout().bytes()))
            .toList();
    return new SubscriptionSnapshot(port, gid, before);
  }

  /// The tester's GID, in the format of a record, and the records that existed before.
  @Override
  public List<SavedAttribute> saved(int via) {
    MemorySegment first = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
    gid.set(SUBSCRIBER_GID, first, 0);
    List<SavedAttribute> saved = new ArrayList<>();
    saved.add(new SavedAttribute(Change.SUBSCRIPTIONS, via, 0, 0, first));
    for (MemorySegment record : before) {
      MemorySegment data = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
      MemorySegment.copy(record, 0, data, 0, ATTRIBUTE.layout().bytes());
      saved.add(new SavedAttribute(Change.SUBSCRIPTIONS, via, 0, saved.size(), data));
    }
    return saved;
  }

  @Override
  public List<ChangedState> restore() throws LinkException, InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      List<MemorySegment> come = come(ask());
      if (come.isEmpty()) {
        break;
      }
      for (MemorySegment record : come) {
        end(record);
      }
    }
    return differences();
  }

  private void end(MemorySegment record) throws LinkException, InterruptedException {
    SaRequest request = SaRequest.of(SaMethod.SET, InformInfo.ATTRIBUTE);
    MemorySegment.copy(
        record,
        INFORM_INFO.byteOffset(),
        request.mad(),
        SaHeader.DATA,
        InformInfo.ATTRIBUTE.layout().bytes());
    request.carrying(InformInfo.SUBSCRIBE, 0).carrying(InformInfo.QPN, Gmp.QP);
    SaPort.ofMaster(port, LABEL).ask(request, port.timing(), LABEL);
  }

  @Override
  public List<ChangedState> differences() throws LinkException, InterruptedException {
    SaAnswer answer = ask();
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED) {
      String left = " may stand still: subnet administration does not answer";
      return List.of(new ChangedState("Subscriptions of the tester", left, AGAIN, false));
    }
    return come(answer).stream()
        .map(record -> INFORM_INFO.of(InformInfo.TRAP_NUMBER_DEVICE_ID).get(record, 0))
        .map(trap ->
            new ChangedState("Subscription for trap %d".formatted(trap), " stands", AGAIN, false))
        .toList();
  }

  /// The tester's records that did not exist before.
  private List<MemorySegment> come(SaAnswer answer) {
    if (answer.outcome() != SaAnswer.Outcome.ANSWERED || answer.status() != 0) {
      return List.of();
    }
    return answer.records(ATTRIBUTE).records().stream()
        .filter(record -> Gid.get(SUBSCRIBER_GID, record, 0).equals(gid))
        .filter(record -> before.stream().noneMatch(one -> one.mismatch(record) < 0))
        .toList();
  }

  private SaAnswer ask() throws LinkException, InterruptedException {
    SaRequest request = SaRequest.of(SaMethod.GET_TABLE, ATTRIBUTE).with(SUBSCRIBER_GID, gid);
    return SaPort.ofMaster(port, LABEL).ask(request, port.timing(), LABEL);
  }
}
