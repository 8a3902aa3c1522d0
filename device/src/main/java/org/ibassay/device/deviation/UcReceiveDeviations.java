package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.UcEdits.acknowledges;
import static org.ibassay.device.deviation.UcEdits.alleged;
import static org.ibassay.device.deviation.UcEdits.answers;
import static org.ibassay.device.deviation.UcEdits.deviation;
import static org.ibassay.device.deviation.UcEdits.is;
import static org.ibassay.device.deviation.UcEdits.reacts;
import static org.ibassay.device.deviation.UcEdits.unnoticed;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.UcFault;
import org.ibassay.device.rc.UdSeams.Reaction;
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
  private static final int BYTE_MASK = 0xFF;
  private static final int RNR_TIMER = 12;
  private static final Set<UcFault> ACCESS =
      Set.of(
          UcFault.FORBIDDEN_ON_QP,
          UcFault.R_KEY_UNKNOWN,
          UcFault.OUT_OF_RANGE,
          UcFault.FORBIDDEN_IN_REGION);

  private UcReceiveDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(headers(), gaps(), messages(), answering()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        takes("icrc-not-checked", "packets with a wrong ICRC", UcFault.ICRC, _ -> true),
        takes("tver-not-checked", "packets of any transport version", UcFault.T_VER, _ -> true),
        takes(
            "tver-half-checked",
            "packets of transport versions from 8 on",
            UcFault.T_VER,
            packet -> (packet.get(Header.BTH, Bth.T_VER) & 7) == 0),
        takes("p-key-not-checked", "packets of any partition", UcFault.P_KEY, _ -> true),
        takes(
            "p-key-low-byte-checked",
            "packets of partitions whose P_Keys have the right last byte",
            UcFault.P_KEY,
            packet -> (packet.get(Header.BTH, Bth.P_KEY) & BYTE_MASK) == BYTE_MASK),
        deviation(
            "p-key-ends-qp",
            "ends the QP at a wrong P_Key",
            reacts(UcFault.P_KEY, Reaction.END_QP)),
        takes(
            "rc-taken",
            "packets of a reliable connection",
            UcFault.OPCODE,
            packet -> packet.opCode().isPresent() && packet.opCodeNumber() < 0x20),
        takes(
            "reserved-taken",
            "packets with an OpCode that the service does not have",
            UcFault.OPCODE,
            packet -> packet.opCode().isEmpty()),
        takes(
            "datagram-taken",
            "datagrams",
            UcFault.OPCODE,
            packet -> packet.is(OpCode.UD_SEND_ONLY)),
        drops(
            "empty-dropped",
            "SENDs without payload",
            UcFault.CARRIER,
            packet -> packet.payloadBytes() == 0 && is(packet, Operation::isSend)),
        drops(
            "padded-dropped",
            "packets with three pad bytes",
            UcFault.CARRIER,
            packet -> packet.padCount() == 3),
        deviation(
            "opcode-ends-qp",
            "ends the QP at an OpCode of another service",
            reacts(UcFault.OPCODE, Reaction.END_QP)));
  }

  private static List<DeviationSpec> gaps() {
    return List.of(
        takes("gap-not-noticed", "a message of which a packet is missing", UcFault.LOST, _ -> true),
        takes(
            "gap-before-last-not-noticed",
            "a message of which the packet before the last is missing",
            UcFault.LOST,
            packet -> is(packet, Operation::isEnd)),
        takes(
            "gap-in-write-not-noticed",
            "an RDMA WRITE of which a packet is missing",
            UcFault.LOST,
            packet -> is(packet, Operation::isWrite)),
        deviation(
            "gap-resumed",
            "drops the packet after a gap, and goes on with the next one",
            seams ->
                seams.resumes.depart(under -> fault -> fault == UcFault.LOST || under.test(fault))),
        deviation(
            "gap-waited-for",
            "drops all packets until the missing one comes",
            seams -> {
              seams.faults.depart(under ->
                  (possible, packet, progress, conforming) ->
                      (possible == UcFault.LOST
                              && packet.get(Header.BTH, Bth.PSN) != progress.expectedPsn())
                          || under.has(possible, packet, progress, conforming));
              seams.waits.depart(_ -> fault -> fault == UcFault.LOST);
            }),
        deviation(
            "gap-costs-next-message",
            "drops a message that begins after a gap, too",
            seams ->
                seams.faults.depart(under ->
                    (possible, packet, progress, conforming) ->
                        (possible == UcFault.LOST
                                && packet.get(Header.BTH, Bth.PSN) != progress.expectedPsn())
                            || under.has(possible, packet, progress, conforming))),
        deviation(
            "far-gap-costs-message",
            "drops a message that begins more than two PSNs after the one that is expected",
            seams ->
                seams.faults.depart(under ->
                    (possible, packet, progress, conforming) ->
                        (possible == UcFault.LOST
                                && Psn.difference(
                                        (int) packet.get(Header.BTH, Bth.PSN),
                                        progress.expectedPsn())
                                    > 2)
                            || under.has(possible, packet, progress, conforming))),
        deviation("gap-ends-qp", "ends the QP at a gap", reacts(UcFault.LOST, Reaction.END_QP)),
        deviation(
            "gap-nak",
            "answers a gap with a NAK",
            answers(UcFault.LOST::equals, new Nak(Nak.PSN_SEQUENCE_ERROR))),
        deviation(
            "part-completes",
            "completes the receive of a message that is dropped, with what there is",
            seams -> seams.completesPart.depart(_ -> _ -> true)),
        deviation(
            "part-completes-at-next",
            "completes the receive of a message that has not ended when another one begins",
            seams -> seams.completesPart.depart(_ -> packet -> is(packet, Operation::isStart))));
  }

  private static List<DeviationSpec> messages() {
    return List.of(
        takes("order-not-noticed", "packets in any order", UcFault.ORDER, _ -> true),
        takes(
            "last-alone-taken",
            "a SEND Last that no First came before",
            UcFault.ORDER,
            packet -> packet.is(OpCode.UC_SEND_LAST)),
        takes(
            "middle-alone-taken",
            "a SEND Middle that no First came before",
            UcFault.ORDER,
            packet -> packet.is(OpCode.UC_SEND_MIDDLE)),
        takes(
            "write-ends-send",
            "the last packet of an RDMA WRITE as that of a SEND",
            UcFault.ORDER,
            packet -> is(packet, Operation::isWrite)),
        deviation(
            "order-ends-qp",
            "ends the QP at a packet out of order",
            reacts(UcFault.ORDER, Reaction.END_QP)),
        deviation(
            "order-nak",
            "answers a packet out of order with a NAK",
            answers(UcFault.ORDER::equals, new Nak(Nak.INVALID_REQUEST))),
        deviation(
            "unfinished-ends-qp",
            "ends the QP when a message begins before the last has ended",
            seams -> {
              seams.faults.depart(under ->
                  (possible, packet, progress, conforming) ->
                      (possible == UcFault.UNFINISHED
                              && progress.isOpen()
                              && is(packet, Operation::isStart)
                              && packet.get(Header.BTH, Bth.PSN) == progress.expectedPsn())
                          || under.has(possible, packet, progress, conforming));
              reacts(UcFault.UNFINISHED, Reaction.END_QP).accept(seams);
            }),
        takes("length-not-checked", "packets of any length", UcFault.LENGTH, _ -> true),
        takes(
            "short-middle-taken",
            "Middle packets of any length",
            UcFault.LENGTH,
            packet -> packet.is(OpCode.UC_SEND_MIDDLE)),
        takes(
            "long-only-taken",
            "Only packets of any length",
            UcFault.LENGTH,
            packet -> packet.is(OpCode.UC_SEND_ONLY_IMM)),
        takes(
            "dma-length-not-checked",
            "RDMA WRITEs whose DMA length is another than that of their data",
            UcFault.LENGTH,
            packet -> is(packet, Operation::isWrite)),
        deviation(
            "length-ends-qp",
            "ends the QP at a packet of a wrong length",
            reacts(UcFault.LENGTH, Reaction.END_QP)),
        takes(
            "too-long-overruns",
            "SENDs that are longer than their receive",
            UcFault.TOO_LONG_FOR_RECEIVE,
            _ -> true),
        deviation(
            "too-long-ends-qp",
            "ends the QP at a SEND that is longer than its receive",
            reacts(UcFault.TOO_LONG_FOR_RECEIVE, Reaction.END_QP)),
        deviation(
            "no-receive-ends-qp",
            "ends the QP at a message that meets no receive",
            reacts(UcFault.NO_RECEIVE, Reaction.END_QP)),
        deviation(
            "no-receive-resumed",
            "takes the rest of a message whose first packet met no receive",
            seams -> {
              seams.resumes.depart(_ -> fault -> fault == UcFault.NO_RECEIVE);
              unnoticed(UcFault.NO_RECEIVE, packet -> !is(packet, Operation::isEnd)).accept(seams);
            }),
        takes("access-not-checked", "any RDMA WRITE", UcFault.R_KEY_UNKNOWN, _ -> true),
        takes("range-not-checked", "RDMA WRITEs beyond a region", UcFault.OUT_OF_RANGE, _ -> true),
        takes(
            "range-of-long-not-checked",
            "RDMA WRITEs of several packets beyond a region",
            UcFault.OUT_OF_RANGE,
            packet -> packet.is(OpCode.UC_RDMA_WRITE_FIRST)),
        takes(
            "region-rights-not-checked",
            "RDMA WRITEs to a region that is not to be written",
            UcFault.FORBIDDEN_IN_REGION,
            _ -> true),
        takes(
            "qp-rights-not-checked",
            "RDMA WRITEs on a QP without that right",
            UcFault.FORBIDDEN_ON_QP,
            _ -> true),
        deviation(
            "access-ends-qp",
            "ends the QP at an RDMA WRITE that is not allowed",
            seams -> ACCESS.forEach(fault -> reacts(fault, Reaction.END_QP).accept(seams))),
        deviation(
            "range-ends-qp",
            "ends the QP at an RDMA WRITE beyond a region",
            reacts(UcFault.OUT_OF_RANGE, Reaction.END_QP)));
  }

  private static List<DeviationSpec> answering() {
    return List.of(
        deviation("acknowledges", "acknowledges all messages", acknowledges(Operation::isEnd)),
        deviation("acknowledges-packets", "acknowledges all packets", acknowledges(_ -> true)),
        deviation(
            "acknowledges-writes",
            "acknowledges RDMA WRITEs",
            acknowledges(operation -> operation.isWrite() && operation.isEnd())),
        deviation(
            "acknowledges-long",
            "acknowledges messages of several packets",
            acknowledges(operation -> operation.isEnd() && !operation.isStart())),
        deviation(
            "acknowledges-immediate",
            "acknowledges SENDs with immediate data",
            acknowledges(operation -> operation == Operation.SEND_ONLY_IMM)),
        deviation(
            "access-nak",
            "answers an RDMA WRITE that is not allowed with a NAK",
            answers(ACCESS::contains, new Nak(Nak.REMOTE_ACCESS_ERROR))),
        deviation(
            "qp-rights-nak",
            "answers an RDMA WRITE on a QP without that right with a NAK",
            answers(UcFault.FORBIDDEN_ON_QP::equals, new Nak(Nak.INVALID_REQUEST))),
        deviation(
            "length-nak",
            "answers a packet of a wrong length with a NAK",
            answers(UcFault.LENGTH::equals, new Nak(Nak.INVALID_REQUEST))),
        deviation(
            "no-receive-rnr-nak",
            "answers a message that meets no receive with an RNR NAK",
            answers(UcFault.NO_RECEIVE::equals, new Syndrome.RnrNak(RNR_TIMER))),
        deviation(
            "opcode-nak",
            "answers a packet with an OpCode of another service with a NAK",
            answers(UcFault.OPCODE::equals, new Nak(Nak.INVALID_REQUEST))));
  }

  private static DeviationSpec takes(
      String name, String what, UcFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "takes " + what, unnoticed(fault, some));
  }

  private static DeviationSpec drops(
      String name, String what, UcFault fault, Predicate<TransportPacket> some) {
    return deviation(name, "drops " + what, alleged(fault, some));
  }
}
