package org.ibassay.suite;

import java.lang.foreign.ValueLayout;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A packet received from the DUT: `PACKET_IN` of the pages.
public final class PacketIn {
  private static final int ICRC_BYTES = 4;
  private static final int VCRC_BYTES = 2;

  private final ReceivedPacket received;

  PacketIn(ReceivedPacket received) {
    this.received = received;
  }

  TransportPacket packet() {
    return received.packet();
  }

  /// Its number in the capture.
  public long frame() {
    return received.frame();
  }

  /// When it was received, by the link's clock, in nanoseconds.
  public long nanos() {
    return received.nanos();
  }

  /// Whether `BTH_OpCode` is that one.
  public boolean is(OpCode opCode) {
    return packet().is(opCode);
  }

  /// Its operation; null for a reserved OpCode.
  @Nullable OpCode opCode() {
    return packet().opCode().orElse(null);
  }

  /// Whether it has all of a header.
  public boolean has(Header header) {
    return packet().has(header);
  }

  /// `BTH_PSN`.
  public int psn() {
    return (int) get(Header.BTH, Bth.PSN);
  }

  /// `AETH_Syndrome`; of a packet without AETH a reserved one.
  public Syndrome syndrome() {
    return Syndrome.of(has(Header.AETH) ? (int) get(Header.AETH, Aeth.SYNDROME) : 0xFF);
  }

  /// `AETH_MSN`.
  public int msn() {
    return (int) get(Header.AETH, Aeth.MSN);
  }

  /// `AtomicAckETH_OrigRemDt`.
  public long origRemDt() {
    return get(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT);
  }

  /// A field of a header.
  ///
  /// @throws IllegalStateException when the header is not there
  public long get(Header header, Field field) {
    return packet().get(header, field);
  }

  /// Whether it has nothing to do with the connection of a QP: a host may send to QP1 and to other
  /// QPs of unreliable datagrams, and tell of congestion, at any time.
  ///
  /// @param qpn of the connection
  boolean isForeignTo(int qpn) {
    OpCode known = has(Header.BTH) ? opCode() : null;
    return known != null
        && (known.service() == Service.CNP
            || (known.service() == Service.UD && get(Header.BTH, Bth.DEST_QP) != qpn));
  }

  /// How many bytes came after its last check sequence that do not belong there. What follows an IP
  /// packet in an Ethernet frame is the frame's padding, or its check sequence.
  int bytesBehind() {
    if (!packet().isWhole() || packet().framing().stream().noneMatch(Framing::isNative)) {
      return 0;
    }
    return Math.max(0, packet().bytes() - packet().icrcAt() - ICRC_BYTES - VCRC_BYTES);
  }

  /// What the UDP length should be: of its header and all that follows it up to the ICRC's end.
  public long udpBytes() {
    return packet().icrcAt() + ICRC_BYTES - (packet().at(Header.UDP) - packet().start());
  }

  /// Whether the checksum of UDP is 0 or right.
  public boolean hasRightUdpChecksum() {
    return packet().findings().stream()
        .noneMatch(finding ->
            finding.kind() == Finding.Kind.CHECKSUM
                && finding.text().startsWith(Udp.CHECKSUM.name()));
  }

  /// Whether all pad bytes are 0.
  public boolean hasZeroPad() {
    long end = packet().start() + packet().icrcAt();
    for (int i = 1; i <= packet().padCount(); i++) {
      if (packet().segment().get(ValueLayout.JAVA_BYTE, end - i) != 0) {
        return false;
      }
    }
    return true;
  }

  /// The payload, without pad.
  public byte[] payload() {
    return packet().payload().toArray(ValueLayout.JAVA_BYTE);
  }

  /// OpCode and, but for a CNP, which goes to a connection, destination QP.
  String destination() {
    String name = OpCode.name(packet().opCodeNumber());
    return is(OpCode.CNP) ? name : "%s to QP %d".formatted(name, get(Header.BTH, Bth.DEST_QP));
  }

  /// OpCode, PSN, and the syndrome where it has one.
  @Override
  public String toString() {
    if (!has(Header.BTH)) {
      return "a packet of %d bytes without a whole BTH".formatted(packet().bytes());
    }
    String text = OpCode.name(packet().opCodeNumber()) + ", PSN " + psn();
    return has(Header.AETH) ? text + ", " + syndrome() + ", MSN " + msn() : text;
  }
}
