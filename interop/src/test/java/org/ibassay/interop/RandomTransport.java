package org.ibassay.interop;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.ibassay.interop.RandomPackets.Packet;
import org.ibassay.interop.RandomPackets.Place;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.sa.Gid;

/// Transport packets of every operation and framing, which are random except for the bits that
/// determine the following header.
final class RandomTransport {
  /// Lengths at which tshark 4.0 does not guess: it interprets an RC payload of up to 12 bytes as
  /// RPC, of a kind that it then reports as malformed, and it fails on a WRITE of less than 9.
  private static final int[] PAYLOADS = {16, 17, 18, 19, 21, 255, 256, 1023, 1024};

  private static final int LINK_TYPE_ETHERNET = 1;

  private final Random random;

  RandomTransport(Random random) {
    this.random = random;
  }

  /// Returns a packet of each operation for each framing on that link.
  List<Packet> packets(LinkType link) {
    List<Packet> packets = new ArrayList<>();
    for (OpCode opCode : OpCode.values()) {
      for (Envelope envelope : envelopes()) {
        if (envelope.framing().link() == link) {
          packets.add(packet(envelope, opCode));
        }
      }
    }
    return packets;
  }

  private List<Envelope> envelopes() {
    Envelope v4 =
        fill(
            Envelope.roceV2(mac(), mac(), address(4), address(4)),
            Header.IPV4,
            Ipv4.DSCP,
            Ipv4.ECN,
            Ipv4.IDENTIFICATION,
            Ipv4.DF,
            Ipv4.TIME_TO_LIVE);
    Envelope v6 =
        fill(
            Envelope.roceV2(mac(), mac(), address(16), address(16)),
            Header.IPV6,
            Ipv6.DSCP,
            Ipv6.ECN,
            Ipv6.FLOW_LABEL,
            Ipv6.HOP_LIMIT);
    Envelope v1 =
        fill(
            Envelope.roceV1(mac(), mac(), gid(), gid()),
            Header.GRH,
            Grh.T_CLASS,
            Grh.FLOW_LABEL,
            Grh.HOP_LMT);
    int source = 49152 + random.nextInt(16384);
    Envelope local = Envelope.local(random.nextInt(0x10000), random.nextInt(0x10000));
    Envelope global =
        Envelope.global(random.nextInt(0x10000), random.nextInt(0x10000), gid(), gid());
    return List.of(
        v4.with(Header.UDP, Udp.SOURCE_PORT, source),
        tagged(v4),
        v6.with(Header.UDP, Udp.SOURCE_PORT, source),
        tagged(v6),
        v1,
        tagged(v1),
        fill(local, Header.LRH, Lrh.VL, Lrh.LVER, Lrh.SL),
        fill(global, Header.GRH, Grh.T_CLASS, Grh.FLOW_LABEL, Grh.HOP_LMT));
  }

  private Envelope tagged(Envelope envelope) {
    return fill(envelope.withVlan(random.nextInt(4096)), Header.VLAN, Vlan.PCP, Vlan.DEI);
  }

  private Envelope fill(Envelope envelope, Header header, Field... fields) {
    Envelope filled = envelope;
    for (Field field : fields) {
      filled = filled.with(header, field, random.nextLong());
    }
    return filled;
  }

  private Packet packet(Envelope envelope, OpCode opCode) {
    MemorySegment out = MemorySegment.ofArray(new byte[1300]);
    PacketWriter writer = new PacketWriter(out).begin(envelope, opCode, 0);
    for (Field field : List.of(Bth.SE, Bth.M, Bth.P_KEY, Bth.A, Bth.PSN)) {
      writer.set(Header.BTH, field, random.nextLong());
    }
    // QPs 0 and 1 are for management datagrams.
    writer.set(Header.BTH, Bth.DEST_QP, 2 + random.nextInt(0xFFFFFD));
    for (Header header : opCode.headers()) {
      for (Field field : header.layout().fields()) {
        writer.set(header, field, random.nextLong());
      }
    }
    if (opCode.operation().allowsPayload(1)) {
      byte[] payload = new byte[PAYLOADS[random.nextInt(PAYLOADS.length)]];
      random.nextBytes(payload);
      writer.payload(MemorySegment.ofArray(payload), 0, payload.length);
    }
    int bytes = writer.end();
    List<Place> places = new ArrayList<>();
    for (Header header : Header.values()) {
      if (envelope.has(header) || header == Header.BTH || opCode.headers().contains(header)) {
        places.add(new Place(header.layout(), writer.at(header)));
      }
    }
    return new Packet(out.asSlice(0, bytes), places, Set.of());
  }

  Packet arp() {
    MemorySegment out = random(60);
    int at = Ethernet.LAYOUT.bytes();
    Ethernet.TYPE.set(out, 0, Ethernet.ARP);
    Arp.HARDWARE.set(out, at, Arp.ETHERNET);
    Arp.PROTOCOL.set(out, at, Ethernet.IPV4);
    Arp.HARDWARE_LENGTH.set(out, at, 6);
    Arp.PROTOCOL_LENGTH.set(out, at, 4);
    Arp.OPERATION.set(out, at, random.nextBoolean() ? Arp.REQUEST : Arp.REPLY);
    List<Place> places = List.of(new Place(Ethernet.LAYOUT, 0), new Place(Arp.LAYOUT, at));
    return new Packet(out, places, Set.of());
  }

  Packet advertisement() {
    int ip = Ethernet.LAYOUT.bytes();
    int at = ip + Ipv6.LAYOUT.bytes();
    int option = at + NeighborDiscovery.LAYOUT.bytes();
    int bytes = option + NeighborDiscovery.OPTION.bytes();
    MemorySegment out = random(bytes);
    Ethernet.TYPE.set(out, 0, Ethernet.IPV6);
    Ipv6.VERSION.set(out, ip, 6);
    Ipv6.PAYLOAD_LENGTH.set(out, ip, bytes - at);
    Ipv6.NEXT_HEADER.set(out, ip, Ipv4.ICMPV6);
    NeighborDiscovery.TYPE.set(out, at, NeighborDiscovery.ADVERTISEMENT);
    NeighborDiscovery.CODE.set(out, at, 0);
    NeighborDiscovery.OPTION_TYPE.set(out, option, NeighborDiscovery.TARGET_ADDRESS);
    NeighborDiscovery.OPTION_LENGTH.set(out, option, 1);
    NeighborDiscovery.CHECKSUM.set(out, at, 0);
    int checksum = InternetChecksum.overIpv6(out, ip, at, bytes - at, Ipv4.ICMPV6);
    NeighborDiscovery.CHECKSUM.set(out, at, checksum);
    List<Place> places =
        List.of(
            new Place(Ethernet.LAYOUT, 0),
            new Place(Ipv6.LAYOUT, ip),
            new Place(NeighborDiscovery.LAYOUT, at),
            new Place(NeighborDiscovery.OPTION, option));
    return new Packet(out, places, Set.of());
  }

  private MemorySegment random(int bytes) {
    byte[] all = new byte[bytes];
    random.nextBytes(all);
    return MemorySegment.ofArray(all);
  }

  private Mac mac() {
    return new Mac(random.nextLong() >>> 16);
  }

  private Gid gid() {
    return new Gid(random.nextLong(), random.nextLong());
  }

  /// Returns an address without a leading zero byte: such an IPv6 address could represent an IPv4
  /// address.
  private InetAddress address(int bytes) {
    byte[] address = new byte[bytes];
    random.nextBytes(address);
    address[0] |= 1;
    try {
      return InetAddress.getByAddress(address);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Writes a pcap file of Ethernet frames.
  static void write(Path file, List<Packet> packets) throws IOException {
    write(file, packets, LINK_TYPE_ETHERNET);
  }

  /// Writes a pcap file.
  static void write(Path file, List<Packet> packets, int linkType) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(24 + packets.size() * 1400);
    out.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4);
    out.putInt(0).putInt(0).putInt(65535).putInt(linkType);
    for (Packet packet : packets) {
      int bytes = (int) packet.bytes().byteSize();
      out.putInt(0).putInt(0).putInt(bytes).putInt(bytes).put(packet.bytes().asByteBuffer());
    }
    Files.write(file, Arrays.copyOf(out.array(), out.position()));
  }
}
