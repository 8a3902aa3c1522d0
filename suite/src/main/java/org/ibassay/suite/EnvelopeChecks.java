package org.ibassay.suite;

import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.TransportPacket;

/// Checks of what carries packets received from the DUT. Each tells the field that is wrong.
public final class EnvelopeChecks {
  private final PacketChecks checks;

  /// @param checks of the packets
  public EnvelopeChecks(PacketChecks checks) {
    this.checks = checks;
  }

  /// The packet comes the way back of what the tester sends to the DUT: MAC and IP addresses.
  ///
  /// @return whether all of them are right
  public boolean verifyWay(PacketIn packetIn, Envelope toDut) {
    boolean passed = true;
    if (packetIn.has(Header.ETHERNET) && toDut.has(Header.ETHERNET)) {
      passed &= verifyBack(packetIn, toDut, Header.ETHERNET, Ethernet.SOURCE, Ethernet.DESTINATION);
      passed &= verifyBack(packetIn, toDut, Header.ETHERNET, Ethernet.DESTINATION, Ethernet.SOURCE);
    }
    if (packetIn.has(Header.IPV4) && toDut.has(Header.IPV4)) {
      passed &= verifyBack(packetIn, toDut, Header.IPV4, Ipv4.SOURCE, Ipv4.DESTINATION);
      passed &= verifyBack(packetIn, toDut, Header.IPV4, Ipv4.DESTINATION, Ipv4.SOURCE);
    }
    if (packetIn.has(Header.LRH) && toDut.has(Header.LRH)) {
      passed &= verifyBack(packetIn, toDut, Header.LRH, Lrh.SLID, Lrh.DLID);
      passed &= verifyBack(packetIn, toDut, Header.LRH, Lrh.DLID, Lrh.SLID);
    }
    return passed;
  }

  private boolean verifyBack(
      PacketIn packetIn, Envelope toDut, Header header, Field field, Field forth) {
    return checks.verifyValue(packetIn, header, field, toDut.get(header, forth));
  }

  /// The UDP length is that of what IP has, and the checksum 0 or right.
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
