package org.ibassay.device.rc;

import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;

/// Answers requests that were already executed, without executing them again (9.7.5.1.1).
final class RepeatedAnswers {
  /// So far after the expected PSN, no response is sent soon.
  private static final int FAR = 1 << 22;

  private final QueuePair qp;
  private final RcSeams seams;
  private final Replays replays;
  private final ResponseQueue responses;
  private final ResponsePackets answers;

  RepeatedAnswers(QueuePair qp, Replays replays, ResponseQueue responses, ResponsePackets answers) {
    this.qp = qp;
    this.seams = qp.seams();
    this.replays = replays;
    this.responses = responses;
    this.answers = answers;
  }

  /// @param expectedPsn the PSN that the responder expects
  /// @param msn the number of executed messages
  void answer(TransportPacket request, OpCode opCode, int expectedPsn, int msn) {
    int psn = (int) request.get(Header.BTH, Bth.PSN);
    Operation operation = opCode.operation();
    if (seams.again.repeatOccupies.part().test(operation)) {
      responses.expectAnswer(Psn.add(expectedPsn, FAR));
    }
    if (opCode == OpCode.RC_RDMA_READ_REQ) {
      read(request, psn, msn);
    } else if (operation.isAtomic()) {
      replays
          .at(psn)
          .filter(entry -> entry.opCode() == opCode)
          .ifPresent(entry -> responses.add(answers.atomicAck(psn, msn, reported(entry))));
    } else if (opCode == OpCode.RC_ATOMIC_WRITE || opCode == OpCode.RC_FLUSH) {
      replays
          .at(psn)
          .filter(entry -> entry.opCode() == opCode)
          .ifPresent(_ -> responses.add(answers.placed(psn, msn)));
    } else if (RequestChecks.needsAck(request, operation)) {
      // The newest PSN that an acknowledgment may have without replacing the response to a READ or
      // atomic. Linux's rxe goes up to the PSN of an atomic.
      int allowed = replays.lastBeforeReadAfter(psn, expectedPsn);
      int again = seams.repeatedAck.part().applyAsInt(allowed, Psn.add(expectedPsn, -1));
      responses.add(answers.ack(again, msn));
    }
  }

  private long reported(Replays.Entry entry) {
    Region region = qp.memory().of(entry.target());
    long now = region == null ? 0 : region.number(entry.target().address());
    return seams.replayed.part().of(entry.reported(), now);
  }

  /// Answers the whole READ or its rest, with the OpCodes of a separate READ response. Linux's rxe
  /// begins a rest with MIDDLE or LAST, as if it had sent the omitted part; ipath and rdmavt behave
  /// as here.
  private void read(TransportPacket request, int psn, int msn) {
    MemoryTarget target = MemoryTarget.ofReth(request, seams);
    Replays.Entry entry = replays.at(psn).orElse(null);
    if (entry == null || entry.opCode() != OpCode.RC_RDMA_READ_REQ) {
      return;
    }
    int packets = MessageSegments.count(target.length(), qp.settings().pathMtu());
    boolean fits = !Psn.isBefore(entry.lastPsn(), Psn.add(psn, packets - 1L));
    Region region = qp.memory().withKey(target.rkey());
    boolean there =
        target.length() == 0
            || (region != null && region.contains(target.address(), target.length()));
    if (fits && there && entry.target().contains(target)) {
      int skipped = Psn.difference(psn, entry.firstPsn());
      answers.read(target, psn, skipped, msn).forEach(responses::add);
    }
  }
}
