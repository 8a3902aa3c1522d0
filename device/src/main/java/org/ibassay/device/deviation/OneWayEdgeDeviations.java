package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.OneWayFamily.UC;
import static org.ibassay.device.deviation.OneWayFamily.UD;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.ibassay.device.rc.UcFault;
import org.ibassay.device.rc.UdFault;
import org.ibassay.link.upper.Completion;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.TransportPacket;

/// Deviations of unacknowledged services in edge cases only: bits without meaning, pad bytes,
/// distant PSNs, and nearly correct keys.
final class OneWayEdgeDeviations {
  private static final int FAR = 1 << 15;
  private static final int LOW_BYTE = 0xFF;
  private static final int LOW_16 = 0xFFFF;
  private static final int MULTICAST_QP = 0xFF_FFFF;
  private static final int TENTH_BIT = 1 << 9;

  private OneWayEdgeDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        UC.takes(
            "gap-of-256-taken",
            "a packet after a gap of a multiple of 256 packets",
            UcFault.LOST,
            (packet, qp) -> qp.isOpen() && (gap(packet, qp.expectedPsn()) & LOW_BYTE) == 0),
        UC.takes(
            "gap-of-64k-taken",
            "a packet after a gap of a multiple of 65,536 packets",
            UcFault.LOST,
            (packet, qp) -> qp.isOpen() && (gap(packet, qp.expectedPsn()) & LOW_16) == 0),
        UC.drops(
            "old-start-dropped",
            "messages with a PSN before the expected one",
            UcFault.LOST,
            (packet, qp) -> isStart(packet) && gap(packet, qp.expectedPsn()) < 0),
        UC.drops(
            "far-start-dropped",
            "messages with a PSN far after the expected one",
            UcFault.LOST,
            (packet, qp) -> isStart(packet) && gap(packet, qp.expectedPsn()) > FAR),
        UC.drops("fecn-dropped", "packets with FECN", UcFault.CARRIER, with(Bth.FECN)),
        UC.drops("mig-req-dropped", "packets with MigReq", UcFault.CARRIER, with(Bth.M)),
        UC.drops("solicited-dropped", "packets with SE", UcFault.CARRIER, with(Bth.SE)),
        UC.drops(
            "reserved-bits-dropped",
            "packets with reserved bits",
            UcFault.CARRIER,
            RcBitDeviations::isReserved),
        UC.deviation(
            "pad-stored",
            "stores pad bytes",
            seams ->
                seams.storing.deviate(
                    under -> (operation, payload) -> padded(under.of(operation, payload)))),
        UC.immediates(
            "immediate-0-none",
            "reports no immediate data where that is 0",
            immediate -> Integer.valueOf(0).equals(immediate) ? null : immediate),
        UC.deviation(
            "empty-length-kept",
            "reports the length of the message before for one without payload",
            seams -> {
              long[] last = {0};
              seams.completions.deviate(under ->
                  (queue, right) -> {
                    last[0] = right.bytes() == 0 ? last[0] : right.bytes();
                    return under.of(queue, of(right, last[0]));
                  });
            }),
        UD.drops("fecn-dropped", "datagrams with FECN", UdFault.CARRIER, with(Bth.FECN)),
        UD.drops("mig-req-dropped", "datagrams with MigReq", UdFault.CARRIER, with(Bth.M)),
        UD.drops(
            "reserved-bits-dropped",
            "datagrams with reserved bits",
            UdFault.CARRIER,
            RcBitDeviations::isReserved),
        UD.takes(
            "q-key-0-taken",
            "datagrams with Q_Key 0",
            UdFault.Q_KEY,
            packet -> packet.get(Header.DETH, Deth.Q_KEY) == 0),
        UD.takes(
            "q-key-bit-not-checked",
            "datagrams whose Q_Key differs in its tenth-last bit",
            UdFault.Q_KEY,
            (packet, qp) -> ((int) packet.get(Header.DETH, Deth.Q_KEY) ^ qp.qKey()) == TENTH_BIT),
        UD.takes(
            "multicast-q-key-not-checked",
            "multicast datagrams with any Q_Key",
            UdFault.Q_KEY,
            packet -> packet.get(Header.BTH, Bth.DEST_QP) == MULTICAST_QP),
        UD.takes(
            "byte-over-mtu-taken",
            "datagrams that are a byte longer than the MTU",
            UdFault.TOO_LONG_FOR_PATH,
            packet -> (packet.payloadBytes() & 3) == 1),
        UD.deviation(
            "pad-stored",
            "stores pad bytes",
            seams ->
                seams.placing.deviate(under -> (area, payload) -> under.of(area, padded(payload)))),
        UD.deviation(
            "multicast-needs-all-receives",
            "delivers a multicast datagram to the first of its members only",
            seams ->
                seams.members.deviate(under ->
                    (members, all) -> {
                      List<Integer> right = under.of(members, all);
                      return right.subList(0, Math.min(1, right.size()));
                    })),
        UD.deviation(
            "multicast-at-own-address-taken",
            "delivers a multicast datagram without members to all QPs",
            seams ->
                seams.members.deviate(
                    under -> (members, all) -> members.isEmpty() ? all : under.of(members, all))));
  }

  private static int gap(TransportPacket packet, int expected) {
    return Psn.difference((int) packet.get(Header.BTH, Bth.PSN), expected);
  }

  private static boolean isStart(TransportPacket packet) {
    return packet.opCode().filter(opCode -> opCode.operation().isStart()).isPresent();
  }

  private static Predicate<TransportPacket> with(Field flag) {
    return packet -> packet.get(Header.BTH, flag) == 1;
  }

  private static Completion of(Completion right, long bytes) {
    return new Completion(right.id(), right.status(), 0, bytes, right.received());
  }

  private static byte[] padded(byte[] payload) {
    return Arrays.copyOf(payload, payload.length + Bth.padAfter(payload.length));
  }
}
