package org.ibassay.device.rc;

import java.util.IdentityHashMap;
import java.util.List;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;

/// A UC QP with its queues: in state RTS from the beginning. A request completes when its last
/// packet is sent (9.8.2).
final class UnreliableQp extends OneWayQp {
  private static final long DOORBELL_NANOS = 500;
  private static final long REPEAT_NANOS = 1_000_000;
  private static final int SERVICE_SHIFT = 5;

  private final UcAdapter adapter;
  private final UcSettings settings;
  private final UcResponder responder;
  private final RequestPackets packets;
  private final Outbox outbox;

  /// Last packets of messages that are being sent, with the requests' ids.
  private final IdentityHashMap<OutgoingPacket, Long> ends = new IdentityHashMap<>();

  UnreliableQp(UcAdapter adapter, int qpn, PortAddress address, UcSettings settings) {
    super(adapter.seams(), qpn, address, State.RTS, settings.sendPsn());
    this.adapter = adapter;
    this.settings = settings;
    this.responder = new UcResponder(this, adapter);
    this.packets = new RequestPackets(settings.pathMtu());
    this.outbox = new Outbox(adapter.fabric(), DOORBELL_NANOS, this::transmit);
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
  int expectedPsn() {
    return responder.expectedPsn();
  }

  @Override
  int mtu() {
    return settings.pathMtu();
  }

  // --- responder

  void take(TransportPacket packet) {
    if (isReceiving() && adapter.seams().endsBy.part().test(packet)) {
      fail();
    }
    if (isReceiving()) {
      responder.take(packet);
    }
  }

  /// Sends responses, which only a deviation has.
  void answer(List<OutgoingPacket> answers) {
    answers.forEach(outbox::add);
  }

  // --- requester

  void post(SendRequest posted) {
    SendRequest request = WorkRequests.withLocal(posted, listed(ListUse.SENT, posted.local()));
    if (isSendQueueInError()) {
      complete(Queue.SEND, request.id(), Status.WR_FLUSH_ERR);
      return;
    }
    if (request.local().bytes() > 0 && !adapter.memory().isUsable(request.local(), false)) {
      complete(Queue.SEND, request.id(), Status.LOC_PROT_ERR);
      failSending();
      return;
    }
    int count = packets.count(request);
    byte[] data = adapter.memory().read(request.local());
    OpenRequest work = new OpenRequest(request, takePsns(count), count, data);
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
    adapter.send(settings, packet);
    Long ended = ends.remove(packet);
    if (ended != null) {
      complete(Queue.SEND, ended, Status.SUCCESS);
    }
  }

  /// Also flushes the messages being sent.
  @Override
  void fail() {
    flushSends();
    super.fail();
  }

  @Override
  void failSending() {
    flushSends();
    super.failSending();
  }

  private void flushSends() {
    outbox.clear();
    ends.values().forEach(id -> complete(Queue.SEND, id, Status.WR_FLUSH_ERR));
    ends.clear();
  }

  @Override
  void close() {
    super.close();
    outbox.clear();
  }
}
