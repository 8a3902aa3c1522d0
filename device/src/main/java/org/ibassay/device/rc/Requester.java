package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// The half of a QP that sends requests, and completes them by the responses (9.7.2, 9.7.3, 9.7.6).
/// It ignores the credits in acknowledge packets, as a send queue may.
final class Requester {
  /// Time from posting a request to its first packet.
  private static final long DOORBELL_NANOS = 500;

  private static final long ACK_TIMEOUT_UNIT_NANOS = 4_096;

  private final QueuePair qp;
  private final RcSeams seams;
  private final RequestPackets packets;
  private final ResponseChecks checks;
  private final LocalBuffers buffers;
  private final Fences fences;
  private final Outbox outbox;
  private final Timer ackTimer;
  private final Timer rnrTimer;
  private final RetryCounters retries;
  private final Deque<WaitingRequest> waiting = new ArrayDeque<>();
  private final Deque<OpenRequest> sent = new ArrayDeque<>();
  private int nextPsn;
  private int unackedPsn;
  private boolean wentBack;

  Requester(QueuePair qp) {
    this.qp = qp;
    this.seams = qp.seams();
    int mtu = seams.again.requestMtu.part().applyAsInt(qp.settings().pathMtu());
    this.packets = new RequestPackets(mtu);
    this.checks = new ResponseChecks(seams);
    this.buffers = new LocalBuffers(qp);
    this.fences = new Fences(seams);
    this.outbox = new Outbox(qp.fabric(), DOORBELL_NANOS, this::transmit);
    this.ackTimer = new Timer(qp.fabric(), () -> retry(unackedPsn, true));
    this.rnrTimer = new Timer(qp.fabric(), this::resume);
    this.retries = new RetryCounters(seams, qp.settings().retries());
    this.nextPsn = qp.settings().sendPsn();
    this.unackedPsn = nextPsn;
  }

  int nextPsn() {
    return nextPsn;
  }

  int depth() {
    return waiting.size() + sent.size();
  }

  void post(SendRequest request, boolean isFenced) {
    waiting.add(new WaitingRequest(request, isFenced, buffers.data(request)));
    advance();
  }

  void advance() {
    while (!waiting.isEmpty() && mayStart(waiting.getFirst())) {
      start(waiting.removeFirst());
    }
    for (WaitingRequest later : fences.overtaking(waiting, this::mayStart)) {
      waiting.remove(later);
      start(later);
    }
  }

  private boolean mayStart(WaitingRequest next) {
    SendRequest request = next.request();
    if (rnrTimer.isRunning() || qp.isDrained()) {
      return false;
    }
    if (!buffers.isUsable(request)) {
      return sent.isEmpty();
    }
    if (fences.holdBack(next, sent)) {
      return false;
    }
    int limit = seams.outstanding.part().applyAsInt(qp.settings().reads().own());
    return !OpenRequest.isReadOrAtomic(request)
        || sent.stream().filter(OpenRequest::needsData).count() < limit;
  }

  private void start(WaitingRequest next) {
    SendRequest request = next.request();
    if (!buffers.isUsable(request) && !buffers.isExecuted(request)) {
      return;
    }
    byte[] data = fences.data(next, buffers.data(request));
    OpenRequest work = new OpenRequest(request, nextPsn, packets.count(request), data);
    nextPsn = Psn.add(nextPsn, seams.again.usedPsns.part().of(request, work.packets()));
    sent.add(work);
    send(work, 0, seams.requests.part());
    if (seams.completesWhenSent.part().test(request)) {
      tell(work);
    }
  }

  private void send(OpenRequest work, int from, RcSeams.PacketEdit editing) {
    work.resumed(from);
    for (OutgoingPacket packet : packets.from(work, from)) {
      editing.of(packet).forEach(outbox::add);
    }
  }

  private void transmit(OutgoingPacket request) {
    qp.transmit(request);
    if (!ackTimer.isRunning()) {
      startAckTimer();
    }
  }

  /// The specification allows up to four times the nominal timeout (9.7.6.1.3).
  private void startAckTimer() {
    int exponent = qp.settings().retries().ackTimeout();
    if (exponent != 0 && !rnrTimer.isRunning()) {
      long least = ACK_TIMEOUT_UNIT_NANOS << exponent;
      long own = least * qp.device().variant().number(SimParameter.ACK_TIMEOUT_TIMES);
      ackTimer.start(seams.ackTimeout.part().applyAsLong(least, own));
    }
  }

  /// Drops the part of a READ response that was received.
  void forgetResponse() {
    if (!sent.isEmpty()) {
      sent.getFirst().answered(0);
    }
  }

  /// Handles a response; drops a duplicate or ghost, whose PSN is not outstanding.
  void take(TransportPacket response) {
    int psn = checks.meantPsn(response, unackedPsn, nextPsn);
    if (psn < 0 || sent.isEmpty()) {
      buffers.late(response);
      retries.afterOld();
      return;
    }
    Syndrome syndrome = seams.meaning.part().apply(ResponseChecks.syndrome(response));
    if (syndrome instanceof Syndrome.Reserved || !seams.heeds.part().test(syndrome)) {
      return;
    }
    if (seams.again.acknowledges.part().test(syndrome) && !settleBefore(response, psn)) {
      goBackOnce();
      return;
    }
    switch (syndrome) {
      case Syndrome.Ack _ -> acknowledged(sent.getFirst(), response, psn);
      case Syndrome.RnrNak nak -> notReady(nak);
      case Syndrome.Nak nak -> refused(psn, nak);
      case Syndrome.Reserved _ -> {
        // dropped above
      }
    }
    advance();
  }

  /// Completes earlier SENDs and RDMA WRITEs: any response acknowledges them (9.7.5.1.2).
  ///
  /// @return false if an earlier response with data is missing
  private boolean settleBefore(TransportPacket response, int psn) {
    while (Psn.isBefore(sent.getFirst().lastPsn(), psn)) {
      OpenRequest first = sent.getFirst();
      if (first.needsData() && !seams.completesUnanswered.part().test(first.request())) {
        return false;
      }
      if (!seams.completesImplied.part().test(first.request())) {
        first.tell();
      }
      complete();
    }
    OpenRequest work = sent.getFirst();
    int before = Psn.difference(psn, work.firstPsn());
    if (work.needsData()) {
      return before <= work.answered() || !checks.noticed(ResponseFault.GAP, response);
    }
    if (before > work.answered()) {
      advanceTo(work, before);
    }
    return true;
  }

  /// Retransmits once: later responses together count as one NAK for the missing one.
  private void goBackOnce() {
    if (!wentBack) {
      wentBack = true;
      retry(unackedPsn, true);
    }
  }

  private void acknowledged(OpenRequest work, TransportPacket response, int psn) {
    OpCode opCode = response.opCode().orElseThrow();
    switch (work.request()) {
      case SendRequest.Send _, SendRequest.SendInvalidate _, SendRequest.Write _
          when opCode == OpCode.RC_ACK ->
          settle(work, psn);
      case SendRequest.Read read when opCode.operation().isReadResponse() ->
          readData(work, read, response, Psn.difference(psn, work.firstPsn()));
      case SendRequest.CompareSwap _, SendRequest.FetchAdd _ when opCode == OpCode.RC_ATOMIC_ACK ->
          atomicData(work, response);
      default -> {
        if (checks.noticed(ResponseFault.OTHER_KIND, response)) {
          fail(Status.BAD_RESP_ERR);
        } else {
          settle(work, psn);
        }
      }
    }
  }

  private void settle(OpenRequest work, int psn) {
    if (psn == work.lastPsn()) {
      complete();
    } else {
      advanceTo(work, Psn.difference(psn, work.firstPsn()) + 1);
    }
  }

  /// @param index of the packet in the whole response, by its PSN
  private void readData(
      OpenRequest work, SendRequest.Read read, TransportPacket response, int index) {
    int mtu = qp.settings().pathMtu();
    boolean last = index == work.packets() - 1;
    boolean endsEarly = !last && checks.endsEarly(response);
    if (!endsEarly
        && !ResponseChecks.isExpected(response, work, index)
        && checks.noticed(ResponseFault.OUT_OF_ORDER, response)) {
      fail(Status.BAD_RESP_ERR);
      return;
    }
    long due = last ? read.local().bytes() - (long) index * mtu : mtu;
    if (response.payloadBytes() != due && checks.noticed(ResponseFault.WRONG_LENGTH, response)) {
      buffers.excess(read, (long) index * mtu, due, response);
      fail(Status.LOC_LEN_ERR);
      return;
    }
    byte[] data = response.payload().toArray(JAVA_BYTE);
    store(
        read.local(),
        seams.fetchedPlace.part().applyAsLong(index, mtu),
        data.length > due ? Arrays.copyOf(data, (int) due) : data);
    if (last || endsEarly) {
      complete();
    } else {
      advanceTo(work, index + 1);
    }
  }

  private void atomicData(OpenRequest work, TransportPacket response) {
    long original = response.get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT);
    store(work.request().local(), 0, Region.bytesOf(original));
    complete();
  }

  private void store(Buffer local, long at, byte[] data) {
    if (qp.memory().isUsable(local, true) || seams.again.storesProtected.part().getAsBoolean()) {
      qp.memory().put(local, at, seams.fetched.part().apply(data));
    }
  }

  private void advanceTo(OpenRequest work, int answered) {
    work.answered(answered);
    unackedPsn = Psn.add(work.firstPsn(), answered);
    progress();
  }

  private void complete() {
    OpenRequest done = sent.removeFirst();
    buffers.completed(done.request());
    unackedPsn = Psn.next(done.lastPsn());
    tell(done);
    progress();
    if (!sent.isEmpty() && seams.completesWithLast.part().test(sent.getFirst().request())) {
      tell(sent.getFirst());
    }
  }

  private void tell(OpenRequest work) {
    boolean isReported = !work.reported() && seams.again.reportsSuccess.part().test(work.request());
    work.tell();
    if (isReported) {
      qp.complete(Queue.SEND, work.request().id(), Status.SUCCESS, 0);
    }
  }

  private void progress() {
    retries.restart();
    wentBack = false;
    ackTimer.stop();
    if (!sent.isEmpty()) {
      startAckTimer();
    }
  }

  private void notReady(Syndrome.RnrNak nak) {
    if (rnrTimer.isRunning()) {
      return;
    }
    if (!retries.againAfterRnr()) {
      fail(Status.RNR_RETRY_EXC_ERR);
      return;
    }
    outbox.clear();
    if (seams.again.rnrStopsTimer.part().getAsBoolean()) {
      ackTimer.stop();
    }
    rnrTimer.start(seams.rnrWait.part().applyAsLong(nak.nanos()));
  }

  private void resume() {
    goBack(unackedPsn);
    advance();
  }

  /// Ignores reserved codes and those of another service.
  private void refused(int psn, Syndrome.Nak nak) {
    switch (nak.code()) {
      case Syndrome.Nak.PSN_SEQUENCE_ERROR -> {
        if (!rnrTimer.isRunning()) {
          retry(psn, seams.again.sequenceNakCounts.part().getAsBoolean());
        }
      }
      case Syndrome.Nak.INVALID_REQUEST -> refused(Status.REM_INV_REQ_ERR);
      case Syndrome.Nak.REMOTE_ACCESS_ERROR -> refused(Status.REM_ACCESS_ERR);
      case Syndrome.Nak.REMOTE_OPERATIONAL_ERROR -> refused(Status.REM_OP_ERR);
      default -> {
        // as if it had not been received
      }
    }
  }

  private void refused(Status status) {
    OpenRequest work = sent.getFirst();
    boolean rest = work.request() instanceof SendRequest.Read && work.answered() > 0;
    fail(rest ? seams.refusedRest.part().apply(status) : status);
  }

  private void retry(int psn, boolean counts) {
    if (sent.isEmpty()) {
      return;
    }
    if (counts && !retries.again()) {
      fail(Status.RETRY_EXC_ERR);
      return;
    }
    goBack(psn);
  }

  private void goBack(int psn) {
    outbox.clear();
    ackTimer.stop();
    for (OpenRequest work : sent) {
      send(work, Math.max(0, Psn.difference(psn, work.firstPsn())), seams.retries.part());
    }
  }

  /// Completes the oldest request in error, and flushes all others.
  private void fail(Status status) {
    OpenRequest failed = sent.removeFirst();
    if (!failed.reported()) {
      qp.complete(Queue.SEND, failed.request().id(), status, 0);
    }
    qp.fail();
  }

  void flush() {
    close();
    List<SendRequest> flushed = new ArrayList<>();
    sent.stream().filter(work -> !work.reported()).map(OpenRequest::request).forEach(flushed::add);
    waiting.stream()
        .map(WaitingRequest::request)
        .forEach(next -> flushed.add(seams.again.flushPlace.part().applyAsInt(flushed), next));
    flushed.forEach(request -> qp.complete(Queue.SEND, request.id(), Status.WR_FLUSH_ERR, 0));
    sent.clear();
    waiting.clear();
  }

  void close() {
    outbox.clear();
    ackTimer.stop();
    rnrTimer.stop();
  }
}
