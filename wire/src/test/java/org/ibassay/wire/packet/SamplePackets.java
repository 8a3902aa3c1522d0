package org.ibassay.wire.packet;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.sa.Gid;

/// A path of every framing.
final class SamplePackets {
  private static final Mac ONE = Mac.parse("02:00:00:00:00:01");
  private static final Mac TWO = Mac.parse("02:00:00:00:00:02");
  private static final Gid FROM = new Gid(Gid.DEFAULT_PREFIX, 0x1111);
  private static final Gid TO = new Gid(Gid.DEFAULT_PREFIX, 0x2222);

  static final Envelope IPV4 =
      Envelope.roceV2(
          TWO, ONE, InetAddress.ofLiteral("192.0.2.1"), InetAddress.ofLiteral("192.0.2.2"));
  static final Envelope IPV6 =
      Envelope.roceV2(
          TWO, ONE, InetAddress.ofLiteral("2001:db8::1"), InetAddress.ofLiteral("2001:db8::2"));
  static final Envelope V1 = Envelope.roceV1(TWO, ONE, FROM, TO);
  static final Envelope LOCAL = Envelope.local(1, 2);
  static final Envelope GLOBAL = Envelope.global(1, 2, FROM, TO);

  private SamplePackets() {}

  static List<Envelope> envelopes() {
    return List.of(
        IPV4, IPV4.withVlan(5), IPV6, IPV6.withVlan(4094), V1, V1.withVlan(1), LOCAL, GLOBAL);
  }

  /// Of a length that the operation allows.
  static byte[] payload(OpCode opCode, Random random) {
    Operation operation = opCode.operation();
    int length = operation.allowsPayload(1) ? random.nextInt(1025) : operation.fixedPayload();
    byte[] payload = new byte[length];
    random.nextBytes(payload);
    return payload;
  }

  /// The bits of a packet that neither a checksum nor a comparison of lengths covers. In a native
  /// packet the VCRC covers all.
  static List<Integer> unprotectedBits(Envelope envelope) {
    List<Integer> bits = new ArrayList<>();
    switch (envelope.framing()) {
      case IB_LOCAL, IB_GLOBAL -> {
        return bits;
      }
      case ROCE_V1 -> {
        add(bits, envelope, Header.GRH, Grh.T_CLASS);
        add(bits, envelope, Header.GRH, Grh.FLOW_LABEL);
        add(bits, envelope, Header.GRH, Grh.HOP_LMT);
      }
      case ROCE_V2_IPV4 -> {
        // Its checksum covers all of an IPv4 header.
      }
      case ROCE_V2_IPV6 -> {
        add(bits, envelope, Header.IPV6, Ipv6.TRAFFIC_CLASS);
        add(bits, envelope, Header.IPV6, Ipv6.FLOW_LABEL);
        add(bits, envelope, Header.IPV6, Ipv6.HOP_LIMIT);
      }
    }
    add(bits, envelope, Header.ETHERNET, Ethernet.DESTINATION);
    add(bits, envelope, Header.ETHERNET, Ethernet.SOURCE);
    if (envelope.has(Header.VLAN)) {
      int different = Ethernet.VLAN ^ Ethernet.OLD_SERVICE_VLAN; // a single bit
      bits.add(Ethernet.TYPE.bitOffset() + 15 - Integer.numberOfTrailingZeros(different));
      add(bits, envelope, Header.VLAN, Vlan.PCP);
      add(bits, envelope, Header.VLAN, Vlan.DEI);
      add(bits, envelope, Header.VLAN, Vlan.VID);
    }
    for (int bit = 0; bit < Bth.RESV8A.width(); bit++) {
      bits.add(envelope.bytes() * 8 + Bth.RESV8A.bitOffset() + bit);
    }
    return bits.stream().sorted().toList();
  }

  private static void add(List<Integer> bits, Envelope envelope, Header header, Field field) {
    int at = envelope.places().at(header) * 8 + field.bitOffset();
    for (int bit = 0; bit < field.width(); bit++) {
      bits.add(at + bit);
    }
  }
}
