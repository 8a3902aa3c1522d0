package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.stream.Stream;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.rc.UcSeams.Progress;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The half of a UC QP that executes the peer's messages (9.8.2). A message with a missing or
/// invalid packet is dropped as a whole; its receive is used for the next one.
final class UcResponder {
  private final UnreliableQp qp;
  private final UcAdapter adapter;
  private final UcSeams seams;
  private final UcChecks checks;
  private int expectedPsn;
  private @Nullable IncomingMessage message;

  UcResponder(UnreliableQp qp, UcAdapter adapter) {
    this.qp = qp;
    this.adapter = adapter;
    this.seams = adapter.seams();
    this.checks = new UcChecks(qp, adapter);
    this.expectedPsn = qp.settings().receivePsn();
  }

  int expectedPsn() {
    return expectedPsn;
  }

  void take(TransportPacket packet) {
    UcFault fault =
        Stream.of(UcFault.values()).filter(one -> has(one, packet)).findFirst().orElse(null);
    qp.answer(seams.answers.part().of(packet, fault));
    if (fault == null || !fault.isOfHeaders()) {
      int psn = (int) packet.get(Header.BTH, Bth.PSN);
      if (fault == null || !seams.waits.part().test(fault)) {
        expectedPsn = Psn.next(psn);
      }
    }
    if (fault == null) {
      execute(packet, UcChecks.operation(packet));
    } else {
      drop(packet, fault);
    }
  }

  private boolean has(UcFault fault, TransportPacket packet) {
    boolean found = checks.has(fault, packet, expectedPsn, message);
    return seams
        .faults
        .part()
        .has(fault, packet, new Progress(expectedPsn, message != null), found);
  }

  private void drop(TransportPacket packet, UcFault fault) {
    if (!fault.isOfHeaders() && !seams.resumes.part().test(fault)) {
      abandon(packet);
    }
    qp.events().passedOver(EventSeams.Unexecuted.AFTER_GAP, packet);
    Reaction reaction = seams.reaction.part().of(fault, Reaction.NOTHING);
    PostedReceive receive = reaction == Reaction.END_RECEIVE ? qp.receives().take() : null;
    if (receive != null) {
      qp.complete(Queue.RECEIVE, receive.id(), Status.LOC_LEN_ERR);
    }
    if (reaction == Reaction.END_QP) {
      qp.fail();
    }
  }

  /// Drops the message that is being received; data that it has written stays.
  private void abandon(TransportPacket by) {
    IncomingMessage part = message;
    message = null;
    if (part != null && !part.isWrite() && seams.completesPart.part().test(by)) {
      complete(part, by, false);
    }
  }

  private void execute(TransportPacket packet, Operation operation) {
    if (operation.isStart() || message == null) {
      abandon(packet);
      message =
          operation.isWrite()
              ? IncomingMessage.write(adapter.target(packet))
              : IncomingMessage.send(qp.receives().next());
    }
    store(packet, operation, message);
    if (operation.isEnd()) {
      boolean completes = seams.takesReceive.part().test(operation);
      IncomingMessage ended = message;
      message = null;
      if (completes) {
        complete(ended, packet, true);
      }
    }
  }

  private void store(TransportPacket packet, Operation operation, IncomingMessage into) {
    byte[] payload = packet.payload().toArray(JAVA_BYTE);
    byte[] kept = seams.storing.part().of(operation, payload);
    long at = seams.place.part().applyAsLong(into.bytes());
    MemoryTarget target = into.target();
    PostedReceive receive = into.receive();
    if (target != null) {
      Region named = adapter.memory().withKey(target.rkey());
      Region region = named == null ? adapter.memory().around(target.address()) : named;
      if (region != null) {
        region.write(target.address() + at, kept);
      }
    } else if (receive != null && adapter.memory().isUsable(receive.into(), true)) {
      adapter.memory().put(receive.into(), at, kept);
    }
    into.add(payload.length);
    into.solicit(!operation.isEnd() && SolicitedEvents.isSolicited(packet));
  }

  private void complete(IncomingMessage ended, TransportPacket packet, boolean isLast) {
    PostedReceive receive = qp.receives().take();
    if (receive != null) {
      @Nullable Integer immediate =
          isLast && packet.has(Header.IMM_DT)
              ? (int) packet.get(Header.IMM_DT, ImmDt.IMM_DT)
              : null;
      Received received = new Received(0, false, immediate);
      Completion done = new Completion(receive.id(), Status.SUCCESS, 0, ended.bytes(), received);
      qp.complete(done, packet, ended.isSolicited());
    }
  }
}
