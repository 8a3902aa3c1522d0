package org.ibassay.device.hostile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// Converts correct transport packets to those of a hostile device. Their ICRC is correct where
/// possible, so that they are not simply dropped.
final class SpoiltPackets {
  private static final int LONGEST = 9000;

  private final LinkType link;
  private final SplittableRandom random;

  SpoiltPackets(LinkType link, SplittableRandom random) {
    this.link = link;
    this.random = random;
  }

  /// Returns the frames that are sent instead of a packet.
  List<byte[]> of(Hostility hostility, byte[] packet) {
    return switch (hostility) {
      case GARBAGE -> List.of(garbage(packet));
      case TRUNCATED -> List.of(Arrays.copyOf(packet, random.nextInt(1, packet.length)));
      case OVERSIZED -> List.of(longer(packet));
      case WRONG_METHOD -> List.of(other(packet, Bth.OP_CODE));
      case WRONG_ATTRIBUTE -> List.of(other(packet, Bth.DEST_QP));
      case WRONG_TRANSACTION -> List.of(other(packet, Bth.PSN));
      case UNASKED -> List.of(unasked(packet), unasked(packet));
      case FLOOD, ENDLESS, SILENT, MIXED -> List.of();
    };
  }

  /// Returns random bytes, sometimes after the first headers of the frame.
  private byte[] garbage(byte[] packet) {
    byte[] bytes = new byte[random.nextInt(1, LONGEST)];
    random.nextBytes(bytes);
    if (random.nextBoolean()) {
      System.arraycopy(packet, 0, bytes, 0, random.nextInt(Math.min(packet.length, bytes.length)));
    }
    return bytes;
  }

  /// Also extends the IP packet: otherwise the additional bytes would count as Ethernet padding.
  private byte[] longer(byte[] packet) {
    byte[] bytes = Arrays.copyOf(packet, packet.length + random.nextInt(1, LONGEST));
    for (int i = packet.length; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    if (link == LinkType.ETHERNET) {
      lengthen(MemorySegment.ofArray(bytes), bytes.length - packet.length);
    }
    return bytes;
  }

  private static void lengthen(MemorySegment frame, int more) {
    int tag = Ethernet.isTag((int) Ethernet.TYPE.get(frame, 0)) ? Vlan.LAYOUT.bytes() : 0;
    long ip = Ethernet.LAYOUT.bytes() + (long) tag;
    switch ((int) Ethernet.TYPE.get(frame, tag)) {
      case Ethernet.IPV4 -> {
        add(more, Ipv4.TOTAL_LENGTH, frame, ip);
        add(more, Udp.LENGTH, frame, ip + Ipv4.LAYOUT.bytes());
        Ipv4.HEADER_CHECKSUM.set(frame, ip, 0);
        Ipv4.HEADER_CHECKSUM.set(frame, ip, InternetChecksum.of(frame, ip, Ipv4.LAYOUT.bytes()));
      }
      case Ethernet.IPV6 -> {
        add(more, Ipv6.PAYLOAD_LENGTH, frame, ip);
        add(more, Udp.LENGTH, frame, ip + Ipv6.LAYOUT.bytes());
      }
      default -> {}
    }
  }

  private static void add(int more, Field length, MemorySegment frame, long header) {
    length.set(frame, header, length.get(frame, header) + more);
  }

  private byte[] other(byte[] packet, Field field) {
    return edited(packet, field, value -> value ^ random.nextLong(1, field.max() + 1));
  }

  /// Returns a response without a request.
  byte[] unasked(byte[] packet) {
    byte[] bytes = edited(packet, Bth.PSN, psn -> random.nextLong(Bth.PSN.max() + 1));
    return edited(bytes, Bth.OP_CODE, opCode -> opCode ^ random.nextInt(4));
  }

  /// Returns a middle packet of a READ response.
  byte[] middle(byte[] packet) {
    return edited(packet, Bth.OP_CODE, _ -> OpCode.RC_RDMA_READ_RESP_MIDDLE.number());
  }

  /// Returns the packet that follows.
  byte[] next(byte[] packet) {
    return edited(packet, Bth.PSN, psn -> Psn.next((int) psn));
  }

  private byte[] edited(byte[] packet, Field field, FieldEdit edit) {
    return FieldEdit.edited(link, packet, Header.BTH, field, edit);
  }
}
