package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Ipv6Extension;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.jspecify.annotations.Nullable;

/// Finds a packet's BTH and ICRC in any framing. Positions count from the packet's first byte.
final class Layers {
  private static final String FRAGMENT = "or M is set: a fragment of a packet, which is not judged";

  private final MemorySegment in;
  private final Places places;
  private final List<Finding> findings;

  private long start;
  private int limit;

  /// The packet's framing; null if it has no BTH.
  @Nullable Framing framing;

  /// Where the BTH is or should be.
  int bth;

  /// After the ICRC; for a raw packet, after its payload.
  int end;

  /// Whether there are fewer bytes than the headers specify.
  boolean cutOff;

  /// Length of the options or extension headers between the IP and UDP headers, in bytes.
  int options;

  /// Whether a routing header, rather than the IPv6 header, contains the final destination, which
  /// the UDP checksum covers.
  private boolean isUnderWay;

  Layers(MemorySegment in, Places places, List<Finding> findings) {
    this.in = in;
    this.places = places;
    this.findings = findings;
  }

  void read(LinkType link, long from, int bytes) {
    start = from;
    limit = bytes;
    framing = null;
    end = 0;
    cutOff = false;
    options = 0;
    isUnderWay = false;
    switch (link) {
      case ETHERNET -> ethernet();
      case INFINIBAND -> local();
    }
  }

  /// Whether the packet has an LRH and is complete according to its PktLen.
  boolean endsLocally() {
    return places.has(Header.LRH) && !cutOff && end >= Lrh.LAYOUT.bytes();
  }

  private void ethernet() {
    if (!place(Header.ETHERNET, 0)) {
      return;
    }
    int type = get(Ethernet.TYPE, 0);
    int at = Ethernet.LAYOUT.bytes();
    while (Ethernet.isTag(type)) {
      if (!place(Header.VLAN, at)) {
        return;
      }
      type = get(Vlan.TYPE, at);
      at += Vlan.LAYOUT.bytes();
    }
    switch (type) {
      case Ethernet.IPV4 -> ipv4(at);
      case Ethernet.IPV6 -> ipv6(at);
      case Ethernet.ROCE_V1 -> {
        if (place(Header.GRH, at)) {
          ends(at + Grh.LAYOUT.bytes() + get(Grh.PAY_LEN, at), "GRH PayLen");
          global(at, Framing.ROCE_V1);
        }
      }
      default -> {
        // not RoCE
      }
    }
  }

  private void ipv4(int at) {
    if (!place(Header.IPV4, at) || !isVersion(Ipv4.VERSION, at, 4)) {
      return;
    }
    int header = get(Ipv4.IHL, at) * 4;
    int total = get(Ipv4.TOTAL_LENGTH, at);
    if (header < Ipv4.LAYOUT.bytes()) {
      add(Finding.Kind.HEADER, at, Ipv4.IHL, header / 4 + ", expected at least 5");
    } else if (at + header > limit) {
      findings.add(Finding.cutOff("IPv4 header", at, limit - at, header));
    } else if (total < header) {
      add(Finding.Kind.LENGTH, at, Ipv4.TOTAL_LENGTH, total + ", its header has " + header);
    } else {
      if (InternetChecksum.of(in, start + at, header) != 0) {
        add(Finding.Kind.CHECKSUM, at, Ipv4.HEADER_CHECKSUM, "is wrong");
      }
      if (get(Ipv4.PROTOCOL, at) == Ipv4.UDP) {
        if (get(Ipv4.MF, at) != 0 || get(Ipv4.FRAGMENT_OFFSET, at) != 0) {
          add(Finding.Kind.HEADER, at, Ipv4.FRAGMENT_OFFSET, FRAGMENT);
        } else {
          options = header - Ipv4.LAYOUT.bytes();
          ends(at + total, "IPv4 Total Length");
          udp(at + header, at + total, Framing.ROCE_V2_IPV4);
        }
      }
    }
  }

  private void ipv6(int at) {
    if (!place(Header.IPV6, at) || !isVersion(Ipv6.VERSION, at, 6)) {
      return;
    }
    int next = get(Ipv6.NEXT_HEADER, at);
    int after = at + Ipv6.LAYOUT.bytes();
    int udp = next == Ipv4.UDP ? after : afterExtensions(next, after);
    if (udp >= after) {
      options = udp - after;
      int ipEnd = after + get(Ipv6.PAYLOAD_LENGTH, at);
      ends(ipEnd, "IPv6 Payload Length");
      udp(udp, ipEnd, Framing.ROCE_V2_IPV6);
    }
  }

  /// Returns where the UDP header starts after extension headers; -1 if none is expected.
  private int afterExtensions(int first, int from) {
    int next = first;
    int at = from;
    Ipv6Extension extension = Ipv6Extension.next(next, null);
    while (extension != null && at + Ipv6Extension.UNIT <= limit) {
      next = get(Ipv6Extension.NEXT_HEADER, at);
      if (extension == Ipv6Extension.FRAGMENT && isPart(at)) {
        if (next == Ipv4.UDP) {
          add(Finding.Kind.HEADER, at, Ipv6Extension.Fragment.FRAGMENT_OFFSET, FRAGMENT);
        }
        return -1;
      }
      if (extension == Ipv6Extension.ROUTING) {
        isUnderWay = get(Ipv6Extension.Routing.SEGMENTS_LEFT, at) != 0;
      }
      at += extension.bytes(in, start + at);
      extension = Ipv6Extension.next(next, extension);
    }
    return next == Ipv4.UDP ? at : -1;
  }

  private boolean isPart(int fragment) {
    return get(Ipv6Extension.Fragment.M, fragment) != 0
        || get(Ipv6Extension.Fragment.FRAGMENT_OFFSET, fragment) != 0;
  }

  private void udp(int at, int ipEnd, Framing found) {
    if (!place(Header.UDP, at) || get(Udp.DESTINATION_PORT, at) != Udp.ROCE_V2) {
      return;
    }
    int length = get(Udp.LENGTH, at);
    if (length != ipEnd - at) {
      add(Finding.Kind.LENGTH, at, Udp.LENGTH, length + ", IP has " + (ipEnd - at));
      if (length >= Udp.LAYOUT.bytes() && at + length < end) {
        // As in a receiver, UDP may end before IP does, but not after it.
        end = at + length;
      }
    }
    if (get(Udp.CHECKSUM, at) != 0
        && !cutOff
        && !isUnderWay
        && udpChecksum(at, end - at, found) != 0) {
      add(Finding.Kind.CHECKSUM, at, Udp.CHECKSUM, "is wrong");
    }
    bth = at + Udp.LAYOUT.bytes();
    framing = found;
  }

  private int udpChecksum(int at, int bytes, Framing found) {
    return found == Framing.ROCE_V2_IPV4
        ? InternetChecksum.overIpv4(in, start + places.at(Header.IPV4), start + at, bytes, Ipv4.UDP)
        : InternetChecksum.overIpv6(
            in, start + places.at(Header.IPV6), start + at, bytes, Ipv4.UDP);
  }

  private void local() {
    if (!place(Header.LRH, 0)) {
      return;
    }
    int next = get(Lrh.LNH, 0);
    int after = Lrh.LAYOUT.bytes();
    ends(get(Lrh.PKT_LEN, 0) * 4, "LRH PktLen");
    if (next == Lrh.LNH_LOCAL) {
      bth = after;
      framing = Framing.IB_LOCAL;
    } else if (next == Lrh.LNH_GLOBAL && place(Header.GRH, after)) {
      global(after, Framing.IB_GLOBAL);
      int length = get(Grh.PAY_LEN, after);
      int there = get(Lrh.PKT_LEN, 0) * 4 - after - Grh.LAYOUT.bytes();
      if (length != there) {
        add(Finding.Kind.LENGTH, after, Grh.PAY_LEN, length + ", LRH has " + there);
      }
    } else if (next == Lrh.LNH_IPV6) {
      place(Header.IPV6, after);
    }
  }

  private void global(int at, Framing found) {
    if (isVersion(Grh.IP_VER, at, 6) && get(Grh.NXT_HDR, at) == Grh.NEXT_IS_BTH) {
      bth = at + Grh.LAYOUT.bytes();
      framing = found;
    }
  }

  /// Sets the end that a header specifies, limited to the bytes present. Later bytes do not belong
  /// to the packet.
  private void ends(int named, String by) {
    if (named > limit) {
      cutOff = true;
      findings.add(
          new Finding(
              Finding.Kind.CUT_OFF,
              limit,
              named,
              "%s ends the packet at %d, but it has %d bytes".formatted(by, named, limit)));
    }
    end = Math.min(named, limit);
    limit = end;
  }

  private boolean place(Header header, int at) {
    int bytes = header.bytes();
    if (at + bytes > limit) {
      findings.add(Finding.cutOff(header.layout().name(), at, limit - at, bytes));
      return false;
    }
    places.put(header, at);
    return true;
  }

  private boolean isVersion(Field field, int at, int expected) {
    int version = get(field, at);
    if (version != expected) {
      add(Finding.Kind.HEADER, at, field, version + ", expected " + expected);
    }
    return version == expected;
  }

  private void add(Finding.Kind kind, int at, Field field, String text) {
    findings.add(Finding.of(kind, at, field, text));
  }

  private int get(Field field, int at) {
    return (int) field.get(in, start + at);
  }
}
