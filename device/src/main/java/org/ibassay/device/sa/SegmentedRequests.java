package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// Receives requests in segments, of the method SubnAdmGetMulti only (15.4). A complete request is
/// answered after the ACK that changes the direction of the transfer.
final class SegmentedRequests {
  /// Time in which the requester must change the direction, and the number of reminders.
  private static final long TURN_NANOS = 2_000_000_000L;

  private static final int REMINDERS = 5;

  private final Node node;
  private final Fabric fabric;
  private final int port;
  private final RequestWays ways;
  private final SaRules rules;
  private final BiConsumer<MemorySegment, Packet> answer;
  private final Map<Peer, Request> underWay = new HashMap<>();

  /// @param port sends acknowledgments
  /// @param rules may replace each receiver
  /// @param answer handles a request with the packet that completes it, which the caller releases
  SegmentedRequests(
      Node node,
      int port,
      RequestWays ways,
      SaRules rules,
      BiConsumer<MemorySegment, Packet> answer) {
    this.node = node;
    this.fabric = node.fabric();
    this.port = port;
    this.ways = ways;
    this.rules = rules;
    this.answer = answer;
  }

  private record Peer(int lid, long transaction) {
    static Peer of(Packet received) {
      return new Peer(received.slid(), MadHeader.TRANSACTION_ID.get(received.mad(), 0));
    }
  }

  /// One request.
  private static final class Request {
    final RequestReceiver receiver;
    final int ownLid;

    /// The complete request, to be answered after the change of direction; null before and after
    /// that.
    @Nullable MemorySegment whole;

    /// The ACK of the last segment.
    @Nullable MemorySegment lastAck;

    Request(RequestReceiver receiver, int ownLid) {
      this.receiver = receiver;
      this.ownLid = ownLid;
    }
  }

  /// Whether a MAD is part of a request in segments.
  static boolean isPart(MemorySegment mad) {
    return RmppHeader.ACTIVE.get(mad, 0) == 1 && MadHeader.METHOD.get(mad, 0) == SaMethod.GET_MULTI;
  }

  /// Handles a MAD of a request, which the caller releases.
  void accept(Packet packet) {
    Peer peer = Peer.of(packet);
    MemorySegment mad = packet.mad();
    Request known = underWay.get(peer);
    boolean isData = RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA;
    if (known == null && !isData) {
      return; // unknown transaction
    }
    long now = fabric.nanos();
    Request request = known == null ? begin(peer, packet, now) : known;
    if (request.whole != null && isTurn(mad)) {
      turned(request, packet);
      return;
    }
    send(peer, request, request.receiver.accept(mad, now));
    MemorySegment whole = request.receiver.takeMessage();
    if (whole != null) {
      request.whole = whole;
      if (ways.answersAtOnce()) {
        turned(request, packet);
      } else {
        remind(peer, request, REMINDERS);
      }
    }
  }

  /// Whether a MAD is a segment of a response.
  static boolean isOfResponse(MemorySegment mad) {
    return RmppHeader.ACTIVE.get(mad, 0) == 1
        && RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_DATA
        && (MadHeader.METHOD.get(mad, 0) & Method.RESPONSE_BIT) != 0;
  }

  /// Handles a segment of a response, which the caller releases. This port requests nothing.
  void unasked(Packet packet) {
    Peer peer = Peer.of(packet);
    rules.unasked(packet.mad()).forEach(mad -> transmit(peer, packet.dlid(), mad));
  }

  private Request begin(Peer peer, Packet packet, long now) {
    RmppReceiver conforming = new RmppReceiver(ways.limits(), packet.mad(), now);
    Request request = new Request(rules.receiver(RequestReceiver.of(conforming)), packet.dlid());
    underWay.put(peer, request);
    watch(peer, request);
    return request;
  }

  private static boolean isTurn(MemorySegment mad) {
    return RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ACK
        && RmppHeader.SEGMENT_NUMBER.get(mad, 0) == 0;
  }

  private void turned(Request request, Packet packet) {
    MemorySegment whole = request.whole;
    request.whole = null;
    if (whole != null) {
      answer.accept(whole, packet);
    }
  }

  /// Resends the last ACK until the direction changes or that times out.
  private void remind(Peer peer, Request request, int times) {
    fabric.after(
        TURN_NANOS,
        () -> {
          MemorySegment ack = request.lastAck;
          if (request.whole != null && times > 0 && ack != null) {
            transmit(peer, request.ownLid, ack);
            remind(peer, request, times - 1);
          } else {
            request.whole = null;
          }
        });
  }

  private void watch(Peer peer, Request request) {
    if (request.receiver.isUnderWay()) {
      fabric.after(
          Math.max(0, request.receiver.deadline() - fabric.nanos()),
          () -> {
            send(peer, request, request.receiver.expire(fabric.nanos()));
            watch(peer, request);
          });
    } else {
      fabric.after(RmppLimits.DEFAULT.totalNanos(), () -> underWay.remove(peer, request));
    }
  }

  private void send(Peer peer, Request request, List<MemorySegment> mads) {
    for (MemorySegment mad : mads) {
      if (RmppHeader.TYPE.get(mad, 0) == RmppHeader.TYPE_ACK) {
        request.lastAck = mad;
      }
      transmit(peer, request.ownLid, mad);
    }
  }

  private void transmit(Peer peer, int ownLid, MemorySegment mad) {
    Packet packet = fabric.packet();
    packet.mad().fill((byte) 0);
    MemorySegment.copy(mad, 0, packet.mad(), 0, Smp.BYTES_OF_MAD);
    packet.bytes(Smp.BYTES_OF_MAD);
    packet.address(ownLid, peer.lid(), Gmp.QP);
    node.send(packet, port);
  }
}
