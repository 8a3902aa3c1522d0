package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.ibassay.device.rc.RepeatSeams.Awaited;
import org.ibassay.device.rc.WindowSeams.Unexecuted;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The half of a QP that executes the peer's requests (9.7.4 and 9.7.5).
final class Responder {
  private final QueuePair qp;
  private final RcSeams seams;
  private final ResponseQueue responses;
  private final RequestChecks checks;
  private final Replays replays;
  private final ResponsePackets answers;
  private final RepeatedAnswers repeats;
  private int expectedPsn;
  private int msn;
  private boolean reportedGap;
  private boolean notReady;
  private @Nullable IncomingMessage message;

  Responder(QueuePair qp) {
    this.qp = qp;
    this.seams = qp.seams();
    this.responses = new ResponseQueue(qp);
    this.checks = new RequestChecks(qp, responses);
    this.answers = new ResponsePackets(qp);
    this.replays = new Replays(seams.remembered.part().applyAsInt(qp.settings().reads().peers()));
    this.repeats = new RepeatedAnswers(qp, replays, responses, answers);
    this.expectedPsn = qp.settings().receivePsn();
  }

  /// Forgets READs and atomics when the QP is modified.
  ///
  /// @param kept how many are still known, from the number before
  void modified(IntUnaryOperator kept) {
    replays.keep(kept);
  }

  int expectedPsn() {
    return expectedPsn;
  }

  /// The number of executed messages.
  int msn() {
    return msn;
  }

  /// Returns the receive that a SEND is filling, and drops that message.
  @Nullable PostedReceive abandon() {
    PostedReceive filled = message == null ? null : message.receive();
    message = null;
    return filled;
  }

  void close() {
    responses.clear();
  }

  /// Handles a request. Half of all PSNs are those of duplicates (9.7.1).
  void take(TransportPacket request) {
    int psn = (int) request.get(Header.BTH, Bth.PSN);
    int distance = seams.distance.part().of(psn, expectedPsn);
    ResponderFault early = distance == 0 ? null : checks.early(request, message, distance > 0);
    if (early != null) {
      refuse(early, psn);
    } else if (distance < 0) {
      qp.windowWork().passOver(request, Unexecuted.DUPLICATE);
      qp.events().passedOver(EventSeams.Unexecuted.DUPLICATE, request);
      repeat(request, psn);
    } else if (distance > 0
        && !(notReady && seams.overtakesNotReady.part().test(operationOf(request)))
        && checks.noticed(ResponderFault.OUT_OF_SEQUENCE, request)) {
      gap(request);
    } else {
      reportedGap &= !seams.again.endsGap.part().test(operationOf(request));
      notReady = false;
      execute(request, psn);
    }
  }

  private static Operation operationOf(TransportPacket request) {
    return request.opCode().map(OpCode::operation).orElse(Operation.SEND_ONLY);
  }

  /// Sends one NAK for a gap, and none while the requester waits after an RNR NAK.
  private void gap(TransportPacket request) {
    qp.windowWork().passOver(request, Unexecuted.AFTER_GAP);
    qp.events().passedOver(EventSeams.Unexecuted.AFTER_GAP, request);
    if (seams.again.gapStores.part().test(request)) {
      store(request, operationOf(request));
    }
    if (seams.again.gapEndsMessage.part().test(request)) {
      message = null;
    }
    if (seams.reportsGap.part().test(reportedGap) && seams.again.reportsGap.part().test(request)) {
      reportedGap = true;
      refuse(ResponderFault.OUT_OF_SEQUENCE, expectedPsn);
    }
  }

  private void execute(TransportPacket request, int psn) {
    ResponderFault fault = checks.first(request, message);
    if (fault == ResponderFault.RESERVED_OPCODE && checks.ignoresReserved()) {
      return;
    }
    Operation operation = operationOf(request);
    if (fault == ResponderFault.NOT_READY) {
      qp.windowWork().passOver(request, Unexecuted.NO_RECEIVE);
      qp.events().passedOver(EventSeams.Unexecuted.NO_RECEIVE, request);
    }
    if (fault != null) {
      if (seams.again.storesRefused.part().test(fault, operation)) {
        storeRefused(request, operation);
      }
      refuse(fault, psn);
      return;
    }
    int packets = 1;
    if (operation == Operation.RDMA_READ_REQ) {
      packets = read(request, psn);
    } else if (operation.isAtomic()) {
      atomic(request, psn);
    } else if (operation == Operation.ATOMIC_WRITE || operation == Operation.FLUSH) {
      place(request, psn);
    } else if (!receive(request, operation)) {
      return;
    }
    expectedPsn = seams.expected.part().after(psn, packets);
    if (RequestChecks.needsAck(request, operation)) {
      responses.add(answers.ack(psn, msn));
    }
  }

  private void storeRefused(TransportPacket request, Operation operation) {
    if (operation.isAtomic()) {
      combine(request);
    } else {
      take(request, operation);
    }
  }

  /// @return false if a SEND invalidates an R_Key that it may not
  private boolean receive(TransportPacket request, Operation operation) {
    if (request.opCode().isPresent()) {
      take(request, operation);
    }
    msn = seams.msn.part().after(msn, operation);
    return !operation.isEnd() || end(request, operation);
  }

  private void take(TransportPacket request, Operation operation) {
    if (operation.isStart()) {
      message = begin(request, operation);
    }
    store(request, operation);
  }

  private IncomingMessage begin(TransportPacket request, Operation operation) {
    return operation.isWrite()
        ? IncomingMessage.write(MemoryTarget.ofReth(request, seams))
        : IncomingMessage.send(qp.receives().take());
  }

  private void store(TransportPacket request, Operation operation) {
    if (message == null) {
      return;
    }
    byte[] payload = request.payload().toArray(JAVA_BYTE);
    byte[] kept = seams.storing.part().of(operation, payload);
    MemoryTarget target = message.target();
    PostedReceive receive = message.receive();
    if (target != null) {
      Region region = region(target);
      if (region != null) {
        long at = seams.writePlace.part().applyAsLong(target.address(), message.bytes());
        qp.change(operation, () -> region.write(at, kept));
      }
    } else if (receive != null && qp.memory().isUsable(receive.into(), false)) {
      // Access was checked before.
      qp.memory().put(receive.into(), seams.sendPlace.part().applyAsLong(message.bytes()), kept);
    }
    message.add(payload.length);
    message.solicit(!operation.isEnd() && SolicitedEvents.isSolicited(request));
  }

  private boolean end(TransportPacket last, Operation operation) {
    IncomingMessage ended = message;
    message = null;
    if (ended == null) {
      return true;
    }
    boolean takesNow = operation.isWrite() && seams.takesReceive.part().test(operation);
    PostedReceive receive = takesNow ? qp.receives().take() : ended.receive();
    boolean invalidates = last.has(Header.IETH);
    int key = invalidates ? (int) last.get(Header.IETH, Ieth.R_KEY) : 0;
    if (invalidates && !qp.windowWork().mayInvalidate(key, operation)) {
      // Only the receive reports this: the SEND itself was valid.
      if (receive != null) { // null only if a deviation takes the SEND for the end of a WRITE
        qp.complete(Queue.RECEIVE, receive.id(), Status.REM_INV_REQ_ERR, 0);
      }
      qp.fail();
      return false;
    }
    @Nullable Integer invalidated = invalidates ? qp.windowWork().invalidate(key, operation) : null;
    if (receive != null) {
      @Nullable Integer immediate =
          last.has(Header.IMM_DT) ? (int) last.get(Header.IMM_DT, ImmDt.IMM_DT) : null;
      Received received = new Received(0, false, immediate, invalidated);
      qp.complete(
          Queue.RECEIVE, new Completion(receive.id(), Status.SUCCESS, 0, ended.bytes(), received));
      qp.events().completed(last, ended.isSolicited());
    }
    return true;
  }

  private int read(TransportPacket request, int psn) {
    MemoryTarget target = MemoryTarget.ofReth(request, seams);
    int packets = MessageSegments.count(target.length(), qp.settings().pathMtu());
    msn = seams.msn.part().after(msn, Operation.RDMA_READ_REQ);
    int last = Psn.add(psn, packets - 1L);
    replays.add(new Replays.Entry(OpCode.RC_RDMA_READ_REQ, psn, last, target, 0));
    responses.expectAnswer(last);
    answers.read(target, psn, 0, msn).forEach(responses::add);
    return packets;
  }

  private void atomic(TransportPacket request, int psn) {
    OpCode opCode = request.opCode().orElseThrow();
    long reported = combine(request);
    msn = seams.msn.part().after(msn, opCode.operation());
    replays.add(new Replays.Entry(opCode, psn, psn, MemoryTarget.ofAtomic(request), reported));
    responses.expectAnswer(psn);
    responses.add(answers.atomicAck(psn, msn, reported));
  }

  /// Changes the memory of an atomic.
  ///
  /// @return the number to report
  private long combine(TransportPacket request) {
    OpCode opCode = request.opCode().orElseThrow();
    MemoryTarget target = MemoryTarget.ofAtomic(request);
    Region region = region(target);
    long before = region == null ? 0 : region.number(target.address());
    long after =
        seams
            .atomic
            .part()
            .of(
                opCode,
                before,
                request.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT),
                request.get(Header.ATOMIC_ETH, AtomicEth.CMP_DT));
    if (region != null) {
      qp.change(opCode.operation(), () -> region.number(target.address(), after));
    }
    return seams.original.part().of(before, after);
  }

  /// ATOMIC WRITE and FLUSH: the response is that of a READ without data (A19). Data written before
  /// is already visible globally, so a FLUSH has nothing to do.
  private void place(TransportPacket request, int psn) {
    OpCode opCode = request.opCode().orElseThrow();
    MemoryTarget target = MemoryTarget.ofReth(request, seams);
    Region region = region(target);
    if (region != null && opCode == OpCode.RC_ATOMIC_WRITE) {
      byte[] data = request.payload().toArray(JAVA_BYTE);
      region.write(target.address(), seams.storing.part().of(Operation.ATOMIC_WRITE, data));
    }
    msn = seams.msn.part().after(msn, opCode.operation());
    replays.add(new Replays.Entry(opCode, psn, psn, target, 0));
    responses.expectAnswer(psn);
    responses.add(answers.placed(psn, msn));
  }

  private @Nullable Region region(MemoryTarget target) {
    return qp.memory().of(target);
  }

  /// Answers a request that was already executed (9.7.5.1.1). A request that cannot be a duplicate
  /// is dropped.
  private void repeat(TransportPacket request, int psn) {
    OpCode opCode = request.opCode().orElse(null);
    if (opCode == null || !seams.again.repeatsWhile.part().test(awaited(), opCode.operation())) {
      return;
    }
    if (qp.receives().isEmpty() && seams.again.repeatNeedsReceive.part().test(opCode.operation())) {
      refuse(ResponderFault.NOT_READY, psn);
      return;
    }
    reportedGap &= !seams.again.repeatEndsGap.part().test(opCode.operation());
    if (seams.again.repeatStores.part().test(opCode.operation())) {
      storeAgain(request, opCode.operation());
    }
    if (seams.again.repeatTakesReceive.part().test(opCode.operation())) {
      qp.receives().take();
    }
    int age = Psn.difference(expectedPsn, psn);
    if (seams.breaksMessage.part().test(opCode.operation())) {
      message = null;
    }
    switch (seams.repeats.part().of(opCode.operation(), age)) {
      case IGNORE -> {
        // a deviation
      }
      case EXECUTE -> {
        int expected = expectedPsn;
        execute(request, psn);
        expectedPsn = expected;
      }
      case GO_BACK -> execute(request, psn);
      case ANSWER -> repeats.answer(request, opCode, expectedPsn, msn);
    }
  }

  private Awaited awaited() {
    if (notReady) {
      return Awaited.RECEIVE;
    }
    return reportedGap ? Awaited.PACKET : Awaited.NOTHING;
  }

  private void storeAgain(TransportPacket request, Operation operation) {
    IncomingMessage current = message;
    take(request, operation);
    message = current;
  }

  private void refuse(ResponderFault fault, int psn) {
    if (seams.again.dropsResponses.part().test(fault)) {
      responses.clear();
    }
    if (fault == ResponderFault.NOT_READY) {
      reportedGap = true;
      notReady = true;
      int timer = qp.settings().retries().minRnrTimer();
      responses.add(answers.nak(psn, Syndrome.of(seams.rnrSyndrome.part().applyAsInt(timer)), msn));
      return;
    }
    responses.add(answers.nak(psn, seams.naks.part().apply(fault), msn));
    if (!seams.survivable.part().test(fault)) {
      fail(fault);
    }
  }

  private void fail(ResponderFault fault) {
    PostedReceive filled = abandon();
    boolean takesOne =
        fault == ResponderFault.RECEIVE_TOO_SMALL || fault == ResponderFault.RECEIVE_PROTECTED;
    if (filled == null && takesOne) {
      filled = Objects.requireNonNull(qp.receives().take());
    }
    if (filled != null) {
      qp.complete(Queue.RECEIVE, filled.id(), fault.receiveStatus(), 0);
    }
    qp.failByPeer();
  }
}
