package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.afterRequests;
import static org.ibassay.device.deviation.RcEdits.afterResponses;
import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.isNak;
import static org.ibassay.device.deviation.RcEdits.responses;
import static org.ibassay.device.deviation.RcEdits.responsesTwice;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// Deviations in packets after a response, in the MSN of NAKs, and in the addresses of some
/// packets.
final class RcSurplusDeviations {
  private static final int OTHER_BIT = 4;

  private RcSurplusDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "read-last-twice",
            "sends the last packet of a response to a READ twice",
            responsesTwice(RcSurplusDeviations::endsRead)),
        deviation(
            "atomic-answered-twice",
            "answers an atomic twice",
            responsesTwice(RcEdits::isAtomicAck)),
        deviation(
            "every-other-atomic-twice",
            "answers every other atomic twice",
            seams -> responsesTwice(everyOther(RcEdits::isAtomicAck)).accept(seams)),
        deviation("refused-twice", "sends a NAK twice", responsesTwice(RcEdits::isNak)),
        deviation(
            "ack-of-next",
            "sends an acknowledge for the next PSN after each",
            afterResponses(
                OutgoingPacket::isPlainAck, packet -> packet.withPsn(Psn.next(packet.psn())))),
        deviation(
            "ack-after-own-request",
            "sends an acknowledge after each request of its own, with the PSN before",
            afterRequests(_ -> true, RcSurplusDeviations::ackBefore)),
        deviation(
            "ack-after-own-read",
            "sends an acknowledge after each READ or atomic of its own, with the PSN before",
            afterRequests(RcSurplusDeviations::needsData, RcSurplusDeviations::ackBefore)),
        deviation(
            "ack-again-counts-more",
            "repeats an acknowledge with the next MSN",
            afterResponses(OutgoingPacket::isPlainAck, packet -> counting(packet, 1))),
        deviation(
            "ack-after-read-counts-more",
            "sends an acknowledge after the last packet of a READ's response, with the next MSN",
            afterResponses(
                RcSurplusDeviations::endsRead,
                packet -> counting(packet.withOpCode(OpCode.RC_ACK).withPayload(new byte[0]), 1))),
        deviation(
            "nak-counts-refused",
            "counts the NAKed message in the MSN of the NAK",
            responses(RcEdits::isNak, packet -> counting(packet, 1))),
        deviation(
            "nak-msn-0",
            "sends NAKs with MSN 0",
            responses(RcEdits::isNak, packet -> packet.with(Header.AETH, Aeth.MSN, 0))),
        deviation(
            "rnr-counts-refused",
            "counts the message that met no receive in the MSN of an RNR NAK",
            responses(RcSurplusDeviations::isRnrNak, packet -> counting(packet, 1))),
        address(
            "source-mac-of-reads-other",
            "READ responses from another MAC",
            Header.ETHERNET,
            Ethernet.SOURCE,
            mac -> mac ^ OTHER_BIT,
            RcEdits::isReadResponse),
        address(
            "source-ip-of-naks-other",
            "NAKs from another IP address",
            Header.IPV4,
            Ipv4.SOURCE,
            ip -> ip ^ OTHER_BIT,
            packet -> isNak(packet) || isRnrNak(packet)));
  }

  private static boolean endsRead(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_RDMA_READ_RESP_LAST
        || packet.opCode() == OpCode.RC_RDMA_READ_RESP_ONLY;
  }

  private static Predicate<OutgoingPacket> everyOther(Predicate<OutgoingPacket> kind) {
    int[] seen = new int[1];
    return packet -> kind.test(packet) && seen[0]++ % 2 == 1;
  }

  private static boolean needsData(OutgoingPacket packet) {
    return !packet.opCode().operation().isSend() && !packet.opCode().operation().isWrite();
  }

  private static OutgoingPacket ackBefore(OutgoingPacket packet) {
    return packet
        .withOpCode(OpCode.RC_ACK)
        .withPayload(new byte[0])
        .withPsn(Psn.add(packet.psn(), -1));
  }

  private static boolean isRnrNak(OutgoingPacket packet) {
    return packet.opCode() == OpCode.RC_ACK
        && Syndrome.of((int) packet.get(Aeth.SYNDROME)) instanceof Syndrome.RnrNak;
  }

  private static OutgoingPacket counting(OutgoingPacket packet, int more) {
    return packet.with(Header.AETH, Aeth.MSN, Psn.add((int) packet.get(Aeth.MSN), more));
  }

  private static DeviationSpec address(
      String name,
      String text,
      Header header,
      Field field,
      UnaryOperator<Long> wrong,
      Predicate<OutgoingPacket> some) {
    Consumer<RcSeams> effect =
        seams ->
            seams.carrying.deviate(under ->
                (envelope, packet) -> {
                  Envelope right = under.of(envelope, packet);
                  return some.test(packet) && right.has(header)
                      ? right.with(header, field, wrong.apply(right.get(header, field)))
                      : right;
                });
    return deviation(name, "sends " + text, effect);
  }
}
