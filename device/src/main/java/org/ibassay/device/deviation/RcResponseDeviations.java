package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.isAtomicAck;
import static org.ibassay.device.deviation.RcEdits.isNak;
import static org.ibassay.device.deviation.RcEdits.isReadResponse;
import static org.ibassay.device.deviation.RcEdits.responses;
import static org.ibassay.device.deviation.RcEdits.withoutResponses;

import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.RcSeams.OrderRule;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// Deviations in the contents and the order of responses.
final class RcResponseDeviations {
  private static final int SEQUENCE = new Nak(Nak.PSN_SEQUENCE_ERROR).value();
  private static final int RESERVED_KIND = 0x40;
  private static final Set<ResponderFault> LENGTHS =
      Set.of(
          ResponderFault.TOO_LONG_FOR_PATH,
          ResponderFault.NOT_FULL,
          ResponderFault.LAST_EMPTY,
          ResponderFault.DMA_LENGTH_EXCEEDED,
          ResponderFault.DMA_LENGTH_NOT_REACHED);

  private RcResponseDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        overtakes(
            "answers-out-of-order", "each answer overtakes the one before", _ -> true, _ -> true),
        overtakes(
            "ack-before-atomic",
            "an acknowledge overtakes the answer to an atomic",
            OutgoingPacket::isPlainAck,
            RcEdits::isAtomicAck),
        overtakes(
            "ack-before-read-ends",
            "an acknowledge overtakes a READ's last packet",
            OutgoingPacket::isPlainAck,
            RcEdits::isReadResponse),
        overtakes(
            "atomic-before-read-ends",
            "the answer to an atomic overtakes a READ's last packet",
            RcEdits::isAtomicAck,
            RcEdits::isReadResponse),
        overtakes(
            "read-before-atomic",
            "the answer to a READ overtakes that to an atomic",
            RcEdits::isReadResponse,
            RcEdits::isAtomicAck),
        overtakes(
            "read-before-ack",
            "the answer to a READ overtakes an acknowledge",
            RcEdits::isReadResponse,
            OutgoingPacket::isPlainAck),
        overtakes(
            "ack-before-ack",
            "an acknowledge overtakes another",
            OutgoingPacket::isPlainAck,
            OutgoingPacket::isPlainAck),
        overtakes(
            "order-lost-at-psn-0",
            "the answer with PSN 0 overtakes the one before",
            packet -> packet.psn() == 0,
            _ -> true),
        deviation(
            "ack-psn-one-too-far",
            "acknowledges a PSN that it has not received",
            responses(OutgoingPacket::isPlainAck, RcResponseDeviations::oneFurther)),
        deviation(
            "atomic-psn-one-too-far",
            "answers an atomic with the next PSN",
            responses(RcEdits::isAtomicAck, RcResponseDeviations::oneFurther)),
        deviation(
            "ack-missing", "acknowledges nothing", withoutResponses(OutgoingPacket::isPlainAck)),
        deviation(
            "ack-after-atomic-missing",
            "omits the ACK after the response to an atomic",
            seams -> withoutResponses(ackAfterAtomic()).accept(seams)),
        deviation(
            "second-atomic-missing",
            "answers every other atomic",
            seams -> withoutResponses(everySecond(RcEdits::isAtomicAck)).accept(seams)),
        deviation(
            "read-last-missing",
            "leaves out the last packet of a response to a READ",
            withoutResponses(packet -> packet.opCode() == OpCode.RC_RDMA_READ_RESP_LAST)),
        renames("read-last-as-only", OpCode.RC_RDMA_READ_RESP_LAST, OpCode.RC_RDMA_READ_RESP_ONLY),
        renames("read-only-as-last", OpCode.RC_RDMA_READ_RESP_ONLY, OpCode.RC_RDMA_READ_RESP_LAST),
        renames(
            "read-first-as-middle",
            OpCode.RC_RDMA_READ_RESP_FIRST,
            OpCode.RC_RDMA_READ_RESP_MIDDLE),
        renames("atomic-as-ack", OpCode.RC_ATOMIC_ACK, OpCode.RC_ACK),
        deviation(
            "ack-syndrome-reserved",
            "acknowledges with a reserved syndrome",
            responses(
                packet -> packet.isPlainAck() || isAtomicAck(packet) || isReadResponse(packet),
                packet ->
                    packet.with(
                        Header.AETH, Aeth.SYNDROME, packet.get(Aeth.SYNDROME) | RESERVED_KIND))),
        deviation(
            "refusal-missing",
            "reports no error",
            withoutResponses(packet -> isNak(packet) && packet.get(Aeth.SYNDROME) != SEQUENCE)),
        deviation(
            "refusal-survived",
            "executes requests after one that it NAKed",
            seams -> seams.survivable.deviate(_ -> _ -> true)),
        refuses("refusal-as-sequence-error", "any error", fault -> true, Nak.PSN_SEQUENCE_ERROR),
        refuses(
            "access-as-invalid",
            "an access error",
            fault -> code(fault) == Nak.REMOTE_ACCESS_ERROR,
            Nak.INVALID_REQUEST),
        refuses("length-as-access", "a wrong length", LENGTHS::contains, Nak.REMOTE_ACCESS_ERROR),
        refuses(
            "misaligned-as-access",
            "a misaligned atomic",
            ResponderFault.MISALIGNED_ATOMIC::equals,
            Nak.REMOTE_ACCESS_ERROR),
        refuses(
            "qp-rights-as-access",
            "what the QP does not allow",
            ResponderFault.FORBIDDEN_ON_QP::equals,
            Nak.REMOTE_ACCESS_ERROR),
        refuses(
            "sequence-as-operational",
            "operations out of sequence",
            fault -> fault == ResponderFault.FIRST_MISSING || fault == ResponderFault.LAST_MISSING,
            Nak.REMOTE_OPERATIONAL_ERROR),
        refuses(
            "operational-as-invalid",
            "an error of its own",
            ResponderFault.RECEIVE_PROTECTED::equals,
            Nak.INVALID_REQUEST),
        refuses(
            "gap-as-invalid",
            "a request after a missing packet",
            ResponderFault.OUT_OF_SEQUENCE::equals,
            Nak.INVALID_REQUEST),
        notReady("rnr-as-invalid", "rejects", _ -> new Nak(Nak.INVALID_REQUEST).value()),
        notReady("rnr-timer-0", "requests a wait of 655 ms", _ -> new Syndrome.RnrNak(0).value()),
        notReady(
            "rnr-timer-4-bits",
            "requests the time of the timer code's lower 4 bits",
            timer -> new Syndrome.RnrNak(timer & 0xF).value()),
        notReady("rnr-timer-next", "requests the next longer time", RcResponseDeviations::longer),
        deviation(
            "rnr-missing",
            "is silent when no receive is posted",
            withoutResponses(
                packet -> Syndrome.of((int) packet.get(Aeth.SYNDROME)) instanceof Syndrome.RnrNak)),
        deviation(
            "rnr-acknowledged",
            "acknowledges a SEND for which no receive is posted",
            RcEdits.unnoticed(ResponderFault.NOT_READY, _ -> true)),
        credits("credits-one-too-many", "one more than there are", posted -> posted + 1),
        credits("credits-always-1", "always 1", _ -> 1),
        deviation(
            "credits-not-encoded",
            "encodes the credit count as the plain number of receives",
            seams -> seams.credits.deviate(_ -> posted -> Math.min(posted, 30))),
        sealed("answer-icrc-wrong", "a wrong ICRC", Bth.SE, 1, false),
        deviation(
            "icrc-before-msn",
            "computes the ICRC before it fills in the MSN",
            RcResponseDeviations::sealBeforeMsn),
        sealed("answer-to-next-qp", "the number of another QP", Bth.DEST_QP, 0x42, true),
        sealed("answer-of-other-partition", "another P_Key", Bth.P_KEY, 0x8001, true),
        sealed("answer-of-other-version", "another TVer", Bth.T_VER, 1, true),
        sealed("answer-with-reserved-bit", "a reserved bit of the BTH", Bth.RESV8A, 1, true),
        deviation(
            "answer-pad-0",
            "sends a pad count of 0",
            seams ->
                seams.sealing.deviate(under ->
                    (writer, packet) -> {
                      under.end(writer, packet);
                      return writer.set(Header.BTH, Bth.PAD, 0).seal();
                    })),
        deviation(
            "answer-pad-1-as-0",
            "sends a pad count of 0 where one pad byte is needed",
            seams ->
                seams.sealing.deviate(under ->
                    (writer, packet) -> {
                      int bytes = under.end(writer, packet);
                      return packet.payload().byteSize() % 4 == 3
                          ? writer.set(Header.BTH, Bth.PAD, 0).seal()
                          : bytes;
                    })));
  }

  /// @param which the response that overtakes
  /// @param whom the response that is overtaken, if it is the last one waiting
  private static DeviationSpec overtakes(
      String name, String text, Predicate<OutgoingPacket> which, Predicate<OutgoingPacket> whom) {
    return deviation(
        name,
        text,
        seams ->
            seams.order.deviate(
                under -> (waiting, next) -> place(under, waiting, next, which, whom)));
  }

  private static int place(
      OrderRule under,
      List<OutgoingPacket> waiting,
      OutgoingPacket next,
      Predicate<OutgoingPacket> which,
      Predicate<OutgoingPacket> whom) {
    int place = under.place(waiting, next);
    boolean first = place == 0 || !which.test(next) || !whom.test(waiting.get(place - 1));
    return first ? place : place - 1;
  }

  private static OutgoingPacket oneFurther(OutgoingPacket packet) {
    return packet.withPsn(Psn.next(packet.psn()));
  }

  private static Predicate<OutgoingPacket> ackAfterAtomic() {
    int[] nextPsn = {-1};
    return packet -> {
      boolean missing = packet.isPlainAck() && packet.psn() == nextPsn[0];
      nextPsn[0] = isAtomicAck(packet) ? Psn.next(packet.psn()) : -1;
      return missing;
    };
  }

  private static Predicate<OutgoingPacket> everySecond(Predicate<OutgoingPacket> kind) {
    int[] seen = new int[1];
    return packet -> kind.test(packet) && seen[0]++ % 2 == 1;
  }

  private static DeviationSpec renames(String name, OpCode right, OpCode wrong) {
    return deviation(
        name,
        "sends %s instead of %s".formatted(wrong.text(), right.text()),
        responses(packet -> packet.opCode() == right, packet -> packet.withOpCode(wrong)));
  }

  private static int code(ResponderFault fault) {
    return switch (fault) {
      case R_KEY_UNKNOWN, OUT_OF_RANGE, FORBIDDEN_IN_REGION -> Nak.REMOTE_ACCESS_ERROR;
      default -> Nak.INVALID_REQUEST;
    };
  }

  private static DeviationSpec refuses(
      String name, String what, Predicate<ResponderFault> which, int code) {
    return deviation(
        name,
        "rejects %s with %s".formatted(what, new Nak(code)),
        seams ->
            seams.naks.deviate(
                under -> fault -> which.test(fault) ? new Nak(code) : under.apply(fault)));
  }

  private static DeviationSpec notReady(String name, String text, IntUnaryOperator syndrome) {
    return deviation(
        name,
        text + " when no receive is posted",
        seams -> seams.rnrSyndrome.deviate(_ -> syndrome));
  }

  private static int longer(int timer) {
    return new Syndrome.RnrNak((timer + 1) % 32).value();
  }

  private static DeviationSpec credits(String name, String text, IntUnaryOperator wrong) {
    return deviation(
        name,
        "reports credits: " + text,
        seams ->
            seams.credits.deviate(under -> posted -> under.applyAsInt(wrong.applyAsInt(posted))));
  }

  private static DeviationSpec sealed(
      String name, String text, Field field, long value, boolean sealedAgain) {
    return deviation(
        name,
        "sends " + text,
        seams ->
            seams.sealing.deviate(under ->
                (writer, packet) -> {
                  int bytes = under.end(writer, packet);
                  writer.set(Header.BTH, field, value);
                  return sealedAgain ? writer.seal() : bytes;
                }));
  }

  private static void sealBeforeMsn(RcSeams seams) {
    seams.sealing.deviate(under ->
        (writer, packet) -> {
          int bytes = under.end(writer, packet);
          if (packet.opCode().headers().contains(Header.AETH)) {
            writer.set(Header.AETH, Aeth.MSN, 0).seal();
            writer.set(Header.AETH, Aeth.MSN, packet.get(Aeth.MSN));
          }
          return bytes;
        });
  }
}
