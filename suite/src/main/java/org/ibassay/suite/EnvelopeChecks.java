package org.ibassay.suite;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Checks of the IP and UDP headers of packets received from the DUT. Each failure names the wrong
/// field.
public final class EnvelopeChecks {
  /// Of ECN: congestion experienced.
  private static final int CONGESTION = 3;

  private final PacketChecks checks;

  /// @param checks of the packets
  public EnvelopeChecks(PacketChecks checks) {
    this.checks = checks;
  }

  /// Checks that the UDP length matches the IP length and that the UDP checksum is 0 or correct.
  public boolean verifyUdp(PacketIn packetIn) {
    TransportPacket packet = packetIn.packet();
    long bytes = packet.icrcAt() + 4L - (packet.at(Header.UDP) - packet.start());
    boolean lengthIsRight = checks.verifyValue(packetIn, Header.UDP, Udp.LENGTH, bytes);
    boolean checksumIsRight =
        packetIn.packet().findings().stream()
            .noneMatch(finding ->
                finding.kind() == Finding.Kind.CHECKSUM
                    && finding.text().startsWith(Udp.CHECKSUM.name()));
    return checks.verifyField(
            packetIn,
            "UDP_Checksum",
            checksumIsRight,
            () -> null,
            () -> "UDP:Checksum 0, or a right one",
            () ->
                "UDP:Checksum %s in %s"
                    .formatted(
                        Shown.of(Udp.CHECKSUM, packetIn.get(Header.UDP, Udp.CHECKSUM)), packetIn))
        && lengthIsRight;
  }

  /// Checks that Time to Live or Hop Limit, and DSCP, are those of another packet of the QP.
  public void verifyPath(PacketIn packetIn, PacketIn first) {
    boolean isFour = packetIn.has(Header.IPV4);
    Header ip = isFour ? Header.IPV4 : Header.IPV6;
    List<Field> fields =
        isFour ? List.of(Ipv4.TIME_TO_LIVE, Ipv4.DSCP) : List.of(Ipv6.HOP_LIMIT, Ipv6.DSCP);
    for (Field field : fields) {
      checks.verifyValue(packetIn, ip, field, first.get(ip, field));
    }
  }

  /// Checks that ECN does not signal congestion.
  public void verifyNoCongestion(PacketIn packetIn) {
    boolean isFour = packetIn.has(Header.IPV4);
    Field ecn = isFour ? Ipv4.ECN : Ipv6.ECN;
    long actual = packetIn.get(isFour ? Header.IPV4 : Header.IPV6, ecn);
    checks.verify(
        packetIn,
        actual != CONGESTION,
        () -> "ECN other than " + CONGESTION,
        () -> "ECN %d in %s".formatted(actual, packetIn));
  }
}
