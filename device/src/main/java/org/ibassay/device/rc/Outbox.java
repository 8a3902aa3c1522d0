package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;

/// Packets of a QP that wait to be sent, one after another.
final class Outbox {
  /// From one packet to the next.
  private static final long PACKET_NANOS = 100;

  private final Fabric fabric;
  private final long firstNanos;
  private final Consumer<OutgoingPacket> wire;
  private final List<OutgoingPacket> waiting = new ArrayList<>();
  private boolean sending;

  /// @param firstNanos how long it takes until the first one leaves
  Outbox(Fabric fabric, long firstNanos, Consumer<OutgoingPacket> wire) {
    this.fabric = fabric;
    this.firstNanos = firstNanos;
    this.wire = wire;
  }

  List<OutgoingPacket> waiting() {
    return Collections.unmodifiableList(waiting);
  }

  void add(OutgoingPacket packet) {
    add(waiting.size(), packet);
  }

  /// @param place among those that wait
  void add(int place, OutgoingPacket packet) {
    waiting.add(place, packet);
    if (!sending) {
      sending = true;
      fabric.after(firstNanos, this::next);
    }
  }

  void remove(int place) {
    waiting.remove(place);
  }

  void clear() {
    waiting.clear();
  }

  private void next() {
    if (waiting.isEmpty()) {
      sending = false;
      return;
    }
    wire.accept(waiting.removeFirst());
    fabric.after(PACKET_NANOS, this::next);
  }
}
