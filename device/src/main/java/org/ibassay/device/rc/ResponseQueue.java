package org.ibassay.device.rc;

import org.ibassay.device.variant.SimParameter;

/// The responses of a QP, in the order of the requests (9.5, 9.7.5.1).
final class ResponseQueue {
  private final QueuePair qp;
  private final Outbox outbox;
  private final boolean coalesces;

  ResponseQueue(QueuePair qp) {
    this.qp = qp;
    this.outbox = new Outbox(qp.fabric(), qp.device().responseNanos(), qp::transmit);
    this.coalesces = qp.device().variant().is(SimParameter.COALESCED_ACKS);
  }

  void add(Outgoing response) {
    for (Outgoing sent : qp.seams().responses.part().of(response)) {
      int last = outbox.waiting().size() - 1;
      if (coalesces && last >= 0 && outbox.waiting().get(last).isPlainAck()) {
        // A response acknowledges every SEND and RDMA WRITE before it (9.7.5.1.2).
        outbox.remove(last);
      }
      outbox.add(qp.seams().order.part().place(outbox.waiting(), sent), sent);
    }
  }

  /// RDMA READs and atomics whose responses have not been sent in full.
  int readsUnderWay() {
    return (int) outbox.waiting().stream().filter(Outgoing::endsReadOrAtomic).count();
  }

  void clear() {
    outbox.clear();
  }
}
