package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Erf;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Ipv6Extension;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// Dissects packets of a capture, one at a time: finds their headers and attributes and the offset
/// of each. Allocates no object for a packet.
///
/// The packet is copied from the file to an array that is longer, so that any value can be read by
/// one load of eight bytes.
public final class Dissector {
  /// The number of a part that is not one of several records.
  static final int ALONE = Parts.ALONE;

  private static final Header[] HEADERS = Header.values();
  private static final Section[] OF_HEADERS =
      Stream.of(HEADERS).map(Sections::of).toArray(Section[]::new);

  /// In an ERF extension header: another one follows.
  private static final int ERF_MORE = 0x80;

  /// Reverses the bytes of a number that is little-endian in the file.
  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final byte[] packetBytes = new byte[CaptureReader.MAX_CAPTURED + Digits.SLACK];
  private final MemorySegment segment = MemorySegment.ofArray(packetBytes);
  private final TransportPacket packet = new TransportPacket(segment);
  private @Nullable CaptureReader capture;
  private final Parts parts = new Parts();
  private final MadDissector mad = new MadDissector(segment, parts);
  private boolean isRead;
  private int from;
  private int bytes;
  private long frame;
  private long original;

  Dissector() {}

  /// Dissects the capture's current packet.
  void read(CaptureReader capture) {
    this.capture = capture;
    parts.clear();
    mad.clear();
    isRead = false;
    from = 0;
    bytes = capture.captured();
    frame = capture.frame();
    original = capture.original();
    MemorySegment.copy(capture.segment(), JAVA_BYTE, capture.offset(), packetBytes, 0, bytes);
    switch (capture.linkType()) {
      case CaptureReader.ETHERNET -> transport(LinkType.ETHERNET);
      case CaptureReader.INFINIBAND -> transport(LinkType.INFINIBAND);
      case CaptureReader.ERF -> erf();
      default -> parts.addRaw(Sections.BYTES, from, from + bytes);
    }
  }

  /// Handles extensions of the ERF header, and padding after the packet.
  private void erf() {
    int header = Erf.LAYOUT.bytes();
    if (bytes < header) {
      parts.addRaw(Sections.BYTES, 0, bytes);
      return;
    }
    Erf.TIMESTAMP.set(segment, 0, segment.get(LITTLE, 0));
    parts.add(Sections.ERF, 0, bytes);
    boolean more = Erf.MORE.get(segment, 0) == 1;
    while (more && header + Erf.EXTENSION_BYTES <= bytes) {
      more = (packetBytes[header] & ERF_MORE) != 0;
      header += Erf.EXTENSION_BYTES;
    }
    parts.addRaw(Sections.ERF_EXTENSIONS, Erf.LAYOUT.bytes(), header);
    if (Erf.TYPE.get(segment, 0) != Erf.INFINIBAND) {
      parts.addRaw(Sections.BYTES, header, bytes);
      return;
    }
    int onWire = (int) Erf.WIRE_LENGTH.get(segment, 0);
    bytes = Math.min(bytes - header, onWire);
    original = onWire;
    from += header;
    transport(LinkType.INFINIBAND);
  }

  private void transport(LinkType link) {
    isRead = true;
    packet.read(link, from, bytes);
    int end = from + bytes;
    int last = from;
    for (int i = 0; i < HEADERS.length; i++) {
      if (packet.has(HEADERS[i])) {
        int at = (int) packet.at(HEADERS[i]);
        if (HEADERS[i] == Header.VLAN) {
          tags(at, end);
        } else {
          parts.add(OF_HEADERS[i], at, end);
        }
        last = at + OF_HEADERS[i].bytes;
        if (HEADERS[i] == Header.IPV4) {
          last = options(at, end);
        } else if (HEADERS[i] == Header.IPV6) {
          last = extensions(at, end);
        }
      }
    }
    if (!packet.isTransport()) {
      other(last, packet.hasVcrc() ? from + packet.vcrcAt() : end);
    } else if (isManagement()) {
      int start = (int) packet.payloadAt();
      int madEnd = start + Math.min(packet.payloadBytes(), Smp.BYTES_OF_MAD);
      mad.read(start, madEnd);
      parts.addRaw(Sections.BYTES, madEnd, start + packet.payloadBytes());
    } else {
      int payload = (int) packet.payloadAt();
      parts.addRaw(Sections.PAYLOAD, payload, payload + packet.payloadBytes());
    }
  }

  /// Adds IPv4 options; returns their end.
  private int options(int ip, int end) {
    int at = ip + Ipv4.LAYOUT.bytes();
    int to = Math.min(end, ip + (int) Ipv4.IHL.get(segment, ip) * 4);
    parts.addRaw(Sections.IPV4_OPTIONS, at, to);
    return Math.max(at, to);
  }

  /// Adds IPv6 extension headers, as far as they are complete; returns the end of the last one.
  private int extensions(int ip, int end) {
    int at = ip + Ipv6.LAYOUT.bytes();
    int next = (int) Ipv6.NEXT_HEADER.get(segment, ip);
    Ipv6Extension extension = next == Ipv4.UDP ? null : Ipv6Extension.next(next, null);
    while (extension != null && at + Ipv6Extension.UNIT <= end) {
      Section section = Sections.of(extension);
      int to = Math.min(end, at + extension.bytes(segment, at));
      parts.add(section, at, to);
      parts.addRaw(Sections.dataOf(extension), at + section.bytes, to);
      next = (int) Ipv6Extension.NEXT_HEADER.get(segment, at);
      at = to;
      extension = Ipv6Extension.next(next, extension);
    }
    return at;
  }

  /// Adds all VLAN tags; `packet` has only the innermost.
  private void tags(int innermost, int end) {
    int first = from + Ethernet.LAYOUT.bytes();
    for (int at = first; at <= innermost; at += Vlan.LAYOUT.bytes()) {
      int number = (at - first) / Vlan.LAYOUT.bytes();
      parts.add(Sections.of(Header.VLAN), at, end, innermost == first ? ALONE : number);
    }
  }

  private void other(int at, int end) {
    if (etherType() == Ethernet.ARP && at + Arp.LAYOUT.bytes() <= end) {
      parts.add(Sections.ARP, at, end);
    } else if (isNeighborDiscovery(at, end)) {
      parts.add(Sections.NEIGHBOR_DISCOVERY, at, end);
      option(at + NeighborDiscovery.LAYOUT.bytes(), end);
    } else {
      parts.addRaw(Sections.BYTES, at, end);
    }
  }

  /// Adds the option with the link-layer address in neighbor discovery.
  private void option(int at, int end) {
    boolean isOne = false;
    if (at + NeighborDiscovery.OPTION.bytes() <= end) {
      long type = NeighborDiscovery.OPTION_TYPE.get(segment, at);
      isOne =
          NeighborDiscovery.OPTION_LENGTH.get(segment, at) == 1
              && (type == NeighborDiscovery.SOURCE_ADDRESS
                  || type == NeighborDiscovery.TARGET_ADDRESS);
    }
    if (isOne) {
      parts.add(Sections.LINK_LAYER_ADDRESS, at, end);
    }
    parts.addRaw(Sections.BYTES, isOne ? at + NeighborDiscovery.OPTION.bytes() : at, end);
  }

  private boolean isNeighborDiscovery(int at, int end) {
    if (!packet.has(Header.IPV6)
        || packet.get(Header.IPV6, Ipv6.NEXT_HEADER) != Ipv4.ICMPV6
        || at + NeighborDiscovery.LAYOUT.bytes() > end) {
      return false;
    }
    long type = NeighborDiscovery.TYPE.get(segment, at);
    return type == NeighborDiscovery.SOLICITATION || type == NeighborDiscovery.ADVERTISEMENT;
  }

  /// Returns the EtherType after all tags; -1 without Ethernet header.
  int etherType() {
    if (!isRead || !packet.has(Header.ETHERNET)) {
      return -1;
    }
    return (int)
        (packet.has(Header.VLAN)
            ? packet.get(Header.VLAN, Vlan.TYPE)
            : packet.get(Header.ETHERNET, Ethernet.TYPE));
  }

  private boolean isManagement() {
    return packet.has(Header.DETH)
        && packet.opCodeNumber() == Bth.UD_SEND_ONLY
        && packet.get(Header.BTH, Bth.DEST_QP) <= Gmp.QP
        && packet.payloadBytes() >= MadHeader.LAYOUT.bytes();
  }

  /// The number of headers and attributes.
  int count() {
    return parts.count();
  }

  Section section(int part) {
    return parts.section(part);
  }

  /// The index of the first part of that kind; -1 if there is none.
  int partOf(Section section) {
    for (int i = 0; i < parts.count(); i++) {
      if (parts.section(i) == section) {
        return i;
      }
    }
    return -1;
  }

  /// The offset of a part in [#array] and [#segment].
  int base(int part) {
    return parts.base(part);
  }

  /// The offset after the last byte that may belong to a part.
  int end(int part) {
    return parts.end(part);
  }

  /// The index of a record among several, from 0; or [#ALONE].
  int number(int part) {
    return parts.number(part);
  }

  /// The captured bytes of the packet, followed by at least [Digits#SLACK] bytes.
  byte[] array() {
    return packetBytes;
  }

  /// The bytes of [#array].
  MemorySegment segment() {
    return segment;
  }

  /// The packet; null if the link type is unknown.
  @Nullable TransportPacket packet() {
    return isRead ? packet : null;
  }

  boolean isMad() {
    return mad.isThere();
  }

  /// The offset of the MAD in the segment.
  int mad() {
    return mad.start();
  }

  /// The offset after the MAD's last byte.
  int madEnd() {
    return mad.end();
  }

  /// The components in the ComponentMask of a subnet administration MAD.
  List<String> components() {
    return mad.components();
  }

  int managementClass() {
    return mad.managementClass();
  }

  int attributeId() {
    return mad.attributeId();
  }

  boolean isWholeMad() {
    return mad.isWhole();
  }

  /// The offset of the packet in the segment, after headers that are only in the capture.
  int from() {
    return from;
  }

  /// The number of captured bytes.
  int bytes() {
    return bytes;
  }

  /// The number of bytes on the wire.
  long original() {
    return original;
  }

  /// The capture; valid while this is its current packet.
  CaptureReader capture() {
    return Objects.requireNonNull(capture, "read comes first");
  }

  long frame() {
    return frame;
  }
}
