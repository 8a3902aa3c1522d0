package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.nio.ByteBuffer;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// Address resolution for IPv4 (RFC 826).
final class ArpResolution implements Resolution {
  private static final int MAC_BYTES = 6;
  private static final int IP_BYTES = 4;

  private final EthernetHeader header;
  private final long own;
  private final long dut;

  ArpResolution(EthernetHeader header, Inet4Address own, Inet4Address dut) {
    this.header = header;
    this.own = number(own);
    this.dut = number(dut);
  }

  private static long number(Inet4Address address) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(address.getAddress()).getInt());
  }

  @Override
  public int ask(MemorySegment out) {
    return write(out, Mac.BROADCAST, Arp.REQUEST, 0, dut);
  }

  @Override
  public int answer(MemorySegment in, int bytes, MemorySegment out) {
    int at = arp(in, bytes);
    if (at < 0 || Arp.OPERATION.get(in, at) != Arp.REQUEST || Arp.TARGET_IP.get(in, at) != own) {
      return 0;
    }
    long asker = Arp.SENDER_MAC.get(in, at);
    return write(out, new Mac(asker), Arp.REPLY, asker, Arp.SENDER_IP.get(in, at));
  }

  @Override
  public @Nullable Mac reported(MemorySegment in, int bytes) {
    int at = arp(in, bytes);
    return at >= 0 && Arp.OPERATION.get(in, at) == Arp.REPLY && Arp.SENDER_IP.get(in, at) == dut
        ? new Mac(Arp.SENDER_MAC.get(in, at))
        : null;
  }

  private int arp(MemorySegment in, int bytes) {
    int at = header.contentOf(in, bytes, Ethernet.ARP, Arp.LAYOUT.bytes());
    boolean known =
        at >= 0
            && Arp.HARDWARE.get(in, at) == Arp.ETHERNET
            && Arp.PROTOCOL.get(in, at) == Ethernet.IPV4
            && Arp.HARDWARE_LENGTH.get(in, at) == MAC_BYTES
            && Arp.PROTOCOL_LENGTH.get(in, at) == IP_BYTES;
    return known ? at : -1;
  }

  private int write(MemorySegment out, Mac to, int operation, long targetMac, long targetIp) {
    int at = header.write(out, to, Ethernet.ARP);
    Arp.HARDWARE.set(out, at, Arp.ETHERNET);
    Arp.PROTOCOL.set(out, at, Ethernet.IPV4);
    Arp.HARDWARE_LENGTH.set(out, at, MAC_BYTES);
    Arp.PROTOCOL_LENGTH.set(out, at, IP_BYTES);
    Arp.OPERATION.set(out, at, operation);
    Arp.SENDER_MAC.set(out, at, header.station().mac().value());
    Arp.SENDER_IP.set(out, at, own);
    Arp.TARGET_MAC.set(out, at, targetMac);
    Arp.TARGET_IP.set(out, at, targetIp);
    return at + Arp.LAYOUT.bytes();
  }
}
