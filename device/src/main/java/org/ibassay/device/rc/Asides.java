package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;

/// Unrelated packets that a host may send at any time, in rotation: datagrams for QP1 and for
/// another QP and, on Ethernet, congestion notifications and requests for the tester's address.
final class Asides {
  private static final int GSI = 1;
  private static final int OTHER_QP = 0x777;
  private static final int MAD_BYTES = 256;
  private static final int CNP_BYTES = 16;
  private static final int GSI_Q_KEY = 0x8001_0000;
  private static final int FRAME_BYTES = 1024;
  private static final int KINDS = 4;
  private static final int FILLING = 7;

  private final CableEnd own;
  private final CableEnd neighbor;
  private int count;

  /// @param neighbor the destination of all packets
  Asides(CableEnd own, CableEnd neighbor) {
    this.own = own;
    this.neighbor = neighbor;
  }

  /// Returns the next packet.
  ///
  /// @param envelope of a connection
  /// @param qpn of its peer
  byte[] next(Envelope envelope, int qpn) {
    int kind = count++ % KINDS;
    boolean isNative = envelope.framing().isNative();
    return switch (kind) {
      case 0 -> packet(envelope, OpCode.UD_SEND_ONLY, GSI, MAD_BYTES);
      case 1 -> packet(envelope, OpCode.UD_SEND_ONLY, OTHER_QP, 3);
      default ->
          isNative
              ? packet(envelope, OpCode.UD_SEND_ONLY, GSI, MAD_BYTES)
              : kind == 2 ? packet(envelope, OpCode.CNP, qpn, CNP_BYTES) : arpRequest();
    };
  }

  /// Returns a frame with additional bytes after its IP packet; Ethernet padding has no maximum
  /// length.
  static byte[] filledUp(Envelope envelope, byte[] frame) {
    byte[] longer = Arrays.copyOf(frame, frame.length + FILLING);
    Arrays.fill(longer, frame.length, longer.length, (byte) 0xA5);
    return envelope.framing().isNative() ? frame : longer;
  }

  private static byte[] packet(Envelope envelope, OpCode opCode, int qpn, int bytes) {
    MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
    PacketWriter writer = new PacketWriter(frame).begin(envelope, opCode, 0);
    writer.set(Header.BTH, Bth.DEST_QP, qpn);
    if (opCode == OpCode.CNP) {
      writer.set(Header.BTH, Bth.BECN, 1);
    }
    if (opCode.headers().contains(Header.DETH)) {
      writer.set(Header.DETH, Deth.Q_KEY, GSI_Q_KEY).set(Header.DETH, Deth.SRC_QP, GSI);
    }
    writer.payload(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
    return frame.asSlice(0, writer.end()).toArray(JAVA_BYTE);
  }

  private byte[] arpRequest() {
    int header = Ethernet.LAYOUT.bytes();
    MemorySegment request = MemorySegment.ofArray(new byte[Ethernet.MIN_BYTES]);
    Ethernet.DESTINATION.set(request, 0, 0xFFFF_FFFF_FFFFL);
    Ethernet.SOURCE.set(request, 0, own.mac().value());
    Ethernet.TYPE.set(request, 0, Ethernet.ARP);
    Arp.HARDWARE.set(request, header, Arp.ETHERNET);
    Arp.PROTOCOL.set(request, header, Ethernet.IPV4);
    Arp.HARDWARE_LENGTH.set(request, header, 6);
    Arp.PROTOCOL_LENGTH.set(request, header, 4);
    Arp.OPERATION.set(request, header, Arp.REQUEST);
    Arp.SENDER_MAC.set(request, header, own.mac().value());
    Arp.SENDER_IP.set(request, header, CableEnd.gidOf(own.ipv4()).guid() & 0xFFFF_FFFFL);
    Arp.TARGET_IP.set(request, header, CableEnd.gidOf(neighbor.ipv4()).guid() & 0xFFFF_FFFFL);
    return request.toArray(JAVA_BYTE);
  }
}
