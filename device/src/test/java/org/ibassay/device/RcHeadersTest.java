package org.ibassay.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.ibassay.device.rc.CableEnd;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.sa.Gid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Packets that a channel adapter silently drops because of their headers (9.6), and its address
/// resolution on Ethernet.
class RcHeadersTest {

  private static PacketWriter request(RcBench bench) {
    return bench.packet(OpCode.RC_SEND_ONLY, 200);
  }

  /// The packet had no effect: the next one finds the QP unchanged.
  private static void wasDropped(RcBench bench) {
    assertThat(bench.answers()).isEmpty();
    bench.send(OpCode.RC_SEND_ONLY, 200, 4);
    assertThat(bench.answers()).hasSize(1).first().asString().startsWith("ACK 200, ACK");
  }

  private static RcBench open() {
    return RcBench.open("sim:ca").postReceives(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 8, 31})
  void aWrongIcrc(int bit) {
    try (RcBench bench = open()) {
      PacketWriter made = request(bench);
      int bytes = made.end();
      bench.sendRaw(bench.flip(bytes - 4 + bit / 8, bit % 8, bytes));
      wasDropped(bench);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15})
  void aTransportVersion(int version) {
    try (RcBench bench = open()) {
      bench.send(request(bench).set(Header.BTH, Bth.T_VER, version));
      wasDropped(bench);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0x8001, 0xFFFE, 0x0FFF})
  void anotherPartition(int key) {
    try (RcBench bench = open()) {
      bench.send(request(bench).set(Header.BTH, Bth.P_KEY, key));
      wasDropped(bench);
    }
  }

  @Test
  void butNotALimitedMember() {
    try (RcBench bench = open()) {
      bench.send(request(bench).set(Header.BTH, Bth.P_KEY, 0x7FFF));
      assertThat(bench.answers()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0x10000, 0x800000})
  void anotherQp(int difference) {
    try (RcBench bench = open()) {
      bench.send(request(bench).set(Header.BTH, Bth.DEST_QP, bench.qp().qpn() ^ difference));
      wasDropped(bench);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x24, 0x44, 0x64, 0x81, 0xA4, 0xC4})
  void anotherService(int code) {
    try (RcBench bench = open()) {
      bench.send(request(bench).set(Header.BTH, Bth.OP_CODE, code));
      wasDropped(bench);
    }
  }

  @Test
  void anotherSourceOrDestination() throws UnknownHostException {
    InetAddress other = InetAddress.getByName("192.0.2.77");
    try (RcBench bench = open()) {
      for (var field : new Field[] {Ipv4.SOURCE, Ipv4.DESTINATION}) {
        PacketWriter made = request(bench);
        made.end();
        made.set(Header.IPV4, field, address(other));
        bench.sendRaw(made.seal());
        wasDropped(bench);
        bench.reopen(s -> s).postReceives(1);
      }
    }
  }

  private static long address(InetAddress ip) {
    return ByteBuffer.wrap(ip.getAddress()).getInt() & 0xFFFF_FFFFL;
  }

  @Test
  void aWrongUdpChecksumOrPort() {
    try (RcBench bench = open()) {
      PacketWriter made = request(bench);
      made.end();
      made.set(Header.UDP, Udp.CHECKSUM, 1);
      bench.sendRaw(made.seal());
      wasDropped(bench);
      bench.reopen(s -> s).postReceives(1);
      made = request(bench);
      made.end();
      made.set(Header.UDP, Udp.DESTINATION_PORT, 4792);
      bench.sendRaw(made.seal());
      wasDropped(bench);
    }
  }

  @Test
  void whatIsCutOff() {
    try (RcBench bench = open()) {
      int bytes = bench.reth(OpCode.RC_RDMA_READ_REQ, 200, 0, 4).end();
      for (int length = 0; length < bytes; length++) {
        bench.sendRaw(length);
      }
      wasDropped(bench);
    }
  }

  @Test
  void anythingAtAll() {
    Random random = new Random(17);
    try (RcBench bench = open()) {
      for (int i = 0; i < 2000; i++) {
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        bench.sendFrame(noise);
      }
      wasDropped(bench);
    }
  }

  @Test
  void speaksOverIpv6() {
    try (RcBench bench =
        RcBench.open(
            "sim:ca",
            s ->
                RcSettings.to(PortAddress.ofIp(CableEnd.of(1, 0, 0).ipv6()), RcBench.OWN_QPN)
                    .withPsns(0, 200)
                    .withGidIndex(0))) {
      bench.read(200, 0, 10);
      assertThat(bench.answers())
          .containsExactly(
              "RDMA_READ_RESP_ONLY 200, ACK, credits 0, MSN 1, 10 bytes " + bench.hash(0, 10));
    }
  }

  @Test
  void speaksNatively() {
    try (RcBench bench = RcBench.open("sim:ca?framing=ib").postReceives(1)) {
      bench.send(OpCode.RC_SEND_ONLY, 200, 5).read(201, 0, 300);
      assertThat(bench.answers()).hasSize(3).noneMatch(line -> line.contains("CRC"));
      assertThat(bench.qp().address().lid()).isEqualTo(0x0234);
    }
  }

  @Test
  void answersArp() {
    try (RcBench bench = RcBench.open("sim:ca")) {
      bench.sendFrame(arpRequest(bench, 2)).sendFrame(arpRequest(bench, 3));
      assertThat(bench.frames(1_000_000))
          .singleElement()
          .satisfies(reply -> {
            MemorySegment frame = MemorySegment.ofArray(reply);
            int arp = Ethernet.LAYOUT.bytes();
            assertThat(Arp.OPERATION.get(frame, arp)).isEqualTo(Arp.REPLY);
            assertThat(Arp.SENDER_MAC.get(frame, arp)).isEqualTo(0x0200_0000_0002L);
            assertThat(Arp.SENDER_IP.get(frame, arp)).isEqualTo(0xC000_0202L);
            assertThat(Ethernet.DESTINATION.get(frame, 0)).isEqualTo(0x0200_0000_0001L);
          });
    }
  }

  private static byte[] arpRequest(RcBench bench, int host) {
    byte[] frame = new byte[60];
    MemorySegment request = MemorySegment.ofArray(frame);
    int arp = Ethernet.LAYOUT.bytes();
    Ethernet.DESTINATION.set(request, 0, 0xFFFF_FFFF_FFFFL);
    Ethernet.SOURCE.set(request, 0, bench.own().mac().value());
    Ethernet.TYPE.set(request, 0, Ethernet.ARP);
    Arp.OPERATION.set(request, arp, Arp.REQUEST);
    Arp.SENDER_MAC.set(request, arp, bench.own().mac().value());
    Arp.TARGET_IP.set(request, arp, 0xC000_0200L | host);
    return frame;
  }

  @Test
  void answersNeighborSolicitations() {
    try (RcBench bench = RcBench.open("sim:ca")) {
      bench.sendFrame(solicitation(bench, 2)).sendFrame(solicitation(bench, 3));
      assertThat(bench.frames(1_000_000))
          .singleElement()
          .satisfies(reply -> {
            MemorySegment frame = MemorySegment.ofArray(reply);
            int ip = Ethernet.LAYOUT.bytes();
            int icmp = ip + Ipv6.LAYOUT.bytes();
            int option = icmp + NeighborDiscovery.LAYOUT.bytes();
            assertThat(NeighborDiscovery.TYPE.get(frame, icmp))
                .isEqualTo(NeighborDiscovery.ADVERTISEMENT);
            assertThat(NeighborDiscovery.OPTION_MAC.get(frame, option))
                .isEqualTo(0x0200_0000_0002L);
            int bytes = reply.length - icmp;
            assertThat(InternetChecksum.overIpv6(frame, ip, icmp, bytes, Ipv4.ICMPV6)).isZero();
          });
    }
  }

  private static byte[] solicitation(RcBench bench, int host) {
    int ip = Ethernet.LAYOUT.bytes();
    int icmp = ip + Ipv6.LAYOUT.bytes();
    byte[] frame = new byte[icmp + NeighborDiscovery.LAYOUT.bytes() + 8];
    MemorySegment request = MemorySegment.ofArray(frame);
    Gid own = PortAddress.ofIp(bench.own().ipv6()).gid();
    Ethernet.DESTINATION.set(request, 0, 0x3333_FF00_0002L);
    Ethernet.SOURCE.set(request, 0, bench.own().mac().value());
    Ethernet.TYPE.set(request, 0, Ethernet.IPV6);
    Ipv6.VERSION.set(request, ip, 6);
    Ipv6.NEXT_HEADER.set(request, ip, Ipv4.ICMPV6);
    own.set(Ipv6.SOURCE, request, ip);
    NeighborDiscovery.TYPE.set(request, icmp, NeighborDiscovery.SOLICITATION);
    Gid sought = PortAddress.ofIp(CableEnd.of(host, 0, 0).ipv6()).gid();
    sought.set(NeighborDiscovery.TARGET, request, icmp);
    return frame;
  }
}
