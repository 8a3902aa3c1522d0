package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;
import static org.ibassay.device.deviation.RcEdits.unchecked;

import java.util.List;
import java.util.function.LongPredicate;
import org.ibassay.device.rc.HeaderCheck;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;

/// Deviations in the fields that the ICRC covers.
final class RcIcrcDeviations {
  /// The Time to Live of the tester's packets.
  private static final int TIME_TO_LIVE = 64;

  private static final int SOURCE_PORT = 49152;
  private static final int CE = 3;
  private static final int RESERVED = 0x3F;

  private RcIcrcDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        covers("tos", "Type of Service", Header.IPV4, Ipv4.TYPE_OF_SERVICE, v -> v != 0),
        covers("ecn-ce", "ECN where it reports congestion", Header.IPV4, Ipv4.ECN, v -> v == CE),
        covers("ttl", "Time to Live", Header.IPV4, Ipv4.TIME_TO_LIVE, v -> v != TIME_TO_LIVE),
        covers("traffic-class", "Traffic Class", Header.IPV6, Ipv6.TRAFFIC_CLASS, v -> v != 0)
            .on(SimParameter.IPV6, 1),
        covers("flow-label", "Flow Label", Header.IPV6, Ipv6.FLOW_LABEL, v -> v != 0)
            .on(SimParameter.IPV6, 1),
        covers("hop-limit", "Hop Limit", Header.IPV6, Ipv6.HOP_LIMIT, v -> v != TIME_TO_LIVE)
            .on(SimParameter.IPV6, 1),
        covers("udp-checksum", "UDP's checksum", Header.UDP, Udp.CHECKSUM, v -> v != 0),
        covers("fecn", "FECN", Header.BTH, Bth.FECN, v -> v != 0),
        covers("becn", "BECN", Header.BTH, Bth.BECN, v -> v != 0),
        covers(
            "bth-reserved",
            "the reserved bits after BECN",
            Header.BTH,
            Bth.RESV8A,
            v -> (v & RESERVED) != 0),
        leavesOut(
            "identification", "Identification", Header.IPV4, Ipv4.IDENTIFICATION, v -> v != 0),
        leavesOut(
            "source-port", "UDP's source port", Header.UDP, Udp.SOURCE_PORT, v -> v != SOURCE_PORT),
        leavesOut("se", "the solicited event bit", Header.BTH, Bth.SE, v -> v != 0));
  }

  private static DeviationSpec covers(
      String name, String text, Header header, Field field, LongPredicate changed) {
    return deviation(
        "icrc-covers-" + name,
        "drops packets whose ICRC leaves out " + text,
        seams ->
            seams.refusing.deviate(under ->
                packet ->
                    under.test(packet)
                        || (packet.has(header) && changed.test(packet.get(header, field)))));
  }

  private static DeviationSpec leavesOut(
      String name, String text, Header header, Field field, LongPredicate changed) {
    return deviation(
        "icrc-without-" + name,
        "leaves out of the ICRC " + text,
        unchecked(
            HeaderCheck.ICRC,
            (packet, _) -> packet.has(header) && changed.test(packet.get(header, field))));
  }
}
