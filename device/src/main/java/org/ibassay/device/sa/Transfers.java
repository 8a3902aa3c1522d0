package org.ibassay.device.sa;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Node;
import org.ibassay.device.fabric.Packet;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppSender;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// Sends responses: short ones in one MAD, tables by RMPP.
final class Transfers {
  private final Node node;
  private final Fabric fabric;
  private final int port;
  private final SaRules rules;
  private final Map<Peer, Transfer> underWay = new HashMap<>();

  /// @param port sends the MADs
  /// @param rules may change each MAD
  Transfers(Node node, int port, SaRules rules) {
    this.node = node;
    this.fabric = node.fabric();
    this.port = port;
    this.rules = rules;
  }

  /// The requester of a transfer, and its request.
  private record Peer(int lid, long transaction) {
    static Peer of(Packet received) {
      return new Peer(received.slid(), MadHeader.TRANSACTION_ID.get(received.mad(), 0));
    }
  }

  /// @param ownLid destination LID of the request, and source LID of the response
  private record Transfer(SaCall call, Peer peer, int ownLid, TableSender sender) {}

  /// Whether a request is already being answered: it is a retry.
  boolean isUnderWay(Packet request) {
    return underWay.containsKey(Peer.of(request));
  }

  /// Sends a response.
  ///
  /// @param message all headers, followed by the data
  /// @param request released by the caller
  void send(SaCall call, MemorySegment message, boolean byRmpp, Packet request) {
    Peer peer = Peer.of(request);
    if (!byRmpp) {
      transmit(call, peer, request.dlid(), message);
      return;
    }
    RmppSender conforming = new RmppSender(message, RmppLimits.DEFAULT, fabric.nanos());
    TableSender sender = rules.sender(call, TableSender.of(conforming));
    Transfer transfer = new Transfer(call, peer, request.dlid(), sender);
    underWay.put(peer, transfer);
    transmit(transfer, sender.start());
    watch(transfer);
  }

  /// Handles a MAD of the other side of a transfer, and releases it.
  void accept(Packet packet) {
    Transfer transfer = underWay.get(Peer.of(packet));
    if (transfer != null) {
      transmit(transfer, transfer.sender().accept(packet.mad(), fabric.nanos()));
      forgetIfOver(transfer);
    }
    fabric.release(packet);
  }

  private void watch(Transfer transfer) {
    if (transfer.sender().isUnderWay()) {
      long wait = Math.max(0, transfer.sender().deadline() - fabric.nanos());
      fabric.after(
          wait,
          () -> {
            transmit(transfer, transfer.sender().expire(fabric.nanos()));
            forgetIfOver(transfer);
            watch(transfer);
          });
    }
  }

  private void forgetIfOver(Transfer transfer) {
    if (!transfer.sender().isUnderWay()) {
      underWay.remove(transfer.peer(), transfer);
    }
  }

  private void transmit(Transfer transfer, List<MemorySegment> mads) {
    mads.forEach(mad -> transmit(transfer.call(), transfer.peer(), transfer.ownLid(), mad));
  }

  private void transmit(SaCall call, Peer peer, int ownLid, MemorySegment mad) {
    Packet packet = fabric.packet();
    packet.mad().fill((byte) 0);
    MemorySegment.copy(mad, 0, packet.mad(), 0, Math.min(mad.byteSize(), Smp.BYTES_OF_MAD));
    rules.segment(call, packet.mad());
    packet.bytes(rules.bytes(call));
    packet.address(ownLid, peer.lid(), Gmp.QP);
    node.send(packet, port);
  }
}
