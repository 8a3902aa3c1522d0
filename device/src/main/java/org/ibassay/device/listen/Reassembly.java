package org.ibassay.device.listen;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.ibassay.device.fabric.Packet;
import org.ibassay.link.rmpp.RmppLimits;
import org.ibassay.link.rmpp.RmppReceiver;
import org.ibassay.link.rmpp.RmppTransfer;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.jspecify.annotations.Nullable;

/// Reassembles segmented responses for clients, as a kernel does below programs on a real adapter.
final class Reassembly {
  private final Map<Long, RmppReceiver> underWay = new HashMap<>();

  /// Whether a response is part of a transfer.
  static boolean isPart(Packet packet) {
    MemorySegment mad = packet.mad();
    return packet.destQp() == Gmp.QP
        && MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION
        && RmppHeader.ACTIVE.get(mad, 0) == 1;
  }

  /// Handles a segment or other part of a transfer.
  ///
  /// @param now by the fabric's clock, in nanoseconds
  /// @param reply receives MADs to send back
  /// @return the message if it is complete
  @Nullable MemorySegment accept(Packet part, long now, Consumer<MemorySegment> reply) {
    long transaction = MadHeader.TRANSACTION_ID.get(part.mad(), 0);
    RmppReceiver receiver =
        underWay.computeIfAbsent(
            transaction, _ -> new RmppReceiver(RmppLimits.DEFAULT, part.mad(), now));
    receiver.accept(part.mad(), now).forEach(reply);
    return receiver.state() == RmppTransfer.State.COMPLETE ? receiver.takeMessage().bytes() : null;
  }

  /// Drops a response that is no longer awaited.
  void forget(long transaction) {
    underWay.remove(transaction);
  }

  void forgetAllOf(int client) {
    underWay.keySet().removeIf(transaction -> MadDatagram.client(transaction) == client);
  }
}
