package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.unnoticed;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.rc.ResponderFault;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations that known adapters and drivers had, or have.
final class RcKnownDeviations {
  private static final int PAGE = 4096;
  private static final int SERVICES = 0xE0;

  private RcKnownDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "reserved-opcode-silences",
            "accepts nothing after a packet with a reserved OpCode of RC",
            silencedBy(
                packet -> packet.opCode().isEmpty() && (packet.opCodeNumber() & SERVICES) == 0)),
        deviation(
            "foreign-opcode-silences",
            "accepts nothing after a packet with an OpCode of no service",
            silencedBy(
                packet -> packet.opCode().isEmpty() && (packet.opCodeNumber() & SERVICES) != 0)),
        deviation(
            "runt-silences",
            "accepts nothing after a packet with more pad than payload",
            silencedBy(RcKnownDeviations::isRunt)),
        deviation(
            "cut-bth-silences",
            "accepts nothing after a UDP datagram that ends within the BTH",
            seams -> {
              boolean[] deaf = {false};
              seams.hears.deviate(under ->
                  packet -> {
                    deaf[0] |= isOfRoce(packet) && !packet.isTransport();
                    return !deaf[0] && under.test(packet);
                  });
            }),
        deviation(
            "runt-with-pad-executed",
            "executes a SEND with more pad than payload",
            unnoticed(
                ResponderFault.PAYLOAD_ODD,
                packet -> !RcEdits.is(packet, Operation.ATOMIC_WRITE::equals))),
        deviation(
            "range-wraps",
            "accepts a range that wraps beyond 2^64",
            unnoticed(ResponderFault.OUT_OF_RANGE, RcKnownDeviations::isWrapped)),
        deviation(
            "receive-completed-for-each-posted",
            "completes every receive with the error of the one that was too small",
            RcKnownDeviations::endFlushedReceivesWithError),
        deviation(
            "duplicate-read-breaks-message",
            "discards the message in progress when it receives a duplicate READ",
            seams -> seams.breaksMessage.deviate(_ -> Operation.RDMA_READ_REQ::equals)),
        deviation(
            "duplicate-atomic-breaks-message",
            "discards the message in progress when it receives a duplicate atomic",
            seams -> seams.breaksMessage.deviate(_ -> Operation::isAtomic)),
        deviation(
            "duplicate-atomic-forgotten-after-modify",
            "forgets READs and atomics when the state of the QP changes",
            seams -> seams.again.keptByModify.deviate(_ -> (_, _) -> 0)),
        deviation(
            "duplicate-atomic-forgotten-on-resume",
            "forgets READs and atomics when the QP returns from SQD to RTS",
            seams ->
                seams.again.keptByModify.deviate(
                    under -> (to, known) -> to == State.RTS ? 0 : under.kept(to, known))),
        deviation(
            "duplicate-atomics-but-one-forgotten-after-modify",
            "remembers one READ or atomic when the state of the QP changes",
            seams -> seams.again.keptByModify.deviate(_ -> (_, known) -> Math.min(1, known))),
        deviation(
            "duplicate-atomic-anew-after-modify",
            "answers a duplicate atomic with the present data after the state of a QP has changed",
            seams -> {
              boolean[] isModified = {false};
              seams.again.keptByModify.deviate(under ->
                  (to, known) -> {
                    isModified[0] = true;
                    return under.kept(to, known);
                  });
              seams.replayed.deviate(
                  under -> (original, now) -> isModified[0] ? now : under.of(original, now));
            }),
        deviation(
            "duplicate-ack-of-later-read",
            "acknowledges a duplicate with the PSN of the newest request, a READ or not",
            seams -> seams.repeatedAck.deviate(_ -> (_, newest) -> newest)),
        deviation(
            "read-skipped-by-ack",
            "completes a READ without response when a later request is acknowledged",
            seams -> seams.completesUnanswered.deviate(_ -> SendRequest.Read.class::isInstance)),
        deviation(
            "atomic-skipped-by-ack",
            "completes an atomic without response when a later request is acknowledged",
            seams ->
                seams.completesUnanswered.deviate(_ ->
                    request ->
                        request instanceof SendRequest.FetchAdd
                            || request instanceof SendRequest.CompareSwap)),
        deviation(
            "data-one-page-off",
            "accesses one page too far where a request starts within a page",
            seams ->
                seams.address.deviate(under ->
                    address -> under.applyAsLong(address % PAGE == 0 ? address : address + PAGE))),
        deviation(
            "data-at-page-start",
            "accesses the start of the page in which a request starts",
            seams ->
                seams.address.deviate(under -> address -> under.applyAsLong(address & -PAGE))));
  }

  private static Consumer<RcSeams> silencedBy(Predicate<TransportPacket> some) {
    return seams -> {
      boolean[] silent = {false};
      seams.refusing.deviate(under ->
          packet -> {
            boolean refused = silent[0] || under.test(packet);
            silent[0] |= some.test(packet);
            return refused || silent[0];
          });
    };
  }

  private static boolean isOfRoce(TransportPacket packet) {
    return packet.has(Header.UDP) && packet.get(Header.UDP, Udp.DESTINATION_PORT) == Udp.ROCE_V2;
  }

  private static boolean isRunt(TransportPacket packet) {
    return packet.payloadBytes() == 0 && packet.padCount() > 0;
  }

  private static boolean isWrapped(TransportPacket packet) {
    long address = packet.has(Header.RETH) ? packet.get(Header.RETH, Reth.VA) : 0;
    return address < 0 && address + packet.get(Header.RETH, Reth.DMA_LEN) >= 0;
  }

  private static void endFlushedReceivesWithError(RcSeams seams) {
    seams.completions.deviate(under ->
        (queue, right) ->
            queue == Queue.RECEIVE && right.status() == Status.WR_FLUSH_ERR
                ? List.of(new Completion(right.id(), Status.LOC_LEN_ERR, 0, 0))
                : under.of(queue, right));
  }
}
