package org.ibassay.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.jspecify.annotations.Nullable;

/// Parameters from REQ and REP of connections whose packets have not been seen yet.
final class SaidConnections {
  private final Map<FlowKey, Said> waiting = new HashMap<>();
  private final BiPredicate<FlowKey, Said> taker;

  /// @param taker is offered the parameters, and returns whether it accepts them
  SaidConnections(BiPredicate<FlowKey, Said> taker) {
    this.taker = taker;
  }

  /// Records a REP that accepts a REQ.
  ///
  /// @param key of the packet with the REP
  void accept(FlowKey key, CmMessage request, CmMessage reply, AuditedPacket seen) {
    int exponent = (int) request.get(ConnectRequest.PATH_PACKET_PAYLOAD_MTU);
    int pmtu = exponent >= 1 && exponent <= 5 ? 128 << exponent : 0;
    // The Starting PSN in each message is that of its recipient's packets.
    Said toPassive =
        new Said(
            seen.frame,
            (int) reply.get(ConnectReply.STARTING_PSN),
            pmtu,
            (int) reply.get(ConnectReply.RESPONDER_RESOURCES));
    Said toActive =
        new Said(
            seen.frame,
            (int) request.get(ConnectRequest.STARTING_PSN),
            pmtu,
            (int) request.get(ConnectRequest.RESPONDER_RESOURCES));
    give(key.to((int) request.get(ConnectRequest.LOCAL_QPN), false), toActive);
    give(key.to((int) reply.get(ConnectReply.LOCAL_QPN), true), toPassive);
  }

  private void give(FlowKey key, Said said) {
    if (!taker.test(key, said)) {
      waiting.put(key, said);
    }
  }

  /// Removes and returns the parameters of a new flow; null for none.
  @Nullable Said take(FlowKey key) {
    return waiting.isEmpty() ? null : waiting.remove(key);
  }
}
