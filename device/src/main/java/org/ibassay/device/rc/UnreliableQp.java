package org.ibassay.device.rc;

import java.util.IdentityHashMap;
import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;

/// A QP of an unreliable connection with its queues: ready to send from the beginning. What it
/// sends is complete when the last packet is sent (9.8.2).
final class UnreliableQp implements WorkQueues {
  private static final long DOORBELL_NANOS = 500;
  private static final long REPEAT_NANOS = 1_000_000;
  private static final int SERVICE_SHIFT = 5;

  private final UcAdapter adapter;
  private final int qpn;
  private final PortAddress address;
  private final UcSettings settings;
  private final Envelope envelope;
  private final ReceiveQueue receives = new ReceiveQueue();
  private final CompletionQueues completions;
  private final UcResponder responder;
  private final RequestPackets packets;
  private final Outbox outbox;

  /// Last packets of messages that are being sent, with the requests' ids.
  private final IdentityHashMap<OutgoingPacket, Long> ends = new IdentityHashMap<>();

  private State state = State.RTS;
  private int nextPsn;

  /// @param envelope of packets to the peer
  UnreliableQp(
      UcAdapter adapter, int qpn, PortAddress address, UcSettings settings, Envelope envelope) {
    this.adapter = adapter;
    this.qpn = qpn;
    this.address = address;
    this.settings = settings;
    this.envelope = envelope;
    this.completions = new CompletionQueues(adapter.seams().completions);
    this.responder = new UcResponder(this, adapter);
    this.packets = new RequestPackets(settings.pathMtu());
    this.outbox = new Outbox(adapter.fabric(), DOORBELL_NANOS, this::transmit);
    this.nextPsn = settings.sendPsn();
  }

  int qpn() {
    return qpn;
  }

  PortAddress address() {
    return address;
  }

  UcSettings settings() {
    return settings;
  }

  @Override
  public int depth() {
    return settings.depth();
  }

  @Override
  public int sendDepth() {
    return ends.size();
  }

  @Override
  public ReceiveQueue receives() {
    return receives;
  }

  @Override
  public QpAttributes attributes() {
    return new QpAttributes(
        state,
        nextPsn,
        responder.expectedPsn(),
        settings.pathMtu(),
        new RcSettings.Reads(0, 0),
        new RcSettings.Retries(0, 0, 0, 0));
  }

  @Override
  public List<Completion> poll(Queue queue, int most) {
    return completions.poll(queue, most);
  }

  void complete(Queue queue, long id, Status status) {
    completions.add(queue, new Completion(id, status, 0, 0));
  }

  /// Completes a receive.
  void complete(Completion received) {
    completions.add(Queue.RECEIVE, received);
  }

  // --- responder

  @Override
  public void postReceive(PostedReceive receive) {
    if (state == State.ERR) {
      complete(Queue.RECEIVE, receive.id(), Status.WR_FLUSH_ERR);
    } else {
      receives.post(receive);
    }
  }

  void take(TransportPacket packet) {
    if (state == State.RTS && adapter.seams().endsBy.part().test(packet)) {
      fail();
    }
    if (state == State.RTS) {
      responder.take(packet);
    }
  }

  /// Sends responses, which only a deviation has.
  void answer(List<OutgoingPacket> answers) {
    answers.forEach(outbox::add);
  }

  // --- requester

  void post(SendRequest request) {
    if (state == State.ERR) {
      complete(Queue.SEND, request.id(), Status.WR_FLUSH_ERR);
      return;
    }
    if (request.local().bytes() > 0 && adapter.memory().usable(request.local(), false) == null) {
      complete(Queue.SEND, request.id(), Status.LOC_PROT_ERR);
      fail();
      return;
    }
    OpenRequest work =
        new OpenRequest(request, nextPsn, packets.count(request), adapter.read(request.local()));
    nextPsn = adapter.seams().psns.part().after(nextPsn, work.packets());
    List<OutgoingPacket> message = message(work);
    if (message.isEmpty()) {
      complete(Queue.SEND, request.id(), Status.SUCCESS);
    } else {
      ends.put(message.getLast(), request.id());
    }
    message.forEach(outbox::add);
    if (adapter.seams().repeats.part().test(request)) {
      adapter.fabric().after(REPEAT_NANOS, () -> message(work).forEach(outbox::add));
    }
  }

  private List<OutgoingPacket> message(OpenRequest work) {
    return packets.from(work, 0).stream()
        .map(packet -> packet.withOpCode(ofService(packet.opCode())).withAckRequest(false))
        .flatMap(packet -> adapter.seams().requests.part().of(packet).stream())
        .toList();
  }

  private static OpCode ofService(OpCode opCode) {
    int number = Service.UC.code() << SERVICE_SHIFT | opCode.operation().code();
    return OpCode.of(number).orElseThrow();
  }

  private void transmit(OutgoingPacket packet) {
    adapter.send(envelope, settings.peerQpn(), packet);
    Long ended = ends.remove(packet);
    if (ended != null) {
      complete(Queue.SEND, ended, Status.SUCCESS);
    }
  }

  /// Goes to the error state: what is posted is flushed.
  void fail() {
    state = State.ERR;
    outbox.clear();
    ends.values().forEach(id -> complete(Queue.SEND, id, Status.WR_FLUSH_ERR));
    ends.clear();
    for (PostedReceive next = receives.take(); next != null; next = receives.take()) {
      complete(Queue.RECEIVE, next.id(), Status.WR_FLUSH_ERR);
    }
  }

  /// Ends without completions.
  void close() {
    state = State.RESET;
    outbox.clear();
  }
}
