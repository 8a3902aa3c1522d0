package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UC;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.rc.UcFault;
import org.ibassay.device.rc.UcSeams.Progress;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of the responder of an unreliable connection.
final class UcReceiveDeviations {
  private static final int RNR_TIMER = 12;
  private static final Set<UcFault> ACCESS =
      Set.of(
          UcFault.FORBIDDEN_ON_QP,
          UcFault.R_KEY_UNKNOWN,
          UcFault.OUT_OF_RANGE,
          UcFault.FORBIDDEN_IN_REGION);

  private UcReceiveDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            UC.ofHeaders("packets", UcFault.ICRC, UcFault.T_VER, UcFault.P_KEY, UcFault.CARRIER),
            services(),
            gaps(),
            messages(),
            answering())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> services() {
    return List.of(
        UC.takes(
            "rc-taken",
            "packets of a reliable connection",
            UcFault.OPCODE,
            packet -> packet.opCode().isPresent() && packet.opCodeNumber() < 0x20),
        UC.takes(
            "reserved-taken",
            "packets with an OpCode that the service does not have",
            UcFault.OPCODE,
            packet -> packet.opCode().isEmpty()),
        UC.takes(
            "datagram-taken",
            "datagrams",
            UcFault.OPCODE,
            packet -> packet.is(OpCode.UD_SEND_ONLY)),
        UC.drops(
            "empty-dropped",
            "SENDs without payload",
            UcFault.CARRIER,
            packet -> packet.payloadBytes() == 0 && is(packet, Operation::isSend)),
        UC.endsQp("opcode-ends-qp", "at an OpCode of another service", UcFault.OPCODE));
  }

  private static List<DeviationSpec> gaps() {
    return List.of(
        UC.takes("gap-not-noticed", "a message of which a packet is missing", UcFault.LOST),
        UC.takes(
            "gap-before-last-not-noticed",
            "a message of which the packet before the last is missing",
            UcFault.LOST,
            packet -> is(packet, Operation::isEnd)),
        UC.takes(
            "gap-in-write-not-noticed",
            "an RDMA WRITE of which a packet is missing",
            UcFault.LOST,
            packet -> is(packet, Operation::isWrite)),
        UC.deviation(
            "gap-resumed",
            "drops the packet after a gap, and accepts the next one",
            seams ->
                seams.resumes.deviate(
                    under -> fault -> fault == UcFault.LOST || under.test(fault))),
        UC.deviation(
            "gap-waited-for",
            "drops all packets until the missing one is received",
            seams -> {
              UC.alleged(UcFault.LOST, UcReceiveDeviations::isAfterGap).accept(seams);
              seams.waits.deviate(_ -> fault -> fault == UcFault.LOST);
            }),
        UC.drops(
            "gap-costs-next-message",
            "a message that begins after a gap, too",
            UcFault.LOST,
            UcReceiveDeviations::isAfterGap),
        UC.drops(
            "far-gap-costs-message",
            "a message that begins more than two PSNs after the one that is expected",
            UcFault.LOST,
            (packet, progress) -> Psn.difference(psn(packet), progress.expectedPsn()) > 2),
        UC.endsQp("gap-ends-qp", "at a gap", UcFault.LOST),
        UC.answers(
            "gap-nak",
            "answers a gap with a NAK",
            UcFault.LOST::equals,
            new Nak(Nak.PSN_SEQUENCE_ERROR)),
        UC.deviation(
            "part-completes",
            "completes the receive of a dropped message with what it has received",
            seams -> seams.completesPart.deviate(_ -> _ -> true)),
        UC.deviation(
            "part-completes-at-next",
            "completes the receive of a message that has not ended when another one begins",
            seams -> seams.completesPart.deviate(_ -> packet -> is(packet, Operation::isStart))));
  }

  private static List<DeviationSpec> messages() {
    return List.of(
        UC.takes("order-not-noticed", "packets in any order", UcFault.ORDER),
        UC.takes(
            "last-alone-taken",
            "a SEND Last without a First",
            UcFault.ORDER,
            packet -> packet.is(OpCode.UC_SEND_LAST)),
        UC.takes(
            "middle-alone-taken",
            "a SEND Middle without a First",
            UcFault.ORDER,
            packet -> packet.is(OpCode.UC_SEND_MIDDLE)),
        UC.takes(
            "write-ends-send",
            "the last packet of an RDMA WRITE as that of a SEND",
            UcFault.ORDER,
            packet -> is(packet, Operation::isWrite)),
        UC.endsQp("order-ends-qp", "at a packet out of order", UcFault.ORDER),
        UC.answers(
            "order-nak",
            "answers a packet out of order with a NAK",
            UcFault.ORDER::equals,
            new Nak(Nak.INVALID_REQUEST)),
        UC.deviation(
            "unfinished-ends-qp",
            "ends the QP when a message begins before the last has ended",
            seams -> {
              UC.alleged(UcFault.UNFINISHED, UcReceiveDeviations::beginsEarly).accept(seams);
              UC.reacts(UcFault.UNFINISHED, Reaction.END_QP).accept(seams);
            }),
        UC.takes("length-not-checked", "packets of any length", UcFault.LENGTH),
        UC.takes(
            "short-middle-taken",
            "Middle packets of any length",
            UcFault.LENGTH,
            packet -> packet.is(OpCode.UC_SEND_MIDDLE)),
        UC.takes(
            "long-only-taken",
            "Only packets of any length",
            UcFault.LENGTH,
            packet -> packet.is(OpCode.UC_SEND_ONLY_IMM)),
        UC.takes(
            "dma-length-not-checked",
            "RDMA WRITEs whose DMA length is another than that of their data",
            UcFault.LENGTH,
            packet -> is(packet, Operation::isWrite)),
        UC.endsQp("length-ends-qp", "at a packet of a wrong length", UcFault.LENGTH),
        UC.takes(
            "too-long-overruns",
            "SENDs that are longer than their receive",
            UcFault.TOO_LONG_FOR_RECEIVE),
        UC.endsQp(
            "too-long-ends-qp",
            "at a SEND that is longer than its receive",
            UcFault.TOO_LONG_FOR_RECEIVE),
        UC.endsQp(
            "no-receive-ends-qp", "at a message without a posted receive", UcFault.NO_RECEIVE),
        UC.deviation(
            "no-receive-resumed",
            "accepts the rest of a message whose first packet met no receive",
            seams -> {
              seams.resumes.deviate(_ -> fault -> fault == UcFault.NO_RECEIVE);
              UC.unnoticed(UcFault.NO_RECEIVE, (packet, _) -> !is(packet, Operation::isEnd))
                  .accept(seams);
            }),
        UC.takes("access-not-checked", "any RDMA WRITE", UcFault.R_KEY_UNKNOWN),
        UC.takes(
            "domain-not-checked",
            "RDMA WRITEs to memory of another protection domain",
            UcFault.OTHER_DOMAIN),
        UC.takes("range-not-checked", "RDMA WRITEs beyond a region", UcFault.OUT_OF_RANGE),
        UC.takes(
            "range-of-long-not-checked",
            "RDMA WRITEs of several packets beyond a region",
            UcFault.OUT_OF_RANGE,
            packet -> packet.is(OpCode.UC_RDMA_WRITE_FIRST)),
        UC.takes(
            "region-rights-not-checked",
            "RDMA WRITEs to a region that is not to be written",
            UcFault.FORBIDDEN_IN_REGION),
        UC.takes(
            "qp-rights-not-checked",
            "RDMA WRITEs on a QP without that right",
            UcFault.FORBIDDEN_ON_QP),
        UC.deviation(
            "access-ends-qp",
            "ends the QP at an RDMA WRITE that is not allowed",
            seams -> ACCESS.forEach(fault -> UC.reacts(fault, Reaction.END_QP).accept(seams))),
        UC.endsQp("range-ends-qp", "at an RDMA WRITE beyond a region", UcFault.OUT_OF_RANGE));
  }

  private static List<DeviationSpec> answering() {
    return List.of(
        UC.acknowledges("acknowledges", "all messages", packet -> is(packet, Operation::isEnd)),
        UC.acknowledges("acknowledges-packets", "all packets", _ -> true),
        UC.acknowledges(
            "acknowledges-writes",
            "RDMA WRITEs",
            packet -> is(packet, operation -> operation.isWrite() && operation.isEnd())),
        UC.acknowledges(
            "acknowledges-long",
            "messages of several packets",
            packet -> is(packet, operation -> operation.isEnd() && !operation.isStart())),
        UC.acknowledges(
            "acknowledges-immediate",
            "SENDs with immediate data",
            packet -> is(packet, operation -> operation == Operation.SEND_ONLY_IMM)),
        UC.answers(
            "access-nak",
            "answers an RDMA WRITE that is not allowed with a NAK",
            ACCESS::contains,
            new Nak(Nak.REMOTE_ACCESS_ERROR)),
        UC.answers(
            "qp-rights-nak",
            "answers an RDMA WRITE on a QP without that right with a NAK",
            UcFault.FORBIDDEN_ON_QP::equals,
            new Nak(Nak.INVALID_REQUEST)),
        UC.answers(
            "length-nak",
            "answers a packet of a wrong length with a NAK",
            UcFault.LENGTH::equals,
            new Nak(Nak.INVALID_REQUEST)),
        UC.answers(
            "no-receive-rnr-nak",
            "answers a message that meets no receive with an RNR NAK",
            UcFault.NO_RECEIVE::equals,
            new Syndrome.RnrNak(RNR_TIMER)),
        UC.answers(
            "opcode-nak",
            "answers a packet with an OpCode of another service with a NAK",
            UcFault.OPCODE::equals,
            new Nak(Nak.INVALID_REQUEST)));
  }

  private static boolean is(TransportPacket packet, Predicate<Operation> kind) {
    return packet.opCode().map(OpCode::operation).filter(kind).isPresent();
  }

  private static int psn(TransportPacket packet) {
    return (int) packet.get(Header.BTH, Bth.PSN);
  }

  private static boolean isAfterGap(TransportPacket packet, Progress progress) {
    return psn(packet) != progress.expectedPsn();
  }

  private static boolean beginsEarly(TransportPacket packet, Progress progress) {
    return progress.isOpen()
        && is(packet, Operation::isStart)
        && psn(packet) == progress.expectedPsn();
  }
}
