package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.is;
import static org.ibassay.device.deviation.RcEdits.isNak;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.RepeatSeams.Awaited;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// Deviations in how requests and responses that are in flight at the same time affect each other.
final class RcHazardDeviations {
  /// Less than the time until a response is received, so that only the next request is too early.
  private static final long LATE_NANOS = 400;

  private static final int HALF = 1 << 23;

  private static final Set<ResponderFault> OF_SEQUENCE =
      EnumSet.of(ResponderFault.FIRST_MISSING, ResponderFault.LAST_MISSING);

  private static final Set<ResponderFault> OF_ACCESS =
      EnumSet.of(
          ResponderFault.R_KEY_UNKNOWN,
          ResponderFault.OUT_OF_RANGE,
          ResponderFault.FORBIDDEN_IN_REGION);

  private RcHazardDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            order(), gaps(), duplicates(), pending(), responses(), errors(), rules(), halfWay())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> order() {
    return List.of(
        late("write-overtaken", "an RDMA WRITE", Operation::isWrite),
        late("atomic-overtaken", "an atomic", Operation::isAtomic),
        deviation(
            "writes-swapped",
            "writes the data of every other RDMA WRITE after that of the next one",
            seams -> {
              boolean[] isLate = {true};
              seams.again.changesAfter.deviate(_ ->
                  operation -> {
                    isLate[0] = operation.isWrite() && !isLate[0];
                    return isLate[0] ? LATE_NANOS : 0;
                  });
            }),
        deviation(
            "gap-reported-before-response",
            "sends the NAK for a missing packet before the responses to earlier requests",
            seams ->
                seams.order.deviate(
                    under -> (waiting, sent) -> isNak(sent) ? 0 : under.place(waiting, sent))),
        deviation(
            "send-overtakes-read",
            "sends a SEND before an RDMA READ that waits for others",
            seams ->
                seams.overtakesFence.deviate(under ->
                    request -> request instanceof SendRequest.Read || under.test(request))));
  }

  private static DeviationSpec late(String name, String what, Predicate<Operation> which) {
    return deviation(
        name,
        "executes a request before the data of %s that it follows is in memory".formatted(what),
        seams ->
            seams.again.changesAfter.deviate(under ->
                operation -> which.test(operation) ? LATE_NANOS : under.applyAsLong(operation)));
  }

  private static List<DeviationSpec> gaps() {
    return List.of(
        early("opcodes-checked-before-psn", "the sequence of OpCodes", OF_SEQUENCE),
        early("access-checked-before-psn", "R_Keys", OF_ACCESS));
  }

  private static DeviationSpec early(String name, String what, Set<ResponderFault> faults) {
    return deviation(
        name,
        "checks %s in a request that follows a missing one".formatted(what),
        seams -> seams.again.afterGap.deviate(_ -> faults::contains));
  }

  private static List<DeviationSpec> duplicates() {
    return List.of(
        deviation(
            "duplicate-send-takes-receive",
            "uses up a receive, without a completion, when a SEND is repeated",
            seams ->
                seams.again.repeatTakesReceive.deviate(
                    _ -> operation -> operation.isSend() && operation.isStart())),
        deviation(
            "duplicate-renews-gap",
            "reports a gap again after a repeated request",
            seams -> seams.again.repeatEndsGap.deviate(_ -> _ -> true)),
        deviation(
            "duplicate-write-immediate-stored",
            "stores the data of a repeated RDMA WRITE with immediate data",
            seams -> seams.again.repeatStores.deviate(_ -> Operation.RDMA_WRITE_ONLY_IMM::equals)),
        deviation(
            "duplicate-needs-r-key",
            "checks the R_Key of a repeated request",
            seams -> seams.again.inDuplicate.deviate(_ -> ResponderFault.R_KEY_UNKNOWN::equals)),
        deviation(
            "duplicate-send-needs-receive",
            "sends an RNR NAK for a repeated SEND if no receive is posted",
            seams ->
                seams.again.repeatNeedsReceive.deviate(
                    _ -> operation -> operation.isSend() && operation.isStart())));
  }

  private static List<DeviationSpec> pending() {
    return List.of(
        silentWhile("gap", "a missing packet", Awaited.PACKET),
        silentWhile("rnr", "a receive", Awaited.RECEIVE),
        occupies("read", "RDMA READ", Operation.RDMA_READ_REQ::equals),
        occupies("atomic", "atomic", Operation::isAtomic),
        deviation(
            "one-read-less-accepted",
            "accepts one READ or atomic at a time less than its QP allows",
            seams -> seams.again.readsAllowed.deviate(_ -> agreed -> Math.max(1, agreed - 1))),
        drops("rnr-nak-drops-responses", "sends an RNR NAK", ResponderFault.NOT_READY::equals),
        drops(
            "refusal-drops-responses",
            "finds a fault that ends the connection",
            fault -> fault != ResponderFault.NOT_READY && fault != ResponderFault.OUT_OF_SEQUENCE));
  }

  private static DeviationSpec silentWhile(String name, String what, Awaited awaited) {
    return deviation(
        "duplicate-silent-in-" + name,
        "does not answer repeated requests while it waits for " + what,
        seams ->
            seams.again.repeatsWhile.deviate(
                under -> (now, operation) -> now != awaited && under.test(now, operation)));
  }

  private static DeviationSpec occupies(String name, String what, Predicate<Operation> which) {
    return deviation(
        "duplicate-%s-occupies".formatted(name),
        "counts each repeated %s as an outstanding one for good".formatted(what),
        seams -> seams.again.repeatOccupies.deviate(_ -> which));
  }

  private static DeviationSpec drops(String name, String when, Predicate<ResponderFault> which) {
    return deviation(
        name,
        "does not send the responses to earlier requests when it " + when,
        seams -> seams.again.dropsResponses.deviate(_ -> which));
  }

  private static List<DeviationSpec> responses() {
    return List.of(
        counts("old-sequence-nak-obeyed", "a PSN sequence error NAK", said -> isGap(said)),
        counts("old-rnr-nak-obeyed", "an RNR NAK", Syndrome.RnrNak.class::isInstance),
        counts(
            "old-nak-obeyed",
            "a NAK that ends the connection",
            said -> said instanceof Nak && !isGap(said)),
        deviation(
            "old-ack-renews-retries",
            "retries a request anew after an acknowledge of earlier ones",
            seams -> seams.again.triesAfterOld.deviate(_ -> _ -> 0)),
        stores(
            "read-data-stored-again", "RDMA READ", opCode -> opCode.operation().isReadResponse()),
        stores("atomic-data-stored-again", "atomic", OpCode.RC_ATOMIC_ACK::equals));
  }

  private static List<DeviationSpec> errors() {
    return List.of(
        deviation(
            "served-in-error-state",
            "executes requests in the error state",
            seams -> seams.again.servesInError.deviate(_ -> p -> is(p, one -> !one.isResponse()))),
        deviation(
            "written-in-error-state",
            "executes RDMA WRITEs in the error state, without a response",
            seams -> {
              boolean[] isMute = {false};
              seams.again.servesInError.deviate(_ ->
                  packet -> {
                    isMute[0] = is(packet, Operation::isWrite);
                    return isMute[0];
                  });
              RcEdits.withoutResponses(packet -> isMute[0] && packet.opCode() == OpCode.RC_ACK)
                  .accept(seams);
            }));
  }

  private static List<DeviationSpec> rules() {
    return List.of(
        deviation(
            "write-middle-too-long-accepted",
            "accepts the middle of an RDMA WRITE that exceeds the announced length",
            RcEdits.unnoticed(
                ResponderFault.DMA_LENGTH_EXCEEDED,
                packet -> is(packet, Operation.RDMA_WRITE_MIDDLE::equals))),
        deviation(
            "domain-not-checked-in-write-first",
            "does not check the protection domain of an RDMA WRITE of several packets",
            RcEdits.unnoticed(
                ResponderFault.OTHER_DOMAIN,
                packet -> is(packet, Operation.RDMA_WRITE_FIRST::equals))),
        deviation(
            "empty-write-immediate-needs-r-key",
            "checks the R_Key of an RDMA WRITE of zero length that has immediate data",
            seams -> seams.again.emptyNeedsKey.deviate(_ -> Operation.RDMA_WRITE_ONLY_IMM::equals)),
        deviation(
            "ack-timeout-shrinks",
            "waits half the ACK timeout before every third retry, and three times it otherwise",
            seams -> {
              int[] waits = {0};
              seams.ackTimeout.deviate(_ ->
                  (least, _) -> {
                    waits[0]++;
                    return waits[0] % 3 == 2 ? least / 2 : 3 * least;
                  });
            }));
  }

  private static List<DeviationSpec> halfWay() {
    return List.of(
        deviation(
            "psn-skips-2-23",
            "skips PSN 2^23",
            seams ->
                seams.expected.deviate(under ->
                    (psn, count) ->
                        psn < HALF && psn + count >= HALF
                            ? psn + count + 1
                            : under.after(psn, count))),
        deviation(
            "request-psn-skips-2-23",
            "skips PSN 2^23 in requests",
            RcEdits.requests(packet -> packet.psn() == HALF, packet -> packet.withPsn(HALF + 1))));
  }

  private static boolean isGap(Syndrome said) {
    return said.equals(new Nak(Nak.PSN_SEQUENCE_ERROR));
  }

  private static DeviationSpec counts(String name, String what, Predicate<Syndrome> which) {
    return deviation(
        name,
        "treats %s with a PSN that was acknowledged before as the answer to the oldest request"
            .formatted(what),
        seams -> seams.again.countsForOldest.deviate(_ -> which));
  }

  private static DeviationSpec stores(String name, String what, Predicate<OpCode> which) {
    return deviation(
        name,
        "stores the response to a completed %s again if it is repeated".formatted(what),
        seams -> seams.again.storesLate.deviate(_ -> which));
  }
}
