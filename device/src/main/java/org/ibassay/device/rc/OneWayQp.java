package org.ibassay.device.rc;

import java.util.List;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.TransportPacket;

/// A QP of an unacknowledged service, with its queues.
abstract class OneWayQp implements WorkQueues {
  private final OneWaySeams<?, ?> seams;
  private final int qpn;
  private final PortAddress address;
  private final ReceiveQueue receives = new ReceiveQueue();
  private final CompletionQueues completions;
  private final SolicitedEvents events;
  private State state;
  private int nextPsn;

  /// @param state initial state
  /// @param sendPsn PSN of its first packet
  OneWayQp(OneWaySeams<?, ?> seams, int qpn, PortAddress address, State state, int sendPsn) {
    this.seams = seams;
    this.qpn = qpn;
    this.address = address;
    this.completions = new CompletionQueues(seams.completions);
    this.events = new SolicitedEvents(seams.events);
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

  /// The PSN that it expects next; 0 if any is accepted.
  abstract int expectedPsn();

  /// The maximum payload of a packet, in bytes.
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

  /// Returns the PSN of a message's first packet; the PSNs of its other packets follow.
  final int takePsns(int packets) {
    int first = nextPsn;
    nextPsn = seams.psns.part().after(first, packets);
    return first;
  }

  @Override
  public final List<Completion> poll(Queue queue, int most) {
    return completions.poll(queue, most);
  }

  /// Completes a request, or a receive in error.
  final void complete(Queue queue, long id, Status status) {
    completions.add(queue, new Completion(id, status, 0, 0));
    if (queue == Queue.RECEIVE) {
      events.failed(status);
    }
  }

  /// Completes a receive with success.
  ///
  /// @param last the last packet of its message
  /// @param earlier whether an earlier packet of its message had SE 1
  final void complete(Completion received, TransportPacket last, boolean earlier) {
    completions.add(Queue.RECEIVE, received);
    events.completed(last, earlier);
  }

  @Override
  public final SolicitedEvents events() {
    return events;
  }

  @Override
  public void postReceive(PostedReceive receive) {
    if (state == State.ERR) {
      complete(Queue.RECEIVE, receive.id(), Status.WR_FLUSH_ERR);
    } else {
      receives.post(new PostedReceive(receive.id(), listed(ListUse.RECEIVE, receive.into())));
    }
  }

  /// Returns a list as the adapter interprets it.
  final Buffer listed(ListUse use, Buffer list) {
    return seams.lists.part().of(use, list);
  }

  /// Whether packets are received.
  final boolean isReceiving() {
    return state == State.RTR || state == State.RTS || state == State.SQE;
  }

  /// Whether requests posted to the send queue are flushed.
  final boolean isSendQueueInError() {
    return state == State.ERR || (state == State.SQE && !seams.sendsInError.part().getAsBoolean());
  }

  /// Puts only the send queue in error: its requests are flushed, receives are not (10.3.1.6).
  void failSending() {
    state = seams.afterSendError.part();
    if (state == State.ERR) {
      fail();
    }
  }

  /// Transitions it to another state.
  ///
  /// @return whether the transition is allowed
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

  /// Transitions it to the error state: posted work is flushed.
  void fail() {
    state = State.ERR;
    for (PostedReceive next = receives.take(); next != null; next = receives.take()) {
      complete(Queue.RECEIVE, next.id(), Status.WR_FLUSH_ERR);
    }
  }

  /// Closes it without completions.
  void close() {
    state = State.RESET;
  }
}
