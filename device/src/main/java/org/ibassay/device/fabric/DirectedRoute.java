package org.ibassay.device.fabric;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.mad.Smp;

/// Forwards directed-route SMPs through a node's subnet management interface: 14.2.2.2 outbound (D
/// = 0), 14.2.2.4 on return (D = 1).
///
/// Routes with a LID-routed part (DrSLID or DrDLID not permissive) end here: a fabric of one cable
/// has none.
final class DirectedRoute {
  private final Node node;

  DirectedRoute(Node node) {
    this.node = node;
  }

  /// Sends a packet of the node itself.
  ///
  /// @param port the port of a packet to this node
  void send(Packet packet, int port) {
    forward(packet, port, true);
  }

  /// Handles a packet received at a port.
  void arrive(Packet packet, int ingress) {
    forward(packet, ingress, false);
  }

  private void forward(Packet packet, int port, boolean own) {
    MemorySegment mad = packet.mad();
    int count = (int) Smp.HOP_COUNT.get(mad, 0);
    int pointer = (int) Smp.HOP_POINTER.get(mad, 0);
    if (count > Smp.MAX_HOPS || pointer > count + 1) {
      node.drop(packet);
    } else if (Smp.DIRECTION.get(mad, 0) == 0) {
      outbound(packet, port, own, pointer, count);
    } else {
      returning(packet, port, pointer, count);
    }
  }

  private void outbound(Packet packet, int port, boolean own, int pointer, int count) {
    MemorySegment mad = packet.mad();
    if (pointer >= count) {
      if (pointer == count) {
        if (count > 0) {
          Smp.RETURN_PATH.set(mad, 0, pointer, port);
        }
        Smp.HOP_POINTER.set(mad, 0, pointer + 1L);
      }
      takeIf(Smp.DR_DLID.get(mad, 0) == Smp.PERMISSIVE_LID, packet, port);
      return;
    }
    boolean starts = pointer == 0;
    if (starts != own || (!starts && !node.isSwitch())) {
      node.drop(packet); // only the sender starts a route, only a switch forwards it
      return;
    }
    if (!starts) {
      Smp.RETURN_PATH.set(mad, 0, pointer, port);
    }
    Smp.HOP_POINTER.set(mad, 0, pointer + 1L);
    leave(packet, (int) Smp.INITIAL_PATH.get(mad, 0, pointer + 1));
  }

  private void returning(Packet packet, int port, int pointer, int count) {
    MemorySegment mad = packet.mad();
    if (pointer > 1) {
      boolean starts = pointer == count + 1;
      if (!starts && !node.isSwitch()) {
        node.drop(packet);
        return;
      }
      Smp.HOP_POINTER.set(mad, 0, pointer - 1L);
      leave(packet, (int) Smp.RETURN_PATH.get(mad, 0, pointer - 1));
    } else {
      if (pointer == 1) {
        Smp.HOP_POINTER.set(mad, 0, 0);
      }
      takeIf(Smp.DR_SLID.get(mad, 0) == Smp.PERMISSIVE_LID, packet, port);
    }
  }

  private void leave(Packet packet, int egress) {
    if (egress >= 1 && egress <= node.ports()) {
      node.transmit(packet, egress);
    } else {
      node.drop(packet);
    }
  }

  private void takeIf(boolean ends, Packet packet, int port) {
    if (ends) {
      node.take(packet, port);
    } else {
      node.drop(packet);
    }
  }
}
