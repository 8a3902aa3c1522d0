package org.ibassay.suite;

import java.lang.foreign.ValueLayout;
import org.ibassay.link.packet.ReceivedPacket;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// A packet received from the DUT: `PACKET_IN` of the public pages.
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

  /// Returns its frame number in the capture.
  public long frame() {
    return received.frame();
  }

  /// Returns the time of reception by the link's clock, in nanoseconds.
  public long nanos() {
    return received.nanos();
  }

  /// Returns whether `BTH_OpCode` has this value.
  public boolean is(OpCode opCode) {
    return packet().is(opCode);
  }

  /// Returns its operation, or null for a reserved OpCode.
  @Nullable OpCode opCode() {
    return packet().opCode().orElse(null);
  }

  /// Returns whether it has a complete header of this kind.
  public boolean has(Header header) {
    return packet().has(header);
  }

  /// `BTH_PSN`.
  public int psn() {
    return (int) get(Header.BTH, Bth.PSN);
  }

  /// `AETH_Syndrome`; a reserved one for a packet without AETH.
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

  /// Returns the value of a header field.
  ///
  /// @throws IllegalStateException if the header is missing
  public long get(Header header, Field field) {
    return packet().get(header, field);
  }

  /// Returns whether it does not belong to the connection of a QP: a host may send to QP1 and to
  /// other unreliable datagram QPs, and send CNPs, at any time.
  ///
  /// @param qpn of the connection
  boolean isForeignTo(int qpn) {
    OpCode known = has(Header.BTH) ? opCode() : null;
    return known != null
        && (known.service() == Service.CNP
            || (known.service() == Service.UD && get(Header.BTH, Bth.DEST_QP) != qpn));
  }

  /// Returns the number of surplus bytes after the last check sequence. Bytes that follow an IP
  /// packet in an Ethernet frame are padding or the frame check sequence.
  int bytesAfter() {
    if (!packet().isWhole() || packet().framing().stream().noneMatch(Framing::isNative)) {
      return 0;
    }
    return Math.max(0, packet().bytes() - packet().icrcAt() - ICRC_BYTES - VCRC_BYTES);
  }

  /// Returns whether all pad bytes are 0.
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

  /// Returns the OpCode and, except for a CNP, which is sent to a connection, the destination QP.
  String destination() {
    String name = OpCode.name(packet().opCodeNumber());
    return is(OpCode.CNP) ? name : "%s to QP %d".formatted(name, get(Header.BTH, Bth.DEST_QP));
  }

  /// Returns OpCode, PSN, and, if present, syndrome and MSN.
  @Override
  public String toString() {
    if (!has(Header.BTH)) {
      return "a packet of %d bytes without a complete BTH".formatted(packet().bytes());
    }
    String text = OpCode.name(packet().opCodeNumber()) + ", PSN " + psn();
    return has(Header.AETH) ? text + ", " + syndrome() + ", MSN " + msn() : text;
  }
}
