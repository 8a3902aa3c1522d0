package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.responses;
import static org.ibassay.device.deviation.RcEdits.unnoticed;
import static org.ibassay.device.deviation.RcEdits.unnoticedLater;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.MsnCount;
import org.ibassay.device.rc.RcSeams.PsnCount;
import org.ibassay.device.rc.RcSeams.RepeatAction;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in PSNs, MSNs, duplicates and the sequence of operations.
final class RcSequenceDeviations {
  private static final int SEQUENCE_NAK = new Nak(Nak.PSN_SEQUENCE_ERROR).value();
  private static final int HALF_OF_PSNS = (1 << 23) - 1;
  private static final int EIGHT_BITS = (1 << 8) - 1;
  private static final int OLD = 2;
  private static final int LAST_PSN = 0xFF_FFFF;

  private static final int FAR = 32768;
  private static final int FARTHER = 1 << 22;
  private static final int LONGER_AGO = 1 << 16;
  private static final int LONG_AGO = 32;

  private RcSequenceDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "read-over-wrap-forgotten",
            "does not answer a repeated READ whose response wraps from PSN 0xFFFFFF to 0",
            seams -> {
              Set<Long> seen = new HashSet<>();
              seams.refusing.deviate(under ->
                  packet ->
                      under.test(packet)
                          || (isReadAt(packet, LAST_PSN)
                              && !seen.add(packet.get(Header.BTH, Bth.DEST_QP))));
            }),
        deviation(
            "gap-executed",
            "executes a request although one before it is missing",
            unnoticed(ResponderFault.OUT_OF_SEQUENCE, _ -> true)),
        deviation(
            "gap-not-reported",
            "sends no NAK for a missing packet",
            seams -> seams.reportsGap.deviate(_ -> _ -> false)),
        deviation(
            "gap-reported-again",
            "sends a NAK for each packet after a missing one",
            seams -> seams.reportsGap.deviate(_ -> _ -> true)),
        deviation(
            "gap-reported-one-too-far",
            "requests the packet after the missing one",
            responses(
                packet -> packet.get(Aeth.SYNDROME) == SEQUENCE_NAK,
                packet -> packet.withPsn(Psn.next(packet.psn())))),
        deviation(
            "gap-ends",
            "ends when a packet is missing",
            seams -> seams.survivable.deviate(_ -> _ -> false)),
        expects("psn-skips-0", "skips PSN 0", (psn, count) -> skipZero(psn, count)),
        expects(
            "psn-23-bits",
            "counts PSNs modulo 2^23",
            (psn, count) -> Psn.add(psn, count) & HALF_OF_PSNS),
        expects("read-one-psn", "uses one PSN for a READ", (psn, _) -> Psn.next(psn)),
        repeats("duplicate-send-ignored", "ignores a SEND", Operation::isSend, RepeatAction.IGNORE),
        repeats(
            "duplicate-write-ignored", "ignores a WRITE", Operation::isWrite, RepeatAction.IGNORE),
        repeats(
            "duplicate-read-ignored",
            "ignores a READ",
            RcSequenceDeviations::isRead,
            RepeatAction.IGNORE),
        repeats(
            "duplicate-atomic-ignored",
            "ignores an atomic",
            Operation::isAtomic,
            RepeatAction.IGNORE),
        repeats(
            "duplicate-send-executed", "executes a SEND", Operation::isSend, RepeatAction.EXECUTE),
        repeats(
            "duplicate-write-executed",
            "executes a WRITE",
            Operation::isWrite,
            RepeatAction.EXECUTE),
        repeats(
            "duplicate-read-counted",
            "counts a READ",
            RcSequenceDeviations::isRead,
            RepeatAction.EXECUTE),
        repeats(
            "duplicate-atomic-executed",
            "executes an atomic",
            Operation::isAtomic,
            RepeatAction.EXECUTE),
        repeats(
            "duplicate-swap-executed",
            "executes a CmpSwap",
            Operation.CMPSWAP::equals,
            RepeatAction.EXECUTE),
        repeatsOld("old-duplicate-ignored", "ignores a request", RepeatAction.IGNORE),
        repeatsOld("old-duplicate-executed", "executes a request", RepeatAction.EXECUTE),
        repeatsOld("old-duplicate-goes-back", "continues after a request", RepeatAction.GO_BACK),
        far("psn-compared-as-16-bits", "compares the lower 16 bits of PSNs", far -> (short) far),
        far(
            "far-gap-as-duplicate",
            "mistakes a request more than 32768 PSNs ahead for a duplicate",
            far -> far > FAR ? -far : far),
        far(
            "gap-of-256-executed",
            "treats PSNs that differ by 256 as equal",
            far -> far == 256 ? 0 : far),
        far(
            "gap-over-2-22-as-duplicate",
            "mistakes a request more than 2^22 PSNs ahead for a duplicate",
            far -> far > FARTHER ? -far : far),
        far(
            "farthest-gap-as-duplicate",
            "mistakes a request 2^23 - 1 PSNs ahead for a duplicate",
            far -> far == HALF_OF_PSNS ? -far : far),
        far(
            "far-duplicate-as-gap",
            "mistakes a duplicate from 65536 or more PSNs ago for a request after a gap",
            far -> far <= -LONGER_AGO ? -far : far),
        far(
            "farthest-duplicate-as-gap",
            "mistakes a duplicate from 2^23 - 1 PSNs ago for a request after a gap",
            far -> far == -HALF_OF_PSNS ? -far : far),
        repeatsFar("far-duplicate-ignored", "ignores", RepeatAction.IGNORE),
        repeatsFar("far-duplicate-executed", "executes", RepeatAction.EXECUTE),
        repeatsFar("far-duplicate-goes-back", "continues after", RepeatAction.GO_BACK),
        overtakes("send", "a SEND", Operation::isSend),
        overtakes("write", "an RDMA WRITE", Operation::isWrite),
        overtakes("read", "an RDMA READ", Operation.RDMA_READ_REQ::equals),
        overtakes("atomic", "an atomic", Operation::isAtomic),
        deviation(
            "gap-reported-once-in-life",
            "sends a NAK only for the first missing packet of a connection",
            RcSequenceDeviations::tellOnce),
        deviation(
            "duplicate-after-32-ignored",
            "ignores duplicates of what is 32 PSNs back or more",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        age < LONG_AGO ? under.of(operation, age) : RepeatAction.IGNORE)),
        deviation(
            "duplicate-after-32-executed",
            "executes duplicates of what is 32 PSNs back or more",
            seams ->
                seams.repeats.deviate(under ->
                    (operation, age) ->
                        age < LONG_AGO ? under.of(operation, age) : RepeatAction.EXECUTE)),
        deviation(
            "one-duplicate-remembered",
            "answers a duplicate of the newest READ or atomic only",
            seams -> seams.remembered.deviate(_ -> _ -> 1)),
        deviation(
            "gap-at-end-executed",
            "executes the request with PSN 0 although the one before it is missing",
            unnoticed(
                ResponderFault.OUT_OF_SEQUENCE, packet -> packet.get(Header.BTH, Bth.PSN) == 0)),
        deviation(
            "later-gap-executed",
            "executes a request although one before it is missing, except the first",
            unnoticedLater(ResponderFault.OUT_OF_SEQUENCE)),
        deviation(
            "later-gap-not-reported",
            "sends no NAK for a missing packet, except the first",
            RcEdits.withoutResponses(
                packet -> packet.get(Aeth.SYNDROME) == SEQUENCE_NAK && packet.get(Aeth.MSN) > 0)),
        deviation(
            "later-first-missing-accepted",
            "accepts a message without its first packet, except the first message",
            unnoticedLater(ResponderFault.FIRST_MISSING)),
        deviation(
            "duplicate-atomic-reported-anew",
            "answers a duplicate atomic with the present value",
            seams -> seams.replayed.deviate(_ -> (_, now) -> now)),
        deviation(
            "first-missing-accepted",
            "accepts a message without its first packet",
            unnoticed(ResponderFault.FIRST_MISSING, _ -> true)),
        deviation(
            "last-missing-accepted",
            "accepts a message before the one before has ended",
            unnoticed(ResponderFault.LAST_MISSING, _ -> true)),
        deviation(
            "read-within-message-accepted",
            "accepts a READ between the packets of a message",
            unnoticed(
                ResponderFault.LAST_MISSING, packet -> is(packet, RcSequenceDeviations::isRead))),
        counts("msn-not-counted", "counts no messages", (msn, _) -> msn),
        counts("msn-counts-packets", "counts packets", (msn, _) -> Psn.next(msn)),
        counts(
            "msn-8-bits",
            "counts messages modulo 2^8",
            (msn, executed) -> executed.isEnd() ? (msn + 1) & EIGHT_BITS : msn),
        counts(
            "msn-begins-early",
            "counts a message with its first packet",
            (msn, executed) -> executed.isStart() ? Psn.next(msn) : msn),
        counts(
            "msn-without-reads",
            "counts no READs",
            (msn, executed) -> executed.isEnd() && !isRead(executed) ? Psn.next(msn) : msn),
        counts(
            "msn-without-atomics",
            "counts no atomics",
            (msn, executed) -> executed.isEnd() && !executed.isAtomic() ? Psn.next(msn) : msn),
        deviation(
            "read-answer-skips-0",
            "skips PSN 0 in the response to a READ",
            responses(
                packet ->
                    packet.opCode() == OpCode.RC_RDMA_READ_RESP_MIDDLE
                        || packet.opCode() == OpCode.RC_RDMA_READ_RESP_LAST,
                packet -> packet.psn() < 3 ? packet.withPsn(packet.psn() + 1) : packet)));
  }

  private static int skipZero(int psn, int count) {
    int right = Psn.add(psn, count);
    return right < psn ? Psn.next(right) : right;
  }

  private static DeviationSpec expects(String name, String text, PsnCount counting) {
    return deviation(name, text, seams -> seams.expected.deviate(_ -> counting));
  }

  private static DeviationSpec counts(String name, String text, MsnCount counting) {
    return deviation(name, text + " in MSN", seams -> seams.msn.deviate(_ -> counting));
  }

  private static DeviationSpec repeats(
      String name, String text, Predicate<Operation> kind, RepeatAction repeat) {
    return deviation(
        name,
        text + " that is a duplicate",
        seams ->
            seams.repeats.deviate(under ->
                (operation, age) -> kind.test(operation) ? repeat : under.of(operation, age)));
  }

  /// Affects duplicates other than the newest request.
  private static DeviationSpec repeatsOld(String name, String text, RepeatAction repeat) {
    return deviation(
        name,
        text + " that is a duplicate of an older one",
        seams ->
            seams.repeats.deviate(
                under -> (operation, age) -> age > OLD ? repeat : under.of(operation, age)));
  }

  private static DeviationSpec repeatsFar(String name, String text, RepeatAction repeat) {
    return deviation(
        name,
        text + " duplicates from 65536 or more PSNs ago",
        seams ->
            seams.repeats.deviate(under ->
                (operation, age) -> age >= LONGER_AGO ? repeat : under.of(operation, age)));
  }

  private static boolean isRead(Operation operation) {
    return operation == Operation.RDMA_READ_REQ;
  }

  private static DeviationSpec overtakes(String name, String what, Predicate<Operation> which) {
    return deviation(
        name + "-overtakes-not-ready",
        "executes %s that follows a SEND without a receive".formatted(what),
        seams -> seams.overtakesNotReady.deviate(_ -> which));
  }

  private static DeviationSpec far(String name, String text, IntUnaryOperator wrong) {
    return deviation(
        name,
        text,
        seams ->
            seams.distance.deviate(
                under -> (psn, expected) -> wrong.applyAsInt(under.of(psn, expected))));
  }

  /// Over successive connections; a distance that has since returned to 0 is ignored.
  private static void tellOnce(RcSeams seams) {
    boolean[] reported = {false};
    seams.msn.deviate(under ->
        (msn, executed) -> {
          reported[0] &= msn > 0;
          return under.after(msn, executed);
        });
    seams.reportsGap.deviate(under ->
        already -> {
          boolean reports = under.test(already) && !reported[0];
          reported[0] |= reports;
          return reports;
        });
  }

  private static boolean isReadAt(TransportPacket packet, int psn) {
    return is(packet, Operation.RDMA_READ_REQ::equals) && packet.get(Header.BTH, Bth.PSN) == psn;
  }
}
