package org.ibassay.suite;

import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// Checks of the UDP header of packets received from the DUT. Each failure names the wrong field.
public final class EnvelopeChecks {
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
}
