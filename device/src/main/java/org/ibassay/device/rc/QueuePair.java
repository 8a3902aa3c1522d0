package org.ibassay.device.rc;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.device.rc.RepeatSeams.Spread;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// An RC QP with its queues: in state RTS from the beginning, until an error flushes all its work.
final class QueuePair implements WorkQueues {
  private final ChannelAdapter device;
  private final int qpn;
  private final PortAddress address;
  private final RcSettings settings;
  private final Envelope envelope;
  private final ReceiveQueue receives;
  private final CompletionQueues completions;
  private final Responder responder;
  private final Requester requester;
  private final WindowWork windowWork;
  private final CongestionNotifier notifier;
  private final SolicitedEvents events;
  private Runnable completed = () -> {};
  private State state = State.RTS;

  /// @param envelope headers of packets to the peer
  /// @param receives its own, or shared ones
  QueuePair(
      ChannelAdapter device,
      int qpn,
      PortAddress address,
      RcSettings settings,
      Envelope envelope,
      ReceiveQueue receives) {
    this.receives = receives;
    this.device = device;
    this.qpn = qpn;
    this.address = address;
    this.settings = settings;
    this.envelope = envelope;
    this.completions = new CompletionQueues(device.seams().completions);
    this.events = new SolicitedEvents(device.seams().again.events);
    this.responder = new Responder(this);
    this.requester = new Requester(this);
    this.windowWork = new WindowWork(this);
    this.notifier = new CongestionNotifier(this);
  }

  ChannelAdapter device() {
    return device;
  }

  int qpn() {
    return qpn;
  }

  /// The address at which it is reached.
  PortAddress address() {
    return address;
  }

  RcSettings settings() {
    return settings;
  }

  @Override
  public int depth() {
    return settings.depth();
  }

  Envelope envelope() {
    return envelope;
  }

  Fabric fabric() {
    return device.fabric();
  }

  RcSeams seams() {
    return device.seams();
  }

  Memory memory() {
    return device.memory();
  }

  @Override
  public ReceiveQueue receives() {
    return receives;
  }

  WindowWork windowWork() {
    return windowWork;
  }

  /// The credit count in acknowledge packets; shared receives provide no credits.
  int creditCode() {
    return !receives.isShared() && device.variant().is(SimParameter.CREDITS)
        ? seams().credits.part().applyAsInt(receives.size())
        : Syndrome.Ack.NO_CREDITS;
  }

  @Override
  public QpAttributes attributes() {
    return new QpAttributes(
        seams().windows.state.part().apply(state),
        requester.nextPsn(),
        responder.expectedPsn(),
        settings.pathMtu(),
        settings.reads(),
        settings.retries());
  }

  /// Changes memory as a request requires. Only a deviation does it later than the next request.
  void change(Operation operation, Runnable change) {
    long late = seams().again.changesAfter.part().applyAsLong(operation);
    if (late == 0) {
      change.run();
    } else {
      fabric().after(late, change);
    }
  }

  /// PSN of the peer's next request.
  int expectedPsn() {
    return responder.expectedPsn();
  }

  /// The number of the peer's requests executed.
  int executed() {
    return responder.msn();
  }

  @Override
  public int sendDepth() {
    return requester.depth();
  }

  void take(TransportPacket packet) {
    boolean isServed =
        state == State.RTS
            || state == State.SQD
            || (state == State.ERR && seams().again.servesInError.part().test(packet));
    if (!isServed) {
      return;
    }
    notifier.heed(packet);
    Operation operation = packet.opCode().map(OpCode::operation).orElse(null);
    boolean isResponse = operation != null && operation.isResponse();
    if (operation != null
        && state == State.SQD
        && !seams().windows.heedsDrained.part().test(operation)) {
      return;
    }
    if (operation != null && seams().disturbs.part().test(operation)) {
      disturb(isResponse);
    }
    if (isResponse) {
      requester.take(packet);
    } else {
      responder.take(packet);
    }
  }

  private void disturb(boolean byResponse) {
    if (byResponse) {
      responder.abandon();
    } else {
      requester.forgetResponse();
    }
  }

  void transmit(OutgoingPacket packet) {
    device.transmit(this, packet);
  }

  @Override
  public void postReceive(PostedReceive receive) {
    if (state == State.ERR) {
      complete(Queue.RECEIVE, receive.id(), Status.WR_FLUSH_ERR, 0);
    } else {
      Buffer into = seams().lists.part().of(ListUse.RECEIVE, receive.into());
      receives.post(new PostedReceive(receive.id(), into));
    }
  }

  void post(SendRequest request, boolean isFenced) {
    if (state == State.ERR) {
      complete(Queue.SEND, request.id(), Status.WR_FLUSH_ERR, 0);
    } else if (state != State.SQD || seams().windows.keepsPosted.part().test(request)) {
      ListUse use = request instanceof SendRequest.Read ? ListUse.READ : ListUse.SENT;
      requester.post(
          WorkRequests.withLocal(request, seams().lists.part().of(use, request.local())), isFenced);
    }
  }

  /// Transitions it to another state.
  ///
  /// @return whether the transition is allowed
  boolean modify(State to) {
    boolean drains = state == State.RTS && to == State.SQD;
    boolean resumes =
        state == State.SQD
            && to == State.RTS
            && seams().windows.resumes.part().test(requester.depth());
    if (to == State.ERR) {
      fail();
    } else if (drains || resumes) {
      state = to;
      responder.modified(known -> seams().again.keptByModify.part().kept(to, known));
    }
    if (resumes) {
      requester.advance();
    }
    return state == to;
  }

  /// Whether no request may begin.
  boolean isDrained() {
    return state == State.SQD && !seams().windows.startsDrained.part().test(requester.depth());
  }

  void complete(Queue queue, long id, Status status, long bytes) {
    complete(queue, new Completion(id, status, 0, bytes));
    if (queue == Queue.RECEIVE && status != Status.SUCCESS) {
      events.failed(status);
    }
  }

  void complete(Queue queue, Completion completion) {
    completions.add(queue, completion);
    completed.run();
  }

  @Override
  public SolicitedEvents events() {
    return events;
  }

  /// Sets the listener for completions, which it polls.
  void onCompletion(Runnable next) {
    completed = next;
  }

  @Override
  public List<Completion> poll(Queue queue, int most) {
    List<Completion> taken = completions.poll(queue, most);
    return queue == Queue.SEND ? seams().polled.part().apply(taken) : taken;
  }

  /// Transitions it to the error state: posted work is flushed (10.3.1). Responses already queued
  /// by the responder, such as the NAK for the error, are still sent.
  void fail() {
    fail(_ -> true);
  }

  /// Transitions it to the error state, because of a request of the peer.
  void failByPeer() {
    fail(seams().again.flushesByPeer.part());
  }

  private void fail(Predicate<Queue> flushes) {
    if (state == State.ERR) {
      return;
    }
    state = State.ERR;
    spread(seams().again.errorSpreads.part().get());
    if (flushes.test(Queue.SEND)) {
      requester.flush();
    }
    PostedReceive filled = responder.abandon();
    if (filled != null) {
      complete(Queue.RECEIVE, filled.id(), Status.WR_FLUSH_ERR, 0);
    }
    if (!flushes.test(Queue.RECEIVE)) {
      return;
    }
    if (!receives.isShared() || seams().windows.flushesShared.part().test(receives.size())) {
      flushReceives();
    }
  }

  private void flushReceives() {
    for (PostedReceive receive = receives.take(); receive != null; receive = receives.take()) {
      complete(Queue.RECEIVE, receive.id(), Status.WR_FLUSH_ERR, 0);
    }
  }

  private void spread(Spread how) {
    for (QueuePair other : how == Spread.NOTHING ? List.<QueuePair>of() : device.others(this)) {
      switch (how) {
        case ENDS -> other.fail();
        case FLUSHES_RECEIVES -> other.flushReceives();
        default -> other.requester.flush();
      }
    }
  }

  /// Closes it without completions.
  void close() {
    state = State.RESET;
    spread(seams().again.closeSpreads.part().get());
    requester.close();
    responder.close();
  }
}
