package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Fabric;

/// Packets of a QP that wait to be sent in sequence.
final class Outbox {
  /// Time between two packets.
  private static final long PACKET_NANOS = 100;

  private final Fabric fabric;
  private final long firstNanos;
  private final Consumer<OutgoingPacket> wire;
  private final List<OutgoingPacket> waiting = new ArrayList<>();
  private boolean sending;

  /// @param firstNanos delay of the first packet
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

  /// @param place index among the waiting packets
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
