package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.requests;
import static org.ibassay.device.deviation.RcEdits.responses;
import static org.ibassay.device.deviation.RcEdits.retries;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.link.upper.Completion;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// Deviations in one field of one packet: the first, second and so on that a device sends, or the
/// first of a kind. A test with a longer procedure detects those in later packets.
final class RcPacketDeviations {
  /// The first response is to the tester's measurement of the response time.
  private static final int FIRST_ANSWER = 2;

  private static final int LAST_ANSWER = 8;
  private static final int REQUESTS = 5;
  private static final byte[] ONE_BYTE = {1};

  private RcPacketDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            IntStream.rangeClosed(FIRST_ANSWER, LAST_ANSWER)
                .boxed()
                .flatMap(RcPacketDeviations::ofAnswer),
            IntStream.rangeClosed(1, REQUESTS).boxed().map(RcPacketDeviations::ofRequest),
            ofKinds())
        .<DeviationSpec>flatMap(deviations -> deviations)
        .toList();
  }

  private static Stream<DeviationSpec> ofAnswer(int n) {
    return Stream.of(
        answer(n, "opcode", RcPacketDeviations::withOtherAnswer),
        answer(n, "psn", packet -> packet.withPsn(Psn.next(packet.psn()))));
  }

  private static DeviationSpec answer(int n, String field, UnaryOperator<OutgoingPacket> edit) {
    return deviation(
        "answer-%d-other-%s".formatted(n, field),
        "has a different %s in answer %d".formatted(field.toUpperCase(Locale.ROOT), n),
        seams -> responses(nth(n), edit).accept(seams));
  }

  private static DeviationSpec ofRequest(int n) {
    return deviation(
        "request-%d-other-opcode".formatted(n),
        "has a different OPCODE in request %d".formatted(n),
        seams -> requests(nth(n), RcPacketDeviations::withOtherRequest).accept(seams));
  }

  private static Stream<DeviationSpec> ofKinds() {
    return Stream.of(
        deviation(
            "request-payload-wrong",
            "sends a wrong first byte",
            requests(_ -> true, RcPacketDeviations::flipped)),
        deviation(
            "retry-payload-wrong",
            "retransmits with a wrong first byte",
            retries(_ -> true, RcPacketDeviations::flipped)),
        deviation(
            "request-swap-next",
            "swaps in or adds one more than requested",
            requests(_ -> true, packet -> plus1(packet, Header.ATOMIC_ETH, AtomicEth.SWAP_DT))),
        deviation(
            "retry-swap-next",
            "swaps in or adds one more than requested, when it sends that again",
            retries(_ -> true, packet -> plus1(packet, Header.ATOMIC_ETH, AtomicEth.SWAP_DT))),
        deviation(
            "write-address-next",
            "writes to the next address",
            requests(
                packet -> packet.opCode().operation().isWrite(),
                packet -> plus1(packet, Header.RETH, Reth.VA))),
        deviation(
            "empty-read-answered-with-byte",
            "answers a READ of no bytes with one",
            responses(
                packet ->
                    packet.opCode() == OpCode.RC_RDMA_READ_RESP_ONLY
                        && packet.payload().byteSize() == 0,
                packet -> packet.withPayload(ONE_BYTE))),
        deviation(
            "empty-read-acknowledged",
            "answers a READ of no bytes with an acknowledge",
            responses(
                packet ->
                    packet.opCode() == OpCode.RC_RDMA_READ_RESP_ONLY
                        && packet.payload().byteSize() == 0,
                packet -> packet.withOpCode(OpCode.RC_ACK))),
        deviation(
            "send-completed-again",
            "returns a completion a second time when polled for the next one",
            seams -> seams.polled.deviate(_ -> repeatingOnce())));
  }

  private static UnaryOperator<List<Completion>> repeatingOnce() {
    List<Completion> last = new ArrayList<>();
    return polled -> {
      List<Completion> shown = polled.isEmpty() ? List.copyOf(last) : polled;
      last.clear();
      last.addAll(polled);
      return shown;
    };
  }

  /// Selects one packet of a device.
  private static Predicate<OutgoingPacket> nth(int n) {
    int[] sent = new int[1];
    return _ -> ++sent[0] == n;
  }

  private static OutgoingPacket withOtherAnswer(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ACK
        ? packet.withOpCode(OpCode.RC_RDMA_READ_RESP_ONLY)
        : packet.withOpCode(OpCode.RC_ACK).withPayload(new byte[0]);
  }

  private static OutgoingPacket withOtherRequest(OutgoingPacket packet) {
    return packet.withOpCode(
        switch (packet.opCode()) {
          case RC_FETCHADD -> OpCode.RC_CMPSWAP;
          case RC_CMPSWAP -> OpCode.RC_FETCHADD;
          case RC_SEND_ONLY -> OpCode.RC_SEND_ONLY_IMM;
          default -> OpCode.RC_SEND_ONLY;
        });
  }

  private static OutgoingPacket flipped(OutgoingPacket packet) {
    byte[] payload = packet.payload().toArray(ValueLayout.JAVA_BYTE);
    if (payload.length > 0) {
      payload[0] ^= 1;
    }
    return packet.withPayload(payload);
  }

  private static OutgoingPacket plus1(OutgoingPacket packet, Header header, Field field) {
    return packet.with(header, field, packet.get(field) + 1);
  }
}
