package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.sa.Gid;

/// Answers requests for the MAC address of the adapter's IP addresses: ARP (RFC 826) and neighbor
/// discovery (RFC 4861).
final class NeighborResponder {
  private static final int ETHERNET = Ethernet.LAYOUT.bytes();
  private static final int ICMP = ETHERNET + Ipv6.LAYOUT.bytes();
  private static final int OPTION = ICMP + NeighborDiscovery.LAYOUT.bytes();
  private static final int ARP_BYTES = ETHERNET + Arp.LAYOUT.bytes();
  private static final int ADVERTISEMENT_BYTES = OPTION + NeighborDiscovery.OPTION.bytes();
  private static final int VERSION = 6;

  private final CableEnd own;

  NeighborResponder(CableEnd own) {
    this.own = own;
  }

  /// Returns the answer to a request; empty for other frames.
  ///
  /// @param bytes length of the frame
  Optional<byte[]> answer(MemorySegment frame, int bytes) {
    if (bytes < ETHERNET) {
      return Optional.empty();
    }
    long type = Ethernet.TYPE.get(frame, 0);
    if (type == Ethernet.ARP && bytes >= ARP_BYTES) {
      return arp(frame);
    }
    return type == Ethernet.IPV6 && bytes >= OPTION ? discovery(frame) : Optional.empty();
  }

  private Optional<byte[]> arp(MemorySegment frame) {
    long asked = Arp.TARGET_IP.get(frame, ETHERNET);
    long ours = CableEnd.gidOf(own.ipv4()).guid() & 0xFFFF_FFFFL;
    if (Arp.OPERATION.get(frame, ETHERNET) != Arp.REQUEST || asked != ours) {
      return Optional.empty();
    }
    MemorySegment reply = answerTo(frame, Ethernet.ARP, Ethernet.MIN_BYTES);
    Arp.HARDWARE.set(reply, ETHERNET, Arp.ETHERNET);
    Arp.PROTOCOL.set(reply, ETHERNET, Ethernet.IPV4);
    Arp.HARDWARE_LENGTH.set(reply, ETHERNET, 6);
    Arp.PROTOCOL_LENGTH.set(reply, ETHERNET, 4);
    Arp.OPERATION.set(reply, ETHERNET, Arp.REPLY);
    Arp.SENDER_MAC.set(reply, ETHERNET, own.mac().value());
    Arp.SENDER_IP.set(reply, ETHERNET, ours);
    Arp.TARGET_MAC.set(reply, ETHERNET, Arp.SENDER_MAC.get(frame, ETHERNET));
    Arp.TARGET_IP.set(reply, ETHERNET, Arp.SENDER_IP.get(frame, ETHERNET));
    return Optional.of(reply.toArray(JAVA_BYTE));
  }

  private Optional<byte[]> discovery(MemorySegment frame) {
    Gid ours = CableEnd.gidOf(own.ipv6());
    if (Ipv6.NEXT_HEADER.get(frame, ETHERNET) != Ipv4.ICMPV6
        || NeighborDiscovery.TYPE.get(frame, ICMP) != NeighborDiscovery.SOLICITATION
        || !Gid.get(NeighborDiscovery.TARGET, frame, ICMP).equals(ours)) {
      return Optional.empty();
    }
    MemorySegment reply = answerTo(frame, Ethernet.IPV6, ADVERTISEMENT_BYTES);
    Ipv6.VERSION.set(reply, ETHERNET, VERSION);
    Ipv6.PAYLOAD_LENGTH.set(reply, ETHERNET, ADVERTISEMENT_BYTES - ICMP);
    Ipv6.NEXT_HEADER.set(reply, ETHERNET, Ipv4.ICMPV6);
    Ipv6.HOP_LIMIT.set(reply, ETHERNET, NeighborDiscovery.HOP_LIMIT);
    ours.set(Ipv6.SOURCE, reply, ETHERNET);
    Gid.get(Ipv6.SOURCE, frame, ETHERNET).set(Ipv6.DESTINATION, reply, ETHERNET);
    NeighborDiscovery.TYPE.set(reply, ICMP, NeighborDiscovery.ADVERTISEMENT);
    NeighborDiscovery.SOLICITED.set(reply, ICMP, 1);
    NeighborDiscovery.OVERRIDE.set(reply, ICMP, 1);
    ours.set(NeighborDiscovery.TARGET, reply, ICMP);
    NeighborDiscovery.OPTION_TYPE.set(reply, OPTION, NeighborDiscovery.TARGET_ADDRESS);
    NeighborDiscovery.OPTION_LENGTH.set(reply, OPTION, 1);
    NeighborDiscovery.OPTION_MAC.set(reply, OPTION, own.mac().value());
    int bytes = ADVERTISEMENT_BYTES - ICMP;
    int sum = InternetChecksum.overIpv6(reply, ETHERNET, ICMP, bytes, Ipv4.ICMPV6);
    NeighborDiscovery.CHECKSUM.set(reply, ICMP, sum);
    return Optional.of(reply.toArray(JAVA_BYTE));
  }

  private MemorySegment answerTo(MemorySegment frame, int type, int bytes) {
    MemorySegment reply = MemorySegment.ofArray(new byte[bytes]);
    Ethernet.DESTINATION.set(reply, 0, Ethernet.SOURCE.get(frame, 0));
    Ethernet.SOURCE.set(reply, 0, own.mac().value());
    Ethernet.TYPE.set(reply, 0, type);
    return reply;
  }
}
