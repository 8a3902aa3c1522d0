package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.OneWayFamily.UC;

import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.link.upper.UpperTester.Queue;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of the requester of an unreliable connection.
final class UcSendDeviations {
  private static final int OTHER_P_KEY = 0x1234;
  private static final int OTHER_QP = 0x42;

  private UcSendDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UC.sends("asks-for-ack", "sets AckReq", packet -> packet.withAckRequest(true)),
        UC.sends(
            "asks-for-ack-last",
            "sets AckReq in the last packet of a message of several",
            packet -> packet.opCode() == OpCode.UC_SEND_LAST,
            packet -> packet.withAckRequest(true)),
        UC.sends(
            "solicits", "sets SE in each packet", packet -> packet.with(Header.BTH, Bth.SE, 1)),
        UC.sends(
            "solicits-in-middle",
            "sets SE in Middle packets of a SEND",
            packet -> packet.opCode() == OpCode.UC_SEND_MIDDLE,
            packet -> packet.with(Header.BTH, Bth.SE, 1)),
        UC.sends(
            "sent-of-reliable-connection",
            "sends OpCodes of a reliable connection",
            packet -> packet.withOpCode(OpCode.of(packet.opCode().number() & 0x1F).orElseThrow())),
        UC.sends(
            "sent-middle-as-first",
            "sends Middle packets of a SEND as First",
            packet -> packet.opCode() == OpCode.UC_SEND_MIDDLE,
            packet -> packet.withOpCode(OpCode.UC_SEND_FIRST)),
        UC.sends(
            "sent-last-as-middle",
            "sends the last packet of an RDMA WRITE as a Middle",
            packet -> packet.opCode() == OpCode.UC_RDMA_WRITE_LAST,
            packet -> packet.withOpCode(OpCode.UC_RDMA_WRITE_MIDDLE)),
        UC.sends("sent-payload-wrong", "sends a wrong first byte", UcSendDeviations::flipped),
        UC.sends(
            "sent-last-payload-wrong",
            "sends a wrong first byte in the last packet of a message of several",
            packet -> packet.opCode().operation().isEnd() && !packet.opCode().operation().isStart(),
            UcSendDeviations::flipped),
        UC.sends(
            "sent-dma-length-of-packet",
            "sends the length of a packet as DMALen",
            packet -> packet.opCode() == OpCode.UC_RDMA_WRITE_FIRST,
            packet -> packet.with(Header.RETH, Reth.DMA_LEN, packet.payload().byteSize())),
        UC.sends(
            "sent-address-next",
            "writes to the next address",
            packet -> packet.with(Header.RETH, Reth.VA, packet.get(Reth.VA) + 1)),
        UC.sets("sent-r-key-zero", "sends R_Key 0", Header.RETH, Reth.R_KEY, 0),
        UC.sets("sent-t-ver-1", "sends TVer 1", Header.BTH, Bth.T_VER, 1),
        UC.sets("sent-reserved-bit", "sends a reserved bit of the BTH", Header.BTH, Bth.RESV8A, 1),
        UC.sets("sent-to-other-qp", "sends to another QP", Header.BTH, Bth.DEST_QP, OTHER_QP),
        UC.sets("sent-p-key-wrong", "sends another P_Key", Header.BTH, Bth.P_KEY, OTHER_P_KEY),
        UC.counts("psn-not-counted", "sends all messages with one PSN", (psn, _) -> psn),
        UC.counts("psn-one-a-message", "counts messages, not packets", (psn, _) -> Psn.next(psn)),
        UC.counts(
            "psn-zero-skipped",
            "starts no message with PSN 0",
            (psn, count) -> Math.max(1, Psn.add(psn, count))),
        UC.edits("sent-twice", "sends each packet twice", packet -> List.of(packet, packet)),
        UC.edits(
            "sent-last-twice",
            "sends the last packet of an RDMA WRITE twice",
            packet ->
                packet.opCode() == OpCode.UC_RDMA_WRITE_LAST
                    ? List.of(packet, packet)
                    : List.of(packet)),
        UC.edits("not-sent", "sends nothing", _ -> List.of()),
        UC.deviation(
            "repeats",
            "retransmits messages because they are not acknowledged",
            seams -> seams.repeats.deviate(_ -> _ -> true)),
        UC.deviation(
            "repeats-writes",
            "sends RDMA WRITEs once more",
            seams -> seams.repeats.deviate(_ -> SendRequest.Write.class::isInstance)),
        UC.completes(
            "waits-for-ack",
            "completes no message, because none is acknowledged",
            Queue.SEND,
            _ -> List.of()),
        UC.completes(
            "completes-as-unanswered",
            "completes messages as unanswered",
            Queue.SEND,
            right -> List.of(new Completion(right.id(), Status.RETRY_EXC_ERR, 0, 0))),
        ends(
            "nak-ends-qp",
            "ends the QP at a NAK",
            packet -> syndrome(packet) instanceof Syndrome.Nak),
        ends(
            "rnr-nak-ends-qp",
            "ends the QP at an RNR NAK",
            packet -> syndrome(packet) instanceof Syndrome.RnrNak),
        ends("ack-ends-qp", "ends the QP at an ACK", packet -> packet.is(OpCode.RC_ACK)),
        UC.deviation(
            "sequence-nak-repeats",
            "resends the last packet when it receives a NAK",
            seams ->
                seams.answers.deviate(under ->
                    (packet, found) ->
                        syndrome(packet) instanceof Syndrome.Nak
                            ? List.of(last(packet))
                            : under.of(packet, found))),
        UC.wrongIcrc());
  }

  private static OutgoingPacket last(TransportPacket packet) {
    return new OutgoingPacket(
        OpCode.UC_SEND_LAST,
        Psn.next((int) packet.get(Header.BTH, Bth.PSN)),
        false,
        List.of(),
        packet.payload());
  }

  private static Syndrome syndrome(TransportPacket packet) {
    return Syndrome.of(
        packet.is(OpCode.RC_ACK) ? (int) packet.get(Header.AETH, Aeth.SYNDROME) : 0xFF);
  }

  private static OutgoingPacket flipped(OutgoingPacket packet) {
    byte[] payload = packet.payload().toArray(JAVA_BYTE);
    if (payload.length > 0) {
      payload[0] ^= 1;
    }
    return packet.withPayload(payload);
  }

  private static DeviationSpec ends(String name, String summary, Predicate<TransportPacket> some) {
    return UC.deviation(name, summary, seams -> seams.endsBy.deviate(_ -> some));
  }
}
