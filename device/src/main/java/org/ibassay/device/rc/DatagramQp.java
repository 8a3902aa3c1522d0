package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.rc.RcSeams.ListUse;
import org.ibassay.device.rc.RcSeams.PacketEdit;
import org.ibassay.device.rc.UdSeams.Receiver;
import org.ibassay.link.upper.AddressHandle;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// A UD QP with its queues (9.8.3).
final class DatagramQp extends OneWayQp {
  private final DatagramAdapter adapter;
  private final UdSettings settings;
  private final Set<Gid> groups = new HashSet<>();

  /// Datagrams that wait for a receive, which only a deviation has.
  private final Deque<TransportPacket> waiting = new ArrayDeque<>();

  private int sending;

  DatagramQp(DatagramAdapter adapter, int qpn, PortAddress address, UdSettings settings) {
    super(adapter.seams(), qpn, address, settings.state(), settings.sendPsn());
    this.adapter = adapter;
    this.settings = settings;
  }

  UdSettings settings() {
    return settings;
  }

  Set<Gid> groups() {
    return groups;
  }

  @Override
  public int depth() {
    return settings.depth();
  }

  @Override
  public int sendDepth() {
    return sending;
  }

  @Override
  int expectedPsn() {
    return 0;
  }

  @Override
  int mtu() {
    return adapter.mtu();
  }

  // --- responder

  @Override
  public void postReceive(PostedReceive receive) {
    super.postReceive(receive);
    if (state() != State.ERR && !waiting.isEmpty()) {
      take(waiting.removeFirst());
    }
  }

  /// Handles a datagram; one with a fault is dropped.
  void take(TransportPacket packet) {
    UdFault fault =
        Stream.of(UdFault.values()).filter(one -> has(one, packet)).findFirst().orElse(null);
    if (packet.has(Header.DETH)) {
      adapter.answer(packet, adapter.seams().answers.part().of(packet, fault));
    }
    if (fault == null) {
      deliver(packet);
    } else {
      react(adapter.seams().reaction.part().of(fault, adapter.reaction(fault)), packet);
    }
    if (adapter.seams().executes.part().test(packet)) {
      adapter.execute(packet);
    }
  }

  private boolean has(UdFault fault, TransportPacket packet) {
    boolean found = UdChecks.has(fault, packet, this, adapter);
    return adapter
        .seams()
        .faults
        .part()
        .has(fault, packet, new Receiver(state(), settings.qKey()), found);
  }

  private void react(Reaction reaction, TransportPacket packet) {
    if (reaction == Reaction.WAIT) {
      waiting.add(DatagramAdapter.copy(packet));
    }
    boolean ends = reaction == Reaction.END_RECEIVE || reaction == Reaction.END_QP;
    PostedReceive receive = ends ? receives().take() : null;
    if (receive != null) {
      complete(Queue.RECEIVE, receive.id(), Status.LOC_LEN_ERR);
    }
    if (reaction == Reaction.END_QP) {
      fail();
    }
  }

  private void deliver(TransportPacket packet) {
    PostedReceive receive = receives().take();
    if (receive == null) {
      return;
    }
    byte[] payload = packet.payload().toArray(JAVA_BYTE);
    byte[] area = adapter.seams().area.part().apply(GrhArea.of(packet));
    adapter.put(receive, adapter.seams().placing.part().of(area, payload));
    Received received =
        new Received(
            packet.has(Header.DETH) ? (int) packet.get(Header.DETH, Deth.SRC_QP) : 0,
            GrhArea.isFilled(packet),
            packet.has(Header.IMM_DT) ? (int) packet.get(Header.IMM_DT, ImmDt.IMM_DT) : null);
    long bytes = (long) area.length + payload.length;
    complete(new Completion(receive.id(), Status.SUCCESS, 0, bytes, received), packet, false);
  }

  // --- requester

  /// Sends a datagram, which completes when it is sent.
  void post(Datagram datagram) {
    if (isSendQueueInError()) {
      complete(Queue.SEND, datagram.id(), Status.WR_FLUSH_ERR);
      return;
    }
    sending++;
    Buffer local = listed(ListUse.SENT, datagram.local());
    boolean isReadable = adapter.memory().isUsable(local, false);
    byte[] payload = adapter.memory().read(local);
    PacketEdit edit = adapter.seams().requests.part();
    adapter.later(() -> {
      sending--;
      if (isSendQueueInError()) {
        complete(Queue.SEND, datagram.id(), Status.WR_FLUSH_ERR);
      } else if (state() == State.RTS || state() == State.SQE) {
        finish(datagram, edit.of(packet(datagram, payload)), isReadable);
      }
    });
  }

  private void finish(Datagram datagram, List<OutgoingPacket> packets, boolean isReadable) {
    if (isReadable || adapter.seams().sendsUnreadable.part().getAsBoolean()) {
      send(datagram, packets);
    }
    complete(Queue.SEND, datagram.id(), isReadable ? Status.SUCCESS : Status.LOC_PROT_ERR);
    if (!isReadable) {
      failSending();
    }
  }

  private void send(Datagram datagram, List<OutgoingPacket> packets) {
    boolean fits = datagram.local().bytes() <= adapter.mtu();
    if (fits || adapter.seams().sendsTooLong.part().test(datagram.local().bytes())) {
      packets.forEach(packet -> adapter.send(settings.gidIndex(), datagram, packet));
    }
  }

  private OutgoingPacket packet(Datagram datagram, byte[] payload) {
    @Nullable Integer immediate = datagram.immediate();
    OpCode opCode = immediate == null ? OpCode.UD_SEND_ONLY : OpCode.UD_SEND_ONLY_IMM;
    int psn = takePsns(1);
    int qKey = adapter.seams().qKey.part().applyAsInt(datagram.qKey(), settings.qKey());
    OutgoingPacket packet =
        OutgoingPacket.request(opCode, psn, false)
            .withPayload(payload)
            .with(Header.BTH, Bth.DEST_QP, datagram.qpn())
            .with(Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(qKey))
            .with(Header.DETH, Deth.SRC_QP, qpn());
    if (datagram.solicited()) {
      packet = packet.with(Header.BTH, Bth.SE, 1);
    }
    if (immediate != null) {
      packet = packet.with(Header.IMM_DT, ImmDt.IMM_DT, Integer.toUnsignedLong(immediate));
    }
    AddressHandle handle = adapter.seams().handle.part().of(qpn(), datagram.to());
    return packet
        .with(Header.IPV4, Ipv4.TYPE_OF_SERVICE, handle.trafficClass())
        .with(Header.IPV4, Ipv4.TIME_TO_LIVE, handle.hopLimit())
        .with(Header.IPV6, Ipv6.TRAFFIC_CLASS, handle.trafficClass())
        .with(Header.IPV6, Ipv6.HOP_LIMIT, handle.hopLimit());
  }
}
