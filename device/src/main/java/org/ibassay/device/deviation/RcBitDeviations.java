package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Received;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations caused by bits without meaning, and of a requester with several outstanding requests.
final class RcBitDeviations {
  private static final int ACK_REQUEST_BYTE = 8;
  private static final int RESERVED_BITS = 0x7F;
  private static final int LIMITED_P_KEY = 0x7FFF;

  private RcBitDeviations() {}

  static List<DeviationSpec> all() {
    List<DeviationSpec> all = new ArrayList<>(bits());
    all.addAll(several());
    return all;
  }

  private static List<DeviationSpec> bits() {
    return List.of(
        drops("fecn-dropped", "packets with FECN", packet -> flag(packet, Bth.FECN)),
        drops("becn-dropped", "packets with BECN", packet -> flag(packet, Bth.BECN)),
        drops("mig-req-dropped", "packets with MigReq", packet -> flag(packet, Bth.M)),
        drops("reserved-bits-dropped", "packets with reserved bits", RcBitDeviations::isReserved),
        drops(
            "reserved-bits-of-response-dropped",
            "responses with reserved bits",
            packet -> isReserved(packet) && RcEdits.is(packet, Operation::isResponse)),
        drops(
            "solicited-send-dropped",
            "SENDs with a solicited event",
            packet -> flag(packet, Bth.SE) && RcEdits.is(packet, Operation::isSend)),
        drops(
            "read-without-ackreq-dropped",
            "READs and atomics without AckReq",
            packet ->
                !flag(packet, Bth.A)
                    && RcEdits.is(
                        packet, kind -> kind == Operation.RDMA_READ_REQ || kind.isAtomic())),
        copies("fecn-copied", "FECN of a request into its response", Bth.FECN, _ -> true),
        copies(
            "fecn-copied-by-read",
            "FECN of a READ into its response",
            Bth.FECN,
            RcEdits::isReadResponse),
        copies("p-key-copied", "the P_Key of a request into its response", Bth.P_KEY, _ -> true),
        deviation(
            "limited-p-key-in-requests",
            "sends requests with the P_Key of a limited member",
            RcEdits.requests(_ -> true, made -> made.with(Header.BTH, Bth.P_KEY, LIMITED_P_KEY))),
        deviation(
            "ack-needs-credit",
            "drops ACKs that report no credit",
            seams ->
                seams.heeds.deviate(under ->
                    syndrome -> !syndrome.equals(new Syndrome.Ack(0)) && under.test(syndrome))),
        deviation(
            "ack-with-credits-dropped",
            "drops ACKs that report a credit count",
            seams ->
                seams.heeds.deviate(under ->
                    syndrome ->
                        (!(syndrome instanceof Syndrome.Ack)
                                || syndrome.equals(Syndrome.Ack.WITHOUT_CREDITS))
                            && under.test(syndrome))),
        deviation(
            "immediate-0-none",
            "reports no immediate data where that is 0",
            seams ->
                seams.completions.deviate(
                    under -> (queue, right) -> under.of(queue, withoutZero(right)))));
  }

  private static DeviationSpec copies(
      String name, String what, Field field, Predicate<OutgoingPacket> some) {
    return deviation(
        name,
        "copies " + what,
        seams -> {
          long[] last = {0};
          seams.hears.deviate(under ->
              packet -> {
                last[0] = packet.isTransport() ? packet.get(Header.BTH, field) : 0;
                return under.test(packet);
              });
          RcEdits.responses(some, made -> made.with(Header.BTH, field, last[0])).accept(seams);
        });
  }

  private static DeviationSpec drops(String name, String what, Predicate<TransportPacket> some) {
    return deviation(
        name,
        "drops " + what,
        seams -> seams.refusing.deviate(under -> p -> some.test(p) || under.test(p)));
  }

  private static boolean flag(TransportPacket packet, Field field) {
    return packet.get(Header.BTH, field) == 1;
  }

  static boolean isReserved(TransportPacket packet) {
    long at = packet.at(Header.BTH) + ACK_REQUEST_BYTE;
    return (packet.segment().get(JAVA_BYTE, at) & RESERVED_BITS) != 0;
  }

  private static Completion withoutZero(Completion right) {
    Received received = right.received();
    return Integer.valueOf(0).equals(received.immediate())
        ? new Completion(
            right.id(),
            right.status(),
            right.vendorError(),
            right.bytes(),
            new Received(received.sourceQp(), received.hasGrh(), null, received.invalidated()))
        : right;
  }

  private static List<DeviationSpec> several() {
    return List.of(
        deviation(
            "nak-acknowledges-nothing",
            "completes the oldest request with the error of a later one that is NAKed",
            seams ->
                seams.again.acknowledges.deviate(under ->
                    syndrome ->
                        !(syndrome instanceof Nak nak && nak.code() != Nak.PSN_SEQUENCE_ERROR)
                            && under.test(syndrome))),
        deviation(
            "retries-one-packet",
            "sends only the first of the packets again that are to be sent again",
            seams -> {
              int[] last = {-1};
              seams.retries.deviate(under ->
                  packet -> {
                    boolean follows = packet.psn() == Psn.next(last[0]);
                    last[0] = packet.psn();
                    return follows ? List.of() : under.of(packet);
                  });
            }),
        deviation(
            "empty-send-not-retried",
            "does not send a SEND without payload again",
            seams ->
                seams.retries.deviate(under ->
                    packet ->
                        packet.opCode() == OpCode.RC_SEND_ONLY && isEmpty(packet)
                            ? List.of()
                            : under.of(packet))),
        deviation(
            "sequence-nak-once",
            "retries at the first PSN sequence error NAK only",
            seams -> {
              int[] count = {0};
              seams.heeds.deviate(under ->
                  syndrome ->
                      !(syndrome.equals(new Nak(Nak.PSN_SEQUENCE_ERROR)) && count[0]++ > 0)
                          && under.test(syndrome));
            }));
  }

  private static boolean isEmpty(OutgoingPacket packet) {
    return packet.payload().byteSize() == 0;
  }
}
