package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester.Queue;

/// A QP of a service that acknowledges nothing, with its queues.
abstract class OneWayQp implements WorkQueues {
  private final OneWaySeams<?, ?> seams;
  private final int qpn;
  private final PortAddress address;
  private final ReceiveQueue receives = new ReceiveQueue();
  private final CompletionQueues completions;
  private State state;
  private int nextPsn;

  /// @param state that it begins in
  /// @param sendPsn PSN of its first packet
  OneWayQp(OneWaySeams<?, ?> seams, int qpn, PortAddress address, State state, int sendPsn) {
    this.seams = seams;
    this.qpn = qpn;
    this.address = address;
    this.completions = new CompletionQueues(seams.completions);
    this.state = state;
    this.nextPsn = sendPsn;
  }

  final int qpn() {
    return qpn;
  }

  final PortAddress address() {
    return address;
  }

  final State state() {
    return state;
  }

  @Override
  public final ReceiveQueue receives() {
    return receives;
  }

  /// PSN of the next packet that it takes; 0 where any will do.
  abstract int expectedPsn();

  /// The longest payload of a packet, in bytes.
  abstract int mtu();

  @Override
  public final QpAttributes attributes() {
    return new QpAttributes(
        seams.state.part().apply(state),
        nextPsn,
        expectedPsn(),
        mtu(),
        new RcSettings.Reads(0, 0),
        new RcSettings.Retries(0, 0, 0, 0));
  }

  /// The PSN of a message's first packet; its other packets have those that follow.
  final int takePsns(int packets) {
    int first = nextPsn;
    nextPsn = seams.psns.part().after(first, packets);
    return first;
  }

  @Override
  public final List<Completion> poll(Queue queue, int most) {
    return completions.poll(queue, most);
  }

  /// Completes a request that brings nothing.
  final void complete(Queue queue, long id, Status status) {
    completions.add(queue, new Completion(id, status, 0, 0));
  }

  /// Completes a receive.
  final void complete(Completion received) {
    completions.add(Queue.RECEIVE, received);
  }

  @Override
  public void postReceive(PostedReceive receive) {
    if (state == State.ERR) {
      complete(Queue.RECEIVE, receive.id(), Status.WR_FLUSH_ERR);
    } else {
      receives.post(receive);
    }
  }

  /// Whether packets are taken.
  final boolean isReceiving() {
    return state == State.RTR || state == State.RTS || state == State.SQE;
  }

  /// Whether what is posted to the send queue is flushed.
  final boolean isSendQueueInError() {
    return state == State.ERR || (state == State.SQE && !seams.sendsInError.part().getAsBoolean());
  }

  /// Ends the send queue only, whose requests are flushed; receives are not (10.3.1.6).
  void failSending() {
    state = seams.afterSendError.part();
    if (state == State.ERR) {
      fail();
    }
  }

  /// Takes it to another state.
  ///
  /// @return whether that is a way that states go
  final boolean modify(State to) {
    if (to == State.ERR) {
      fail();
    } else if (to == State.RTS
        && state == State.SQE
        && seams.leavesSendError.part().getAsBoolean()) {
      state = State.RTS;
    }
    return state == to;
  }

  /// Goes to the error state: what is posted is flushed.
  void fail() {
    state = State.ERR;
    for (PostedReceive next = receives.take(); next != null; next = receives.take()) {
      complete(Queue.RECEIVE, next.id(), Status.WR_FLUSH_ERR);
    }
  }

  /// Ends without completions.
  void close() {
    state = State.RESET;
  }
}
