package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.interop.RandomPackets.Packet;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `ibassay decode` and tshark agree on packets with IPv4 options and IPv6 extension headers.
@RequiresPeer("tshark")
class IpOptionsTsharkTest {
  private static final int IP = Ethernet.LAYOUT.bytes();

  /// tshark's names of fields, and ours.
  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("ipv6.hopopts.nxt", "IPv6 Hop-by-Hop Options/Next Header"),
          Map.entry("ipv6.hopopts.len", "IPv6 Hop-by-Hop Options/Hdr Ext Len"),
          Map.entry("ipv6.routing.nxt", "IPv6 Routing/Next Header"),
          Map.entry("ipv6.routing.len", "IPv6 Routing/Hdr Ext Len"),
          Map.entry("ipv6.routing.type", "IPv6 Routing/Routing Type"),
          Map.entry("ipv6.routing.segleft", "IPv6 Routing/Segments Left"),
          Map.entry("ipv6.fraghdr.nxt", "IPv6 Fragment/Next Header"),
          Map.entry("ipv6.fraghdr.offset", "IPv6 Fragment/Fragment Offset"),
          Map.entry("ipv6.fraghdr.more", "IPv6 Fragment/M"),
          Map.entry("ipv6.fraghdr.ident", "IPv6 Fragment/Identification"),
          Map.entry("udp.length", "UDP/Length"),
          Map.entry("infiniband.bth.psn", "BTH/PSN"),
          Map.entry("infiniband.bth.destqp", "BTH/DestQP"));

  @TempDir private Path directory;

  private static byte[] packet(String from, String to) {
    MemorySegment frame = MemorySegment.ofArray(new byte[400]);
    Envelope envelope =
        Envelope.roceV2(
            Mac.parse("02:00:00:00:00:01"),
            Mac.parse("02:00:00:00:00:02"),
            InetAddress.ofLiteral(from),
            InetAddress.ofLiteral(to));
    PacketWriter writer = new PacketWriter(frame).begin(envelope, OpCode.RC_SEND_ONLY, 0);
    writer.set(Header.BTH, Bth.PSN, 0x123456).set(Header.BTH, Bth.DEST_QP, 0xABCDE);
    return frame.asSlice(0, writer.payload(64).end()).toArray(ValueLayout.JAVA_BYTE);
  }

  private static Packet with(byte[] packet, int at, String more, int first) {
    byte[] options = HexFormat.of().parseHex(more);
    byte[] bytes =
        ByteBuffer.allocate(packet.length + options.length)
            .put(packet, 0, at)
            .put(options)
            .put(packet, at, packet.length - at)
            .array();
    MemorySegment in = MemorySegment.ofArray(bytes);
    if (Ethernet.TYPE.get(in, 0) == Ethernet.IPV6) {
      Ipv6.NEXT_HEADER.set(in, IP, first);
      Ipv6.PAYLOAD_LENGTH.set(in, IP, bytes.length - IP - Ipv6.LAYOUT.bytes());
    } else {
      int header = Ipv4.LAYOUT.bytes() + options.length;
      Ipv4.IHL.set(in, IP, header / 4);
      Ipv4.TOTAL_LENGTH.set(in, IP, bytes.length - IP);
      Ipv4.HEADER_CHECKSUM.set(in, IP, 0);
      Ipv4.HEADER_CHECKSUM.set(in, IP, InternetChecksum.of(in, IP, header));
    }
    return new Packet(in, List.of(), Set.of());
  }

  @Test
  void bothFindTheSame() throws Exception {
    byte[] six = packet("2001:db8::1", "2001:db8::2");
    byte[] four = packet("192.0.2.1", "192.0.2.2");
    int after6 = IP + Ipv6.LAYOUT.bytes();
    int after4 = IP + Ipv4.LAYOUT.bytes();
    String routing = "1102fd00" + "00".repeat(20);
    List<Packet> packets =
        List.of(
            with(six, after6, "", Ipv4.UDP),
            with(six, after6, "1100050200000000", 0),
            with(six, after6, "1101010c" + "00".repeat(12), 60),
            with(six, after6, routing, 43),
            with(six, after6, "2b00010400000000" + routing, 0),
            with(six, after6, "11000000deadbeef", 44),
            with(six, after6, "11000001deadbe01", 44),
            with(six, after6, "11000029deadbe02", 44),
            with(four, after4, "", 0),
            with(four, after4, "94040000", 0),
            with(four, after4, "01".repeat(39) + "00", 0));
    Path file = directory.resolve("options.pcap");
    RandomTransport.write(file, packets);
    List<String> columns = new ArrayList<>(FIELDS.keySet());
    List<Map<String, String>> theirs = Tshark.fields(file, columns);
    List<String> ours = Files.readAllLines(DecodeCorpus.decoded(file, directory.resolve("json")));
    assertThat(ours).hasSameSizeAs(theirs);
    int compared = 0;
    for (int i = 0; i < ours.size(); i++) {
      JsonNode packet = JsonMapper.shared().readTree(ours.get(i));
      for (String column : columns) {
        JsonNode value = packet.at("/" + FIELDS.get(column));
        String shown = value.isMissingNode() ? "" : number(value.asString());
        String there = theirs.get(i).getOrDefault(column, "");
        assertThat(shown).as("%s of packet %d", column, i + 1).isEqualTo(number(there));
        compared += shown.isEmpty() ? 0 : 1;
      }
    }
    assertThat(compared).isGreaterThan(50);
  }

  private static String number(String text) {
    return switch (text) {
      case "" -> "";
      case "True" -> "1";
      case "False" -> "0";
      default -> Long.decode(text).toString();
    };
  }
}
