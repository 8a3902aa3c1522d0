package org.ibassay.device.fabric;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;

/// A node: its ports, and the way of MADs through it. What becomes of a MAD that is meant for the
/// node itself is up to the subclass.
public abstract class Node {
  /// A packet that two switches send to each other ends with its lifetime (LifeTimeValue), which is
  /// counted in switches here.
  private static final int MOST_RELAYS = 64;

  private final Fabric fabric;
  private final boolean isSwitch;
  private final List<Jack> jacks = new ArrayList<>();
  private final PortCounts management = new PortCounts(this, 0);
  private final DirectedRoute directedRoute = new DirectedRoute(this);

  /// @param ports how many ports it has, without a switch's port 0
  protected Node(Fabric fabric, int ports, boolean isSwitch) {
    this.fabric = fabric;
    this.isSwitch = isSwitch;
    for (int number = 1; number <= ports; number++) {
      jacks.add(new Jack(fabric, this, number));
    }
  }

  /// Takes a MAD meant for this node: an SMP, or a GMP for queue pair 1.
  ///
  /// @param port where it was received, or whose it is when the node sent it to itself
  protected abstract void take(Packet packet, int port);

  /// Whether a LID is one of a port's.
  ///
  /// @param port where the packet was received, or would leave
  protected abstract boolean hasLid(int lid, int port);

  /// Whether a port takes in packets other than SMPs: they go by data lanes, which a link has when
  /// both ends are Armed or Active (7.2.7).
  protected abstract boolean receivesData(int port);

  /// Whether a port sends packets other than SMPs: when it is Active (7.2.7).
  protected abstract boolean sendsData(int port);

  /// Where a switch's table sends a LID: a port's number, be there no such port; negative when the
  /// table does not reach up to it.
  protected abstract int relayPort(int lid);

  /// How its ports count.
  protected CountRule countRule() {
    return CountRule.SATURATING;
  }

  /// A packet leaves a port.
  protected void leaving(Packet packet) {}

  /// The base LID of a port; 0 when it has none.
  public abstract int lid(int port);

  public final Fabric fabric() {
    return fabric;
  }

  public final boolean isSwitch() {
    return isSwitch;
  }

  /// How many ports the node has, without a switch's port 0.
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

  /// Sends a MAD of the node's own: a request of its software or an answer of its agent.
  ///
  /// @param port where an LID-routed one leaves; a directed-route one says itself, and of a switch
  ///   its table, if that knows the LID
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

  /// A packet was received at a port. What is not for this node is relayed by a switch; by others
  /// it is dropped: there is no QP but QP0 and QP1.
  final void arrive(Packet packet, int port) {
    if (isDirected(packet)) {
      directedRoute.arrive(packet, port);
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
        && (packet.dlid() == Smp.PERMISSIVE_LID || hasLid(packet.dlid(), port));
  }

  private boolean isGmpForThis(Packet packet, int port) {
    return packet.destQp() == Gmp.QP && receivesData(port) && hasLid(packet.dlid(), port);
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
