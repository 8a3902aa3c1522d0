package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.packet.Psn;

/// The responses of a QP, in the order of the requests (9.5, 9.7.5.1).
final class ResponseQueue {
  private final QueuePair qp;
  private final Outbox outbox;
  private final boolean coalesces;
  private final boolean repeats;
  private final List<Integer> unanswered = new ArrayList<>();

  ResponseQueue(QueuePair qp) {
    this.qp = qp;
    this.outbox = new Outbox(qp.fabric(), qp.device().responseNanos(), this::transmit);
    this.coalesces = qp.device().variant().is(SimParameter.COALESCED_ACKS);
    this.repeats = qp.device().variant().is(SimParameter.ASIDES);
  }

  void add(OutgoingPacket response) {
    for (OutgoingPacket sent : qp.seams().responses.part().of(response)) {
      int last = outbox.waiting().size() - 1;
      if (coalesces && last >= 0 && outbox.waiting().get(last).isPlainAck()) {
        // A response acknowledges every SEND and RDMA WRITE before it (9.7.5.1.2).
        outbox.remove(last);
      }
      outbox.add(qp.seams().order.part().place(outbox.waiting(), sent), sent);
    }
  }

  /// Records a READ or atomic that is executed for the first time.
  ///
  /// @param lastPsn of its response
  void expectAnswer(int lastPsn) {
    unanswered.add(lastPsn);
  }

  /// The number of RDMA READs and atomics whose first responses were not sent completely.
  int readsUnderWay() {
    return unanswered.size();
  }

  private void transmit(OutgoingPacket response) {
    unanswered.removeIf(last -> !Psn.isBefore(response.psn(), last));
    qp.transmit(response);
    boolean isNewest = response.psn() == Psn.add(qp.expectedPsn(), -1);
    if (repeats && response.isPlainAck() && isNewest) {
      qp.transmit(response);
    }
  }

  void clear() {
    outbox.clear();
  }
}
