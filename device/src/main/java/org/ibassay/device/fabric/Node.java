package org.ibassay.device.fabric;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// A node: its ports, and the path of MADs through it. The subclass handles MADs addressed to the
/// node itself.
public abstract class Node {
  /// Ends a forwarding loop, in place of a packet's lifetime (LifeTimeValue): the number of
  /// switches that it passes at most.
  private static final int MOST_RELAYS = 64;

  private final Fabric fabric;
  private final boolean isSwitch;
  private final List<Jack> jacks = new ArrayList<>();
  private final PortCounts management = new PortCounts(this, 0);
  private final DirectedRoute directedRoute = new DirectedRoute(this);

  /// @param ports number of ports, without a switch's port 0
  protected Node(Fabric fabric, int ports, boolean isSwitch) {
    this.fabric = fabric;
    this.isSwitch = isSwitch;
    for (int number = 1; number <= ports; number++) {
      jacks.add(new Jack(fabric, this, number));
    }
  }

  /// Handles a MAD for this node: an SMP, or a GMP for queue pair 1.
  ///
  /// @param port where it was received, or the port of the node when it sent it to itself
  protected abstract void take(Packet packet, int port);

  /// Whether a LID belongs to a port.
  ///
  /// @param port where the packet was received, or would leave
  protected abstract boolean hasLid(int lid, int port);

  /// Whether a received packet is for this node by its DLID.
  ///
  /// @param port the port that received it
  protected boolean accepts(int lid, int port) {
    return hasLid(lid, port);
  }

  /// Whether a port receives packets other than SMPs: they use data VLs, which require that both
  /// ends are Armed or Active (7.2.7).
  protected abstract boolean receivesData(int port);

  /// Whether a port sends packets other than SMPs: requires the state Active (7.2.7).
  protected abstract boolean sendsData(int port);

  /// The port to which a switch's forwarding table sends a LID, whether or not the port exists;
  /// negative if the table does not include the LID.
  protected abstract int relayPort(int lid);

  /// Whether a port lets a packet in, by its partition.
  protected boolean admits(Packet packet, int port) {
    return true;
  }

  /// How its ports count.
  protected CountRule countRule() {
    return CountRule.SATURATING;
  }

  /// Called when a packet leaves a port.
  protected void leaving(Packet packet) {}

  /// The base LID of a port; 0 if it has none.
  public abstract int lid(int port);

  public final Fabric fabric() {
    return fabric;
  }

  public final boolean isSwitch() {
    return isSwitch;
  }

  /// Number of ports, without a switch's port 0.
  public final int ports() {
    return jacks.size();
  }

  /// @param number from 1 to [#ports]
  public final Jack jack(int number) {
    return jacks.get(number - 1);
  }

  /// Returns the traffic counters of a port.
  ///
  /// @param number 0 for a switch's management port, which counts what the node itself sends and
  ///   receives
  public final PortCounts counts(int number) {
    return number == 0 ? management : jack(number).counts();
  }

  /// Sends a MAD of the node: a request of its software or a response of its agent.
  ///
  /// @param port the egress port of a LID-routed MAD, unless it is a switch whose forwarding table
  ///   has its LID; a directed-route MAD specifies its own
  public final void send(Packet packet, int port) {
    management.sent(packet);
    if (isDirected(packet)) {
      directedRoute.send(packet, port);
    } else if (hasLid(packet.dlid(), port)) {
      take(packet, port);
    } else {
      int relay = isSwitch ? relayPort(packet.dlid()) : -1;
      leave(packet, relay < 0 ? port : relay);
    }
  }

  /// Handles a packet received at a port. A packet for another node is forwarded by a switch, and
  /// dropped by other nodes. The only QPs are QP0 and QP1.
  final void arrive(Packet packet, int port) {
    if (isDirected(packet)) {
      directedRoute.arrive(packet, port);
    } else if (!admits(packet, port)) {
      drop(packet);
    } else if (isSmp(packet) ? isForThis(packet, port) : isGmpForThis(packet, port)) {
      management.received(packet);
      take(packet, port);
    } else if (isSwitch && (isSmp(packet) || receivesData(port)) && packet.relays++ < MOST_RELAYS) {
      int relay = relayPort(packet.dlid());
      if (relay < 1 || relay > ports()) {
        counts(port).add(PortCounts.Counter.RCV_SWITCH_RELAY_ERRORS, 1);
      }
      leave(packet, relay);
    } else {
      drop(packet);
    }
  }

  private void leave(Packet packet, int port) {
    if (port >= 1 && port <= ports() && (isSmp(packet) || sendsData(port))) {
      transmit(packet, port);
    } else {
      if (port >= 1 && port <= ports()) {
        counts(port).add(PortCounts.Counter.XMIT_DISCARDS, 1);
      }
      drop(packet);
    }
  }

  final void transmit(Packet packet, int port) {
    leaving(packet);
    jack(port).transmit(packet);
  }

  private boolean isForThis(Packet packet, int port) {
    return MadHeader.MGMT_CLASS.get(packet.mad(), 0) == Smp.LID_ROUTED
        && (packet.dlid() == Smp.PERMISSIVE_LID || accepts(packet.dlid(), port));
  }

  private boolean isGmpForThis(Packet packet, int port) {
    return packet.destQp() == Gmp.QP && receivesData(port) && accepts(packet.dlid(), port);
  }

  private static boolean isDirected(Packet packet) {
    return isSmp(packet) && MadHeader.MGMT_CLASS.get(packet.mad(), 0) == Smp.DIRECTED_ROUTE;
  }

  private static boolean isSmp(Packet packet) {
    return packet.destQp() == 0;
  }

  final void drop(Packet packet) {
    fabric.release(packet);
  }
}
