package org.ibassay.cli.decode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.TransportPacket;

/// Writes a packet as one line: number, seconds since the first packet, addresses, what it is, and
/// what is wrong with it.
final class LinePrinter implements PacketPrinter {
  private static final int NUMBER_COLUMNS = 6;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int SECONDS_COLUMNS = 3;

  private static final byte[] GAP = Out.ascii("  ");
  private static final byte[] TO = Out.ascii(" > ");
  private static final byte[] QP = Out.ascii(" QP 0x");
  private static final byte[] PSN = Out.ascii(" PSN ");
  private static final byte[] BYTES = Out.ascii(" bytes");
  private static final byte[] COMMA = Out.ascii(", ");

  private final Out out;
  private long first;
  private boolean hasFirst;

  LinePrinter(Out out) {
    this.out = out;
  }

  @Override
  public void write(CaptureReader capture, Dissector packet) {
    out.decimal(capture.frame(), NUMBER_COLUMNS, ' ').put(GAP);
    time(capture);
    out.put(GAP);
    summary(out, packet, capture.linkType());
    out.line();
  }

  private void time(CaptureReader capture) {
    if (!capture.hasTime()) {
      out.put('-');
      return;
    }
    if (!hasFirst) {
      first = capture.nanos();
      hasFirst = true;
    }
    long since = capture.nanos() - first;
    if (since < 0) {
      out.put('-');
      since = -since;
    }
    out.decimal(since / NANOS_PER_SECOND, SECONDS_COLUMNS, ' ').put('.');
    out.decimal(since % NANOS_PER_SECOND / 1000, 6, '0');
  }

  /// Addresses, what the packet is, and the first thing that is wrong with it.
  static void summary(Out out, Dissector from, int linkType) {
    TransportPacket packet = from.packet();
    if (packet == null) {
      out.put("link type ").decimal(linkType).put(COMMA).decimal(from.bytes()).put(BYTES);
      return;
    }
    addresses(out, from, packet);
    if (from.isMad()) {
      mad(out, from);
    } else if (packet.isTransport()) {
      transport(out, packet);
    } else {
      other(out, from, packet);
    }
    List<Finding> findings = packet.findings();
    if (!findings.isEmpty()) {
      out.put("; ").put(findings.getFirst().toString());
      if (findings.size() > 1) {
        out.put("; ").decimal(findings.size() - 1).put(" more");
      }
    }
  }

  private static void addresses(Out out, Dissector from, TransportPacket packet) {
    if (isByPath(from, packet)) {
      path(out, packet.segment(), from.mad());
      out.put(GAP);
    } else if (packet.has(Header.LRH)) {
      lids(out, packet);
    } else if (packet.has(Header.IPV4)) {
      pair(out, packet, Header.IPV4, Ipv4.SOURCE, Ipv4.DESTINATION);
    } else if (packet.has(Header.IPV6)) {
      pair(out, packet, Header.IPV6, Ipv6.SOURCE, Ipv6.DESTINATION);
    } else if (packet.has(Header.GRH)) {
      pair(out, packet, Header.GRH, Grh.SGID, Grh.DGID);
    } else if (packet.has(Header.ETHERNET) && from.etherType() != Ethernet.ARP) {
      pair(out, packet, Header.ETHERNET, Ethernet.SOURCE, Ethernet.DESTINATION);
    }
  }

  /// A directed route has no LIDs from end to end.
  private static boolean isByPath(Dissector from, TransportPacket packet) {
    return from.isWholeMad()
        && from.managementClass() == Smp.DIRECTED_ROUTE
        && packet.has(Header.LRH)
        && (packet.get(Header.LRH, Lrh.DLID) & packet.get(Header.LRH, Lrh.SLID))
            == Smp.PERMISSIVE_LID;
  }

  private static void lids(Out out, TransportPacket packet) {
    lid(out, packet.get(Header.LRH, Lrh.SLID));
    out.put(TO);
    lid(out, packet.get(Header.LRH, Lrh.DLID));
    out.put(GAP);
  }

  private static void lid(Out out, long lid) {
    out.put('0').put('x').hex(lid, 4);
  }

  private static void pair(
      Out out, TransportPacket packet, Header header, Field source, Field destination) {
    Values.write(out, source, packet.segment(), packet.at(header), 0);
    out.put(TO);
    Values.write(out, destination, packet.segment(), packet.at(header), 0);
    out.put(GAP);
  }

  private static void transport(Out out, TransportPacket packet) {
    out.put(Names.opCode(packet.opCodeNumber()))
        .put(QP)
        .hex(packet.get(Header.BTH, Bth.DEST_QP), 6)
        .put(PSN)
        .decimal(packet.get(Header.BTH, Bth.PSN));
    if (packet.get(Header.BTH, Bth.A) != 0) {
      out.put(" A");
    }
    if (packet.has(Header.DETH)) {
      out.put(", from 0x").hex(packet.get(Header.DETH, Deth.SRC_QP), 6);
    }
    if (packet.has(Header.RETH)) {
      out.put(", DMALen ").decimal(packet.get(Header.RETH, Reth.DMA_LEN));
    }
    if (packet.has(Header.AETH)) {
      out.put(COMMA).put(Names.syndrome((int) packet.get(Header.AETH, Aeth.SYNDROME)));
      out.put(", MSN ").decimal(packet.get(Header.AETH, Aeth.MSN));
    }
    if (packet.payloadBytes() > 0) {
      out.put(COMMA).decimal(packet.payloadBytes()).put(BYTES);
    }
  }

  private static void mad(Out out, Dissector from) {
    MemorySegment in = from.segment();
    long mad = from.mad();
    int managementClass = from.managementClass();
    Names.mad(out, managementClass, (int) MadHeader.METHOD.get(in, mad), from.attributeId());
    long modifier = MadHeader.ATTRIBUTE_MODIFIER.get(in, mad);
    if (modifier != 0) {
      out.put(" mod ").shortHex(modifier);
    }
    if (managementClass == Gmp.SUBNET_ADMINISTRATION && from.isWholeMad()) {
      rmpp(out, in, mad);
    }
    int status = (int) MadHeader.STATUS.get(in, mad);
    status &= managementClass == Smp.DIRECTED_ROUTE ? 0x7FFF : 0xFFFF;
    if (status != 0) {
      out.put(", status 0x").hex(status, 4).put(' ').put(Names.status(managementClass, status));
    }
  }

  /// Ports on the way from the requester, as a `umad:` URI has them.
  private static void path(Out out, MemorySegment in, long mad) {
    long hops = Math.min(Smp.HOP_COUNT.get(in, mad), Smp.MAX_HOPS);
    out.put("path 0");
    for (int i = 1; i <= hops; i++) {
      out.put(',').decimal(Smp.INITIAL_PATH.get(in, mad, i));
    }
  }

  private static void rmpp(Out out, MemorySegment in, long mad) {
    if (RmppHeader.ACTIVE.get(in, mad) == 0) {
      return;
    }
    int type = (int) RmppHeader.TYPE.get(in, mad);
    out.put(
        switch (type) {
          case RmppHeader.TYPE_DATA -> ", RMPP DATA ";
          case RmppHeader.TYPE_ACK -> ", RMPP ACK ";
          case RmppHeader.TYPE_STOP -> ", RMPP STOP ";
          case RmppHeader.TYPE_ABORT -> ", RMPP ABORT ";
          default -> ", RMPP ? ";
        });
    out.decimal(RmppHeader.SEGMENT_NUMBER.get(in, mad));
    if (RmppHeader.FIRST.get(in, mad) != 0) {
      out.put(" first");
    }
    if (RmppHeader.LAST.get(in, mad) != 0) {
      out.put(" last");
    }
  }

  private static void other(Out out, Dissector from, TransportPacket packet) {
    int arp = from.partOf(Sections.ARP);
    int neighbor = from.partOf(Sections.NEIGHBOR_DISCOVERY);
    if (arp >= 0) {
      arp(out, packet.segment(), from.base(arp));
    } else if (neighbor >= 0) {
      neighbor(out, packet.segment(), from.base(neighbor));
    } else {
      protocol(out, from, packet);
      out.decimal(from.bytes()).put(BYTES);
    }
  }

  private static void protocol(Out out, Dissector from, TransportPacket packet) {
    if (packet.has(Header.UDP)) {
      out.put("UDP ")
          .decimal(packet.get(Header.UDP, Udp.SOURCE_PORT))
          .put(TO)
          .decimal(packet.get(Header.UDP, Udp.DESTINATION_PORT))
          .put(COMMA);
    } else if (packet.has(Header.IPV4)) {
      out.put("IPv4 protocol ").decimal(packet.get(Header.IPV4, Ipv4.PROTOCOL)).put(COMMA);
    } else if (packet.has(Header.IPV6)) {
      out.put("IPv6 next header ").decimal(packet.get(Header.IPV6, Ipv6.NEXT_HEADER)).put(COMMA);
    } else if (packet.has(Header.ETHERNET)) {
      out.put("EtherType 0x").hex(from.etherType(), 4).put(COMMA);
    } else {
      out.put("no packet of the transport, ");
    }
  }

  private static void arp(Out out, MemorySegment in, long arp) {
    if (Arp.OPERATION.get(in, arp) == Arp.REPLY) {
      out.put("ARP ");
      Values.ipv4(out, Arp.SENDER_IP.get(in, arp));
      out.put(" is at ");
      Values.mac(out, Arp.SENDER_MAC.get(in, arp));
    } else {
      out.put("ARP who has ");
      Values.ipv4(out, Arp.TARGET_IP.get(in, arp));
      out.put("? tell ");
      Values.ipv4(out, Arp.SENDER_IP.get(in, arp));
    }
  }

  private static void neighbor(Out out, MemorySegment in, long at) {
    boolean asks = NeighborDiscovery.TYPE.get(in, at) == NeighborDiscovery.SOLICITATION;
    out.put(asks ? "neighbor solicitation for " : "neighbor advertisement of ");
    Values.write(out, NeighborDiscovery.TARGET, in, at, 0);
  }
}
