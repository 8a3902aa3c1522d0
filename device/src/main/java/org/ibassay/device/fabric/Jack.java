package org.ibassay.device.fabric;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The connector of a node's port, with or without a cable.
public final class Jack {
  private final Fabric fabric;
  private final Node node;
  private final int number;
  private final Consumer<Packet> arrival = this::arrive;
  private @Nullable LinkLogic logic;
  private @Nullable Cable cable;
  private final PortCounts counts;
  private PhysicalState state = PhysicalState.POLLING;

  Jack(Fabric fabric, Node node, int number) {
    this.fabric = fabric;
    this.node = node;
    this.number = number;
    this.counts = new PortCounts(node, number);
  }

  /// The port's number, from 1.
  public int number() {
    return number;
  }

  /// Sets the port of this jack; called once, before a cable is plugged in.
  public void drivenBy(LinkLogic port) {
    logic = port;
  }

  PortCounts counts() {
    return counts;
  }

  public PhysicalState state() {
    return state;
  }

  /// Sets the physical state by command of the port: the link goes down at both ends, and trains
  /// again if both ends want to.
  public void command(PhysicalState wanted) {
    if (cable != null) {
      cable.command(this, wanted);
    } else {
      enter(wanted);
    }
  }

  /// Sends a packet over the cable; without a link it is lost.
  public void transmit(Packet packet) {
    if (state != PhysicalState.LINK_UP || cable == null) {
      counts.add(PortCounts.Counter.XMIT_DISCARDS, 1);
      fabric.release(packet);
      return;
    }
    counts.sent(packet);
    if (cable.loses()) {
      cable.otherEnd(this).counts.add(PortCounts.Counter.RCV_ERRORS, 1);
      fabric.release(packet);
    } else {
      fabric.after(Fabric.HOP_NANOS, packet, cable.otherEnd(this).arrival);
    }
  }

  private void arrive(Packet packet) {
    if (state == PhysicalState.LINK_UP) {
      counts.received(packet);
      node.arrive(packet, number);
    } else {
      fabric.release(packet);
    }
  }

  LinkLogic logic() {
    if (logic == null) {
      throw new IllegalStateException("no process drives port " + number);
    }
    return logic;
  }

  void plug(Cable into) {
    cable = into;
  }

  void enter(PhysicalState next) {
    if (state != next) {
      state = next;
      logic().changed(next);
    }
  }
}
