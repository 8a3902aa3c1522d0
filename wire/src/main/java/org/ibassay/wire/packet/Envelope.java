package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.sa.Gid;

/// The headers before the BTH that all packets of a path share, created once and copied into each
/// packet. [PacketWriter] sets lengths and checksums.
///
/// Immutable; each `with...` method returns a new envelope.
public final class Envelope {
  private static final int TIME_TO_LIVE = 64;

  /// Any number is allowed; those from here on are unassigned (annex A17, RFC 6335).
  private static final int SOURCE_PORT = 49152;

  private final Framing framing;
  private final byte[] bytes;
  private final MemorySegment segment;
  private final Places places;
  private final boolean hasUdpChecksum;

  private Envelope(Framing framing, byte[] bytes, Places places, boolean hasUdpChecksum) {
    this.framing = framing;
    this.bytes = bytes;
    this.segment = MemorySegment.ofArray(bytes);
    this.places = places;
    this.hasUdpChecksum = hasUdpChecksum;
  }

  /// Returns the envelope of RoCEv2 packets.
  ///
  /// @param destination receiver of the frame: the peer, or the next router
  /// @param from the sender's address
  /// @param to the peer's address, of the same family
  /// @throws IllegalArgumentException if the addresses are of different families
  public static Envelope roceV2(Mac destination, Mac source, InetAddress from, InetAddress to) {
    return switch (from) {
      case Inet4Address four when to instanceof Inet4Address other -> {
        Envelope made = of(Framing.ROCE_V2_IPV4, Header.ETHERNET, Header.IPV4, Header.UDP);
        made.set(Header.IPV4, Ipv4.VERSION, 4);
        made.set(Header.IPV4, Ipv4.IHL, Ipv4.LAYOUT.bytes() / 4);
        made.set(Header.IPV4, Ipv4.DF, 1);
        made.set(Header.IPV4, Ipv4.TIME_TO_LIVE, TIME_TO_LIVE);
        made.set(Header.IPV4, Ipv4.PROTOCOL, Ipv4.UDP);
        made.set(Header.IPV4, Ipv4.SOURCE, four);
        made.set(Header.IPV4, Ipv4.DESTINATION, other);
        yield made.udp().macs(destination, source, Ethernet.IPV4);
      }
      case Inet6Address six when to instanceof Inet6Address other -> {
        Envelope made = of(Framing.ROCE_V2_IPV6, Header.ETHERNET, Header.IPV6, Header.UDP);
        made.set(Header.IPV6, Ipv6.VERSION, 6);
        made.set(Header.IPV6, Ipv6.HOP_LIMIT, TIME_TO_LIVE);
        made.set(Header.IPV6, Ipv6.NEXT_HEADER, Ipv4.UDP);
        made.set(Header.IPV6, Ipv6.SOURCE, six);
        made.set(Header.IPV6, Ipv6.DESTINATION, other);
        yield made.udp().macs(destination, source, Ethernet.IPV6);
      }
      default ->
          throw new IllegalArgumentException(
              from.getHostAddress() + " and " + to.getHostAddress() + " are of two families");
    };
  }

  /// Returns the envelope of RoCEv1 packets.
  public static Envelope roceV1(Mac destination, Mac source, Gid from, Gid to) {
    return of(Framing.ROCE_V1, Header.ETHERNET, Header.GRH)
        .grh(from, to)
        .macs(destination, source, Ethernet.ROCE_V1);
  }

  /// Returns the envelope of native InfiniBand packets within a subnet.
  public static Envelope local(int sourceLid, int destinationLid) {
    return of(Framing.IB_LOCAL, Header.LRH).lrh(Lrh.LNH_LOCAL, sourceLid, destinationLid);
  }

  /// Returns the envelope of native InfiniBand packets with a GRH.
  public static Envelope global(int sourceLid, int destinationLid, Gid from, Gid to) {
    return of(Framing.IB_GLOBAL, Header.LRH, Header.GRH)
        .lrh(Lrh.LNH_GLOBAL, sourceLid, destinationLid)
        .grh(from, to);
  }

  private static Envelope of(Framing framing, Header... headers) {
    Places places = new Places();
    int at = 0;
    for (Header header : headers) {
      places.put(header, at);
      at += header.bytes();
    }
    return new Envelope(framing, new byte[at], places, false);
  }

  private Envelope macs(Mac destination, Mac source, int type) {
    set(Header.ETHERNET, Ethernet.DESTINATION, destination.value());
    set(Header.ETHERNET, Ethernet.SOURCE, source.value());
    set(Header.ETHERNET, Ethernet.TYPE, type);
    return this;
  }

  private Envelope udp() {
    set(Header.UDP, Udp.SOURCE_PORT, SOURCE_PORT);
    set(Header.UDP, Udp.DESTINATION_PORT, Udp.ROCE_V2);
    return this;
  }

  private Envelope lrh(int next, int sourceLid, int destinationLid) {
    set(Header.LRH, Lrh.LNH, next);
    set(Header.LRH, Lrh.SLID, sourceLid);
    set(Header.LRH, Lrh.DLID, destinationLid);
    return this;
  }

  private Envelope grh(Gid from, Gid to) {
    set(Header.GRH, Grh.IP_VER, 6);
    set(Header.GRH, Grh.NXT_HDR, Grh.NEXT_IS_BTH);
    set(Header.GRH, Grh.HOP_LMT, TIME_TO_LIVE);
    from.set(Grh.SGID, segment, places.at(Header.GRH));
    to.set(Grh.DGID, segment, places.at(Header.GRH));
    return this;
  }

  /// Returns a copy in a VLAN: adds a tag, or replaces the VID of the existing one.
  ///
  /// @param vid from 0 to 4095
  /// @throws IllegalStateException if there is no Ethernet header
  public Envelope withVlan(int vid) {
    if (has(Header.VLAN)) {
      return with(Header.VLAN, Vlan.VID, vid);
    }
    int tag = places.at(Header.ETHERNET) + Ethernet.LAYOUT.bytes();
    byte[] tagged = new byte[bytes.length + Vlan.LAYOUT.bytes()];
    System.arraycopy(bytes, 0, tagged, 0, tag);
    System.arraycopy(bytes, tag, tagged, tag + Vlan.LAYOUT.bytes(), bytes.length - tag);
    Places moved = new Places();
    for (Header header : Header.values()) {
      if (has(header)) {
        int at = places.at(header);
        moved.put(header, at < tag ? at : at + Vlan.LAYOUT.bytes());
      }
    }
    moved.put(Header.VLAN, tag);
    Envelope made = new Envelope(framing, tagged, moved, hasUdpChecksum);
    made.set(Header.VLAN, Vlan.TYPE, Ethernet.TYPE.get(segment, 0));
    made.set(Header.VLAN, Vlan.VID, vid);
    made.set(Header.ETHERNET, Ethernet.TYPE, Ethernet.VLAN);
    return made;
  }

  /// Returns a copy without a VLAN tag.
  public Envelope withoutVlan() {
    if (!has(Header.VLAN)) {
      return this;
    }
    int tag = places.at(Header.VLAN);
    int after = tag + Vlan.LAYOUT.bytes();
    byte[] plain = new byte[bytes.length - Vlan.LAYOUT.bytes()];
    System.arraycopy(bytes, 0, plain, 0, tag);
    System.arraycopy(bytes, after, plain, tag, bytes.length - after);
    Places moved = new Places();
    for (Header header : Header.values()) {
      if (has(header) && header != Header.VLAN) {
        int at = places.at(header);
        moved.put(header, at < tag ? at : at - Vlan.LAYOUT.bytes());
      }
    }
    Envelope made = new Envelope(framing, plain, moved, hasUdpChecksum);
    made.set(Header.ETHERNET, Ethernet.TYPE, Vlan.TYPE.get(segment, tag));
    return made;
  }

  /// Returns a copy whose packets have a UDP checksum, which RoCEv2 does not require, or none: then
  /// the field is 0.
  public Envelope withUdpChecksum(boolean isComputed) {
    return new Envelope(framing, bytes.clone(), places, isComputed && has(Header.UDP));
  }

  /// Whether packets have a UDP checksum.
  public boolean hasUdpChecksum() {
    return hasUdpChecksum;
  }

  /// Returns a copy with another value in a field, legal or not.
  ///
  /// @throws IllegalStateException if there is no such header
  public Envelope with(Header header, Field field, long value) {
    Envelope made = copy();
    made.set(header, field, value);
    return made;
  }

  /// Returns a copy with another address in a field.
  ///
  /// @throws IllegalStateException if there is no such header
  public Envelope with(Header header, Field field, InetAddress address) {
    Envelope made = copy();
    made.set(header, field, address);
    return made;
  }

  private Envelope copy() {
    return new Envelope(framing, bytes.clone(), places, hasUdpChecksum);
  }

  private void set(Header header, Field field, long value) {
    field.set(segment, places.at(header), value);
  }

  private void set(Header header, Field field, InetAddress address) {
    byte[] from = address.getAddress();
    MemorySegment to = field.slice(segment, places.at(header));
    if (to.byteSize() != from.length) {
      throw new IllegalArgumentException(address.getHostAddress() + " does not fit " + field);
    }
    to.copyFrom(MemorySegment.ofArray(from));
  }

  /// Returns the framing of these headers.
  public Framing framing() {
    return framing;
  }

  /// Returns the length of the headers, in bytes.
  public int bytes() {
    return bytes.length;
  }

  /// Whether it has this header.
  public boolean has(Header header) {
    return places.has(header);
  }

  /// Returns a field of a header, unsigned.
  ///
  /// @throws IllegalStateException if there is no such header
  public long get(Header header, Field field) {
    return field.get(segment, places.at(header));
  }

  MemorySegment segment() {
    return segment;
  }

  Places places() {
    return places;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Envelope that
        && framing == that.framing
        && hasUdpChecksum == that.hasUdpChecksum
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
