package org.ibassay.device.listen;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.fabric.Packet;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// The node that clients share: their MADs enter the fabric at its port, and each MAD that its port
/// receives for software goes to one of them.
///
/// Responses go to the requesting client. Requests for a subnet manager (traps, TrapRepress,
/// SMInfo, subnet administration) go to the client that is one.
final class Adapter {
  private static final int OWN = 0xFFFF;

  private final Host host;
  private final ManagedNode node;
  private final int port;
  private final Fabric fabric;
  private final List<Client> clients;
  private final ClientRequests requests;
  private final Reassembly reassembly;
  private final MadDatagram outgoing;
  private final MemorySegment ownAnswer = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);

  /// @param host the node; this adapter becomes its software
  /// @param clients all clients, including those at other hosts; requests and reassembly are also
  ///   shared by all adapters
  Adapter(
      Host host,
      List<Client> clients,
      ClientRequests requests,
      Reassembly reassembly,
      Arena arena) {
    this.host = host;
    this.node = host.node();
    this.port = host.port();
    this.fabric = node.fabric();
    this.clients = clients;
    this.requests = requests;
    this.reassembly = reassembly;
    outgoing = new MadDatagram(arena.allocate(MadDatagram.BYTES, 8));
    host.runs(this::arrive);
    node.leaveToManager(Attribute.SM_INFO);
    node.passOnRepresses();
  }

  /// The host's name.
  String name() {
    return host.name();
  }

  /// Sends a client's MAD.
  ///
  /// @param datagram complete, but with unchecked contents
  void enter(Client client, MadDatagram datagram) {
    int length = datagram.length();
    if (length < MadDatagram.LEAST_MAD) {
      return;
    }
    if (!datagram.isResponse()) {
      datagram.markClient(client.number());
    }
    if (datagram.expectsResponse()) {
      requests.add(client.number(), datagram);
    }
    Packet packet = fabric.packet();
    MemorySegment.copy(datagram.bytes(), MadDatagram.MAD, packet.mad(), 0, length);
    packet.mad().asSlice(length).fill((byte) 0);
    packet.bytes(isSmp(packet) ? Smp.BYTES_OF_MAD : length);
    packet.address(node.lid(port), datagram.dlid(), datagram.destQp());
    node.send(packet, port);
  }

  /// Called when no packet is in flight: requests that still wait for the fabric will not be
  /// answered.
  void nothingUnderWay() {
    MadDatagram lost = requests.takeLost();
    while (lost != null) {
      reassembly.forget(lost.transactionId());
      lost.status(MadDatagram.TIMED_OUT);
      send(clients.get(MadDatagram.client(lost.transactionId())), lost);
      lost = requests.takeLost();
    }
  }

  /// Removes a client that is gone.
  void forget(Client client) {
    client.detach();
    requests.removeAllOf(client.number());
    reassembly.forgetAllOf(client.number());
    showSm();
  }

  void makeSm(Client client, boolean sm) {
    client.isSm(sm);
    showSm();
  }

  /// Returns the response of the adapter's own agent to a Get.
  ///
  /// @return the attribute's 64 bytes, valid until the next call
  MemorySegment ask(Attribute attribute, long modifier) {
    Packet packet = fabric.packet();
    MemorySegment mad = packet.mad().fill((byte) 0);
    MadHeader.BASE_VERSION.set(mad, 0, 1);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.CLASS_VERSION.set(mad, 0, Smp.CLASS_VERSION);
    MadHeader.METHOD.set(mad, 0, Method.GET);
    MadHeader.TRANSACTION_ID.set(mad, 0, MadDatagram.mark(0, OWN));
    MadHeader.ATTRIBUTE_ID.set(mad, 0, attribute.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, modifier);
    Smp.M_KEY.set(mad, 0, node.port(port).value(PortInfo.M_KEY));
    Smp.DR_SLID.set(mad, 0, Smp.PERMISSIVE_LID);
    Smp.DR_DLID.set(mad, 0, Smp.PERMISSIVE_LID);
    packet.address(Smp.PERMISSIVE_LID, Smp.PERMISSIVE_LID, 0);
    node.send(packet, port);
    return ownAnswer.asSlice(Smp.DATA, Smp.DATA_BYTES);
  }

  /// Handles a packet for software.
  private void arrive(Packet packet) {
    long transaction = MadHeader.TRANSACTION_ID.get(packet.mad(), 0);
    if ((MadHeader.METHOD.get(packet.mad(), 0) & Method.RESPONSE_BIT) == 0) {
      forward(packet, transaction);
    } else if (MadDatagram.client(transaction) == OWN) {
      MemorySegment.copy(packet.mad(), 0, ownAnswer, 0, Smp.BYTES_OF_MAD);
    } else if (requests.isWaiting(transaction)) {
      answer(packet, transaction);
    }
    fabric.release(packet);
  }

  private void forward(Packet request, long transaction) {
    Client manager = isForSm(request) ? subnetManager() : null;
    if (manager != null) {
      requests.atClient(transaction);
      deliver(request, request.mad(), request.bytes(), manager);
    }
  }

  /// Responses between clients are not in segments, because the wrapper of the clients does not
  /// support RMPP.
  private void answer(Packet response, long transaction) {
    MemorySegment message = response.mad();
    int length = response.bytes();
    if (Reassembly.isPart(response) && !isOfManager(response.slid())) {
      message = reassembly.accept(response, fabric.nanos(), mad -> reply(response, mad));
      if (message == null) {
        return;
      }
      length = (int) message.byteSize();
    }
    requests.remove(transaction);
    reassembly.forget(transaction);
    deliver(response, message, length, clients.get(MadDatagram.client(transaction)));
  }

  /// Whether a client that is a subnet manager sends from that LID, at this adapter or another one.
  private boolean isOfManager(int lid) {
    for (Client client : clients) {
      if (client.isSm() && client.adapter().lid() == lid) {
        return true;
      }
    }
    return false;
  }

  private int lid() {
    return node.lid(port);
  }

  private void reply(Packet to, MemorySegment mad) {
    Packet packet = fabric.packet();
    MemorySegment.copy(mad, 0, packet.mad(), 0, Smp.BYTES_OF_MAD);
    packet.address(node.lid(port), to.slid(), Gmp.QP);
    node.send(packet, port);
  }

  /// @param message delivered in place of the packet's contents, or equal to them; truncated to the
  ///   length of a MAD, for which a datagram has room
  private void deliver(Packet packet, MemorySegment message, int length, Client client) {
    int bytes = Math.min(length, Smp.BYTES_OF_MAD);
    MemorySegment.copy(message, 0, outgoing.bytes(), MadDatagram.MAD, bytes);
    outgoing.bytes().asSlice(MadDatagram.MAD + bytes).fill((byte) 0);
    outgoing.status(0);
    outgoing.length(bytes);
    boolean directed = MadHeader.MGMT_CLASS.get(packet.mad(), 0) == Smp.DIRECTED_ROUTE;
    outgoing.address(
        directed ? Smp.PERMISSIVE_LID : packet.slid(),
        directed ? Smp.PERMISSIVE_LID : packet.dlid(),
        isSmp(packet) ? 0 : Gmp.QP);
    send(client, outgoing);
  }

  @Nullable Client subnetManager() {
    for (Client client : clients) {
      if (client.isSm() && client.isAt(this)) {
        return client;
      }
    }
    return null;
  }

  private void send(Client client, MadDatagram datagram) {
    if (client.isAttached() && !client.send(datagram)) {
      forget(client);
    }
  }

  private void showSm() {
    node.port(port).put(PortInfo.IS_SM, subnetManager() == null ? 0 : 1);
  }

  private static boolean isSmp(Packet packet) {
    return packet.destQp() == 0;
  }

  private static boolean isForSm(Packet packet) {
    MemorySegment mad = packet.mad();
    if (!isSmp(packet)) {
      return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION;
    }
    long method = MadHeader.METHOD.get(mad, 0);
    return method == Method.TRAP
        || method == Method.TRAP_REPRESS
        || MadHeader.ATTRIBUTE_ID.get(mad, 0) == Attribute.SM_INFO.id();
  }
}
