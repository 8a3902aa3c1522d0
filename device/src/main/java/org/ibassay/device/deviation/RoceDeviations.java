package org.ibassay.device.deviation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.ibassay.device.deviation.RoceEdits.deviation;
import static org.ibassay.device.deviation.RoceEdits.refuses;
import static org.ibassay.device.deviation.RoceEdits.sends;
import static org.ibassay.device.deviation.RoceEdits.takes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.rc.OutgoingPacket;
import org.ibassay.device.rc.RcSeams;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations in the Ethernet, IP and UDP headers, and in other differences of a RoCE packet from a
/// native one.
final class RoceDeviations {
  private static final int VID = 100;
  private static final int CE = 3;
  private static final int DYNAMIC = 49152;
  private static final int RESERVED = 0x3F;
  private static final int FIRST_RESERVED = 0x20;
  private static final int VID_HIGH_BIT = 0x800;

  /// Longer than the ICRC.
  private static final int FIVE = 5;

  private RoceDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(sent(), sentInVlan(), refused(), taken(), amid())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> sent() {
    return List.of(
        sets("ttl-0", "Time to Live 0", Header.IPV4, Ipv4.TIME_TO_LIVE, 0),
        sets("hop-limit-0", "Hop Limit 0", Header.IPV6, Ipv6.HOP_LIMIT, 0).on(SimParameter.IPV6, 1),
        deviation(
            "sent-request-ttl-0",
            "sends requests with Time to Live 0",
            sends(
                RoceDeviations::isRequest,
                packet -> packet.with(Header.IPV4, Ipv4.TIME_TO_LIVE, 0))),
        deviation(
            "sent-read-response-ttl-1",
            "sends READ responses with Time to Live 1",
            sends(
                RcEdits::isReadResponse, packet -> packet.with(Header.IPV4, Ipv4.TIME_TO_LIVE, 1))),
        deviation(
                "sent-read-last-hop-limit-1",
                "sends the last packet of a READ response with Hop Limit 1",
                sends(
                    packet -> packet.opCode() == OpCode.RC_RDMA_READ_RESP_LAST,
                    packet -> packet.with(Header.IPV6, Ipv6.HOP_LIMIT, 1)))
            .on(SimParameter.IPV6, 1),
        deviation(
            "sent-request-dscp-other",
            "sends requests with DSCP 8, and responses with that of the QP",
            sends(RoceDeviations::isRequest, packet -> packet.with(Header.IPV4, Ipv4.DSCP, 8))),
        sets("ce", "ECN as if congestion had been met", Header.IPV4, Ipv4.ECN, CE),
        sets("ipv6-ce", "ECN as if congestion had been met", Header.IPV6, Ipv6.ECN, CE)
            .on(SimParameter.IPV6, 1),
        sets("fecn", "FECN 1", Header.BTH, Bth.FECN, 1),
        sets("becn", "BECN 1", Header.BTH, Bth.BECN, 1),
        sets(
            "reserved-bits", "the reserved bits of the BTH as 1", Header.BTH, Bth.RESV8A, RESERVED),
        deviation(
            "sent-reserved-bit-at-times",
            "sends one reserved bit of the BTH as 1 in packets with an odd PSN",
            sends(
                packet -> (packet.psn() & 1) == 1,
                packet -> packet.with(Header.BTH, Bth.RESV8A, FIRST_RESERVED))),
        sets(
            "udp-checksum-wrong", "a UDP checksum that is wrong", Header.UDP, Udp.CHECKSUM, 0x1BA5),
        deviation(
            "sent-udp-length-short",
            "sends a UDP length that leaves out the ICRC",
            seams ->
                seams.sealing.deviate(under ->
                    (writer, packet) -> {
                      int bytes = under.end(writer, packet);
                      if (packet.opCode().headers().contains(Header.RETH)) {
                        writer.set(Header.UDP, Udp.LENGTH, 28 + packet.payload().byteSize());
                        return writer.seal();
                      }
                      return bytes;
                    })));
  }

  private static List<DeviationSpec> sentInVlan() {
    return List.of(
        deviation(
                "vlan-lost",
                "sends untagged packets",
                seams ->
                    seams.carrying.deviate(
                        under -> (way, packet) -> under.of(way, packet).withoutVlan()))
            .on(SimParameter.VLAN, VID),
        deviation(
                "vlan-lost-after-rts",
                "sends requests without VLAN tag",
                seams ->
                    seams.carrying.deviate(under ->
                        (way, packet) ->
                            isRequest(packet)
                                ? under.of(way, packet).withoutVlan()
                                : under.of(way, packet)))
            .on(SimParameter.VLAN, VID),
        deviation(
                "sl-in-vlan-id",
                "sends the SL in a bit of the VLAN id",
                seams ->
                    seams.carrying.deviate(under ->
                        (way, packet) ->
                            under.of(way, packet).with(Header.VLAN, Vlan.VID, VID | VID_HIGH_BIT)))
            .on(SimParameter.VLAN, VID),
        deviation(
            "vlan-added",
            "tags packets with VLAN 1 although it is in no VLAN",
            seams ->
                seams.carrying.deviate(under ->
                    (way, packet) ->
                        way.framing().isNative()
                            ? under.of(way, packet)
                            : under.of(way, packet).withVlan(1))));
  }

  private static List<DeviationSpec> refused() {
    return List.of(
        drops(
            "low-source-port",
            "a UDP source port before 49152",
            Header.UDP,
            Udp.SOURCE_PORT,
            v -> v < DYNAMIC),
        drops(
            "well-known-source-port",
            "a UDP source port before 1024",
            Header.UDP,
            Udp.SOURCE_PORT,
            v -> v < 1024),
        drops("fragmentable", "DF 0", Header.IPV4, Ipv4.DF, v -> v == 0),
        drops("identified", "an Identification", Header.IPV4, Ipv4.IDENTIFICATION, v -> v != 0),
        drops("ttl-1", "Time to Live 1", Header.IPV4, Ipv4.TIME_TO_LIVE, v -> v == 1),
        drops("dscp", "a DSCP", Header.IPV4, Ipv4.DSCP, v -> v != 0),
        drops("ecn", "an ECN", Header.IPV4, Ipv4.ECN, v -> v != 0),
        drops("ce", "ECN that reports congestion", Header.IPV4, Ipv4.ECN, v -> v == CE),
        drops("ipv6-traffic-class", "a Traffic Class", Header.IPV6, Ipv6.TRAFFIC_CLASS, v -> v != 0)
            .on(SimParameter.IPV6, 1),
        drops("flow-label", "a Flow Label", Header.IPV6, Ipv6.FLOW_LABEL, v -> v != 0)
            .on(SimParameter.IPV6, 1),
        drops("hop-limit-1", "Hop Limit 1", Header.IPV6, Ipv6.HOP_LIMIT, v -> v == 1)
            .on(SimParameter.IPV6, 1),
        drops("fecn", "FECN 1", Header.BTH, Bth.FECN, v -> v != 0),
        drops("becn", "BECN 1", Header.BTH, Bth.BECN, v -> v != 0),
        drops(
            "reserved-bits",
            "reserved bits of the BTH that are 1",
            Header.BTH,
            Bth.RESV8A,
            v -> (v & RESERVED) != 0),
        drops("mig-req", "MigReq 1", Header.BTH, Bth.M, v -> v != 0),
        drops(
            "udp-checksum-0",
            "UDP checksum 0, which means that the packet has none",
            Header.UDP,
            Udp.CHECKSUM,
            v -> v == 0),
        refusal("pad", "whose pad bytes are not 0", RoceDeviations::hasPad),
        refusal("filling", "that bytes of the frame follow", RoceDeviations::isFollowed));
  }

  private static List<DeviationSpec> taken() {
    return List.of(
        accepts("other-vlan", "of another VLAN", HeaderCheck.VLAN, _ -> true),
        accepts("any-vlan", "of another VLAN", HeaderCheck.VLAN, packet -> packet.has(Header.VLAN))
            .on(SimParameter.VLAN, VID),
        accepts("no-vlan", "without VLAN tag", HeaderCheck.VLAN, packet -> !packet.has(Header.VLAN))
            .on(SimParameter.VLAN, VID),
        accepts(
            "qp-0",
            "for QP 0",
            HeaderCheck.DEST_QP,
            packet -> packet.get(Header.BTH, Bth.DEST_QP) == 0),
        accepts(
            "qp-1",
            "for QP 1",
            HeaderCheck.DEST_QP,
            packet -> packet.get(Header.BTH, Bth.DEST_QP) == 1),
        accepts("tver-1", "of transport version 1", HeaderCheck.T_VER, _ -> true),
        accepts("unknown-qp", "for any QP", HeaderCheck.DEST_QP, _ -> true),
        accepts(
            "long-udp",
            "whose UDP length is greater than what IP has",
            HeaderCheck.CARRIER,
            packet -> packet.has(Header.UDP)),
        accepts("other-source", "from another address", HeaderCheck.SOURCE, _ -> true),
        accepts(
            "stale-gid", "to an address that it had before", HeaderCheck.DESTINATION, _ -> true),
        deviation(
            "short-udp-taken",
            "accepts packets that end before their ICRC by the UDP length",
            takes(HeaderCheck.CARRIER, RoceDeviations::isShort)
                .andThen(takes(HeaderCheck.ICRC, RoceDeviations::isShort))),
        accepts("other-service", "of another service", HeaderCheck.SERVICE, _ -> true));
  }

  /// Deviations that need more than one packet of a connection.
  private static List<DeviationSpec> amid() {
    return List.of(
        changes("source-port", "UDP source port", Header.UDP, Udp.SOURCE_PORT),
        changes("dscp", "DSCP", Header.IPV4, Ipv4.DSCP),
        changes("ipv6-dscp", "DSCP", Header.IPV6, Ipv6.DSCP).on(SimParameter.IPV6, 1),
        deviation(
            "cnp-ends-message",
            "drops the rest of a message in which it receives a CNP",
            takesCnp().andThen(seams -> seams.breaksMessage.deviate(_ -> Operation.CNP::equals))),
        deviation(
            "cnp-refused",
            "answers a CNP with a NAK",
            takesCnp()
                .andThen(seams ->
                    seams.repeats.deviate(under ->
                        (operation, age) ->
                            operation == Operation.CNP
                                ? RcSeams.RepeatAction.EXECUTE
                                : under.of(operation, age)))));
  }

  private static DeviationSpec changes(String name, String what, Header header, Field field) {
    return deviation(
        name + "-change-dropped",
        "drops packets whose %s differs from that of the first packet to their QP".formatted(what),
        seams -> {
          Map<Long, Long> first = new HashMap<>();
          refuses(packet ->
                  packet.has(header)
                      && !Objects.equals(
                          first.computeIfAbsent(
                              packet.get(Header.BTH, Bth.DEST_QP), _ -> packet.get(header, field)),
                          packet.get(header, field)))
              .accept(seams);
        });
  }

  private static Consumer<RcSeams> takesCnp() {
    return takes(
        HeaderCheck.SERVICE, packet -> packet.opCode().filter(OpCode.CNP::equals).isPresent());
  }

  private static boolean isShort(TransportPacket packet) {
    return packet.has(Header.UDP) && packet.icrcAt() + FIVE <= packet.bytes();
  }

  private static boolean isRequest(OutgoingPacket packet) {
    return !packet.opCode().operation().isResponse();
  }

  private static boolean hasPad(TransportPacket packet) {
    long end = packet.icrcAt() + packet.start();
    for (int i = 1; i <= packet.padCount(); i++) {
      if (packet.segment().get(JAVA_BYTE, end - i) != 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFollowed(TransportPacket packet) {
    return packet.has(Header.ETHERNET) && packet.icrcAt() + FIVE <= packet.bytes();
  }

  private static DeviationSpec sets(
      String name, String what, Header header, Field field, long value) {
    return deviation(
        "sent-" + name,
        "sends " + what,
        sends(_ -> true, packet -> packet.with(header, field, value)));
  }

  private static DeviationSpec drops(
      String name, String what, Header header, Field field, LongPredicate some) {
    return refusal(
        name, "with " + what, packet -> packet.has(header) && some.test(packet.get(header, field)));
  }

  private static DeviationSpec refusal(String name, String what, Predicate<TransportPacket> some) {
    return deviation(name + "-dropped", "drops packets " + what, refuses(some));
  }

  private static DeviationSpec accepts(
      String name, String what, HeaderCheck check, Predicate<TransportPacket> some) {
    return deviation(name + "-taken", "accepts packets " + what, takes(check, some));
  }
}
