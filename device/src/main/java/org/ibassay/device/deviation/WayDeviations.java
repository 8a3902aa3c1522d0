package org.ibassay.device.deviation;

import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.sa.Gid;

/// Deviations in the addresses of all transport packets, of any service.
final class WayDeviations {
  private static final int OTHER_BIT = 4;

  /// From the block reserved for documentation (RFC 3849).
  private static final InetAddress OTHER_IPV6 = InetAddress.ofLiteral("2001:db8::7");

  private WayDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        sets("source-mac-0", "from MAC 0", Header.ETHERNET, Ethernet.SOURCE, 0),
        sets(
            "destination-mac-broadcast",
            "to all MACs",
            Header.ETHERNET,
            Ethernet.DESTINATION,
            0xFFFF_FFFF_FFFFL),
        inverts("source-ip-other", "from another IP address", Header.IPV4, Ipv4.SOURCE),
        inverts("destination-ip-other", "to another IP address", Header.IPV4, Ipv4.DESTINATION),
        ipv6("source-ipv6-other", "from another IPv6 address", Ipv6.SOURCE),
        ipv6("destination-ipv6-other", "to another IPv6 address", Ipv6.DESTINATION),
        inverts("source-lid-other", "from another LID", Header.LRH, Lrh.SLID)
            .on(SimParameter.NATIVE_FRAMING, 1),
        inverts("destination-lid-other", "to another LID", Header.LRH, Lrh.DLID)
            .on(SimParameter.NATIVE_FRAMING, 1),
        deviation("as-v1", "as RoCEv1", WayDeviations::asV1));
  }

  private static DeviationSpec sets(
      String name, String text, Header header, Field field, long value) {
    return deviation(
        name, text, right -> right.has(header) ? right.with(header, field, value) : right);
  }

  private static DeviationSpec inverts(String name, String text, Header header, Field field) {
    return deviation(
        name,
        text,
        right ->
            right.has(header)
                ? right.with(header, field, right.get(header, field) ^ OTHER_BIT)
                : right);
  }

  private static DeviationSpec ipv6(String name, String text, Field field) {
    return deviation(
            name,
            text,
            right -> right.has(Header.IPV6) ? right.with(Header.IPV6, field, OTHER_IPV6) : right)
        .on(SimParameter.IPV6, 1);
  }

  private static Envelope asV1(Envelope right) {
    return right.has(Header.ETHERNET)
        ? Envelope.roceV1(
            new Mac(right.get(Header.ETHERNET, Ethernet.DESTINATION)),
            new Mac(right.get(Header.ETHERNET, Ethernet.SOURCE)),
            new Gid(Gid.DEFAULT_PREFIX, 1),
            new Gid(Gid.DEFAULT_PREFIX, 2))
        : right;
  }

  /// @param edit changes the headers before the BTH
  private static DeviationSpec deviation(String name, String text, UnaryOperator<Envelope> edit) {
    return DeviationSpec.of(
        "way." + name,
        "sends its packets " + text,
        Set.of(NodeKind.CA),
        seams ->
            seams.rc.carrying.deviate(
                under -> (envelope, packet) -> edit.apply(under.of(envelope, packet))));
  }
}
