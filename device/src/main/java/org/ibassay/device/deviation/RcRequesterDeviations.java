package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.requests;
import static org.ibassay.device.deviation.RcEdits.retries;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.RetryRule;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// Deviations of a requester: what it sends, when it retransmits, and which responses it acts on.
final class RcRequesterDeviations {
  private static final long NEVER = Long.MAX_VALUE / 4;
  private static final int FOR_EVER = 7;
  private static final long RNR_CODE_0 = 655_360_000;
  private static final long RNR_CODE_15 = 1_920_000;
  private static final long RNR_8_BITS = 2_560_000;

  private RcRequesterDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "completes-when-sent",
            "completes a request as soon as it is sent",
            seams -> seams.completesWhenSent.deviate(_ -> _ -> true)),
        deviation(
            "atomic-completes-when-sent",
            "completes an atomic as soon as it is sent",
            seams -> seams.completesWhenSent.deviate(_ -> RcRequesterDeviations::isAtomic)),
        deviation(
            "completes-with-the-one-before",
            "completes a request when the one before it is acknowledged",
            seams -> seams.completesWithLast.deviate(_ -> _ -> true)),
        timeout("ack-timeout-ignored", "never retransmits", _ -> NEVER),
        timeout("ack-timeout-half", "waits half the ACK timeout", least -> least / 2),
        timeout("ack-timeout-5-times", "waits five times the ACK timeout", least -> least * 5),
        tries("retry-one-more", "once too often", (tried, allowed) -> tried <= allowed),
        tries("retry-one-less", "once too few", (tried, allowed) -> tried + 1 < allowed),
        tries("retry-never", "never", (_, _) -> false),
        tries("retry-for-ever", "again and again", (_, _) -> true),
        waits("rnr-wait-ignored", "at once", _ -> 1),
        waits("rnr-wait-half", "after half the time", nanos -> nanos / 2),
        waits("rnr-wait-a-500th", "after a 500th of the time", nanos -> nanos / 500),
        waits(
            "rnr-wait-0-ignored",
            "at once",
            nanos -> nanos == RNR_CODE_0 ? 1 : nanos,
            " with code 0"),
        waits(
            "rnr-wait-short-a-quarter",
            "after a quarter of the time",
            nanos -> nanos < RNR_CODE_15 ? nanos / 4 : nanos,
            " with codes 1 to 14"),
        waits(
            "rnr-wait-8-bits",
            "at the latest after 2.56 ms",
            nanos -> Math.min(nanos, RNR_8_BITS),
            ""),
        waits("rnr-wait-a-tenth-short", "after nine tenths of the time", n -> n - n / 10),
        notReady(
            "rnr-retry-one-more",
            "once too often",
            (tried, allowed) -> allowed == FOR_EVER || tried <= allowed),
        notReady(
            "rnr-retry-one-less",
            "once too few",
            (tried, allowed) -> allowed == FOR_EVER || tried + 1 < allowed),
        notReady("rnr-retry-for-ever", "whatever the limit", (_, _) -> true),
        notReady("rnr-retry-7-counted", "seven times at most", (tried, allowed) -> tried < allowed),
        heeds("rnr-not-heeded", "an RNR NAK", said -> said instanceof Syndrome.RnrNak),
        heeds(
            "sequence-nak-not-heeded",
            "a NAK for a sequence error",
            said -> said instanceof Nak nak && nak.code() == Nak.PSN_SEQUENCE_ERROR),
        heeds(
            "refusal-not-heeded",
            "a NAK for any other error",
            said -> said instanceof Nak nak && nak.code() != Nak.PSN_SEQUENCE_ERROR),
        deviation(
            "refused-rest-as-success",
            "completes a READ with success although it is NAKed after its first response",
            seams -> seams.refusedRest.deviate(_ -> _ -> Status.SUCCESS)),
        deviation(
            "retry-with-next-psn",
            "retransmits with the next PSN",
            retries(_ -> true, packet -> packet.withPsn(Psn.next(packet.psn())))),
        deviation(
            "retries-counted-for-life",
            "allows the retries once per QP, not per request",
            seams -> seams.carriedTries.deviate(_ -> tries -> tries)),
        deviation(
            "rnr-retries-counted-for-life",
            "allows the RNR retries once per QP, not per request",
            seams -> seams.carriedRnrTries.deviate(_ -> tries -> tries)),
        deviation(
            "retries-share-counter",
            "counts retries after RNR NAKs and all others together",
            seams -> seams.spent.deviate(_ -> Integer::sum)),
        deviation(
            "retry-asks-no-ack",
            "does not set AckReq in retransmissions",
            retries(_ -> true, packet -> packet.withAckRequest(false))),
        deviation(
            "retry-solicits",
            "sets SE when it sends again",
            retries(_ -> true, packet -> packet.with(Header.BTH, Bth.SE, 1))),
        deviation(
            "retry-without-first",
            "leaves out the first packet of a message when it sends again",
            seams ->
                seams.retries.deviate(
                    under -> packet -> isFirst(packet) ? List.of() : under.of(packet))),
        deviation(
            "retry-after-wrap-as-first",
            "retransmits a SEND Middle with PSN 0 as SEND First",
            retries(
                packet -> packet.psn() == 0 && packet.opCode() == OpCode.RC_SEND_MIDDLE,
                packet -> packet.withOpCode(OpCode.RC_SEND_FIRST))),
        deviation(
            "retry-of-atomic-adds-more",
            "adds or swaps in another number when it repeats an atomic",
            retries(
                packet -> packet.opCode().operation().isAtomic(),
                packet ->
                    packet.with(
                        Header.ATOMIC_ETH, AtomicEth.SWAP_DT, packet.get(AtomicEth.SWAP_DT) + 1))),
        deviation(
            "retry-of-read-one-short",
            "requests one byte less when it repeats a READ",
            retries(RcRequesterDeviations::isRead, RcRequesterDeviations::oneShort)),
        deviation(
            "retry-of-read-elsewhere",
            "requests data 4 bytes further when it repeats a READ",
            retries(
                RcRequesterDeviations::isRead,
                packet -> packet.with(Header.RETH, Reth.VA, packet.get(Reth.VA) + 4))),
        deviation(
            "request-psn-one-too-far",
            "sends each request with the next PSN",
            requests(_ -> true, packet -> packet.withPsn(Psn.next(packet.psn())))),
        deviation(
            "request-psn-not-rising",
            "sends every packet with the first PSN",
            RcRequesterDeviations::freezePsn),
        renames("send-last-as-middle", OpCode.RC_SEND_LAST, OpCode.RC_SEND_MIDDLE),
        renames("send-only-as-last", OpCode.RC_SEND_ONLY, OpCode.RC_SEND_LAST),
        deviation(
            "ack-not-asked",
            "never requests an acknowledge",
            requests(_ -> true, packet -> packet.withAckRequest(false))),
        deviation(
            "read-one-short-asked",
            "requests one byte less",
            requests(RcRequesterDeviations::isRead, RcRequesterDeviations::oneShort)),
        deviation(
            "reads-over-limit",
            "keeps one READ or atomic too many outstanding",
            seams -> seams.outstanding.deviate(_ -> limit -> limit + 1)),
        deviation(
            "reads-without-limit",
            "keeps as many READs and atomics outstanding as are posted",
            seams -> seams.outstanding.deviate(_ -> _ -> Integer.MAX_VALUE)));
  }

  private static boolean isAtomic(SendRequest request) {
    return request instanceof SendRequest.FetchAdd || request instanceof SendRequest.CompareSwap;
  }

  private static boolean isRead(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_RDMA_READ_REQ;
  }

  private static boolean isFirst(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_SEND_FIRST || packet.opCode() == OpCode.RC_RDMA_WRITE_FIRST;
  }

  private static OutgoingPacket oneShort(OutgoingPacket packet) {
    return packet.with(Header.RETH, Reth.DMA_LEN, Math.max(0, packet.get(Reth.DMA_LEN) - 1));
  }

  private static void freezePsn(RcSeams seams) {
    int[] first = {-1};
    UnaryOperator<OutgoingPacket> freeze =
        packet -> {
          first[0] = first[0] < 0 ? packet.psn() : first[0];
          return packet.withPsn(first[0]);
        };
    requests(_ -> true, freeze).accept(seams);
  }

  /// @param wrong computes the time from the minimum allowed
  private static DeviationSpec timeout(String name, String text, LongUnaryOperator wrong) {
    return deviation(
        name, text, seams -> seams.ackTimeout.deviate(_ -> (least, _) -> wrong.applyAsLong(least)));
  }

  private static DeviationSpec tries(String name, String text, RetryRule wrong) {
    return deviation(name, "retransmits " + text, seams -> seams.ackRetry.deviate(_ -> wrong));
  }

  private static DeviationSpec waits(String name, String text, LongUnaryOperator wrong) {
    return waits(name, text, wrong, "");
  }

  /// @param which completes the text
  private static DeviationSpec waits(
      String name, String text, LongUnaryOperator wrong, String which) {
    return deviation(
        name,
        "retransmits %s of an RNR NAK%s".formatted(text, which),
        seams -> seams.rnrWait.deviate(_ -> wrong));
  }

  private static DeviationSpec notReady(String name, String text, RetryRule wrong) {
    return deviation(
        name, "retransmits after an RNR NAK " + text, seams -> seams.rnrRetry.deviate(_ -> wrong));
  }

  private static DeviationSpec heeds(String name, String text, Predicate<Syndrome> not) {
    return deviation(
        name, "ignores " + text, seams -> seams.heeds.deviate(_ -> said -> !not.test(said)));
  }

  private static DeviationSpec renames(String name, OpCode right, OpCode wrong) {
    return deviation(
        name,
        "sends %s instead of %s".formatted(wrong.text(), right.text()),
        requests(packet -> packet.opCode() == right, packet -> packet.withOpCode(wrong)));
  }
}
