package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.management.ManagementClass;
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

/// Writes a packet as one line: number, seconds since the first packet, addresses, kind, and
/// defects.
final class LinePrinter implements PacketPrinter {
  private static final int NUMBER_COLUMNS = 6;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int SECONDS_COLUMNS = 3;

  private static final byte[] GAP = Digits.utf8("  ");
  private static final byte[] BYTES = Digits.utf8(" bytes");
  private static final byte[] COMMA = Digits.utf8(", ");
  private static final byte[] STATUS = Digits.utf8(", status 0x");
  private static final byte[] PATH = Digits.utf8("path 0");
  private static final byte[] MODIFIER = Digits.utf8(" mod ");

  private static final Template LIDS = pair(Lrh.SLID, Lrh.DLID);
  private static final Template IPV4 = pair(Ipv4.SOURCE, Ipv4.DESTINATION);
  private static final Template IPV6 = pair(Ipv6.SOURCE, Ipv6.DESTINATION);
  private static final Template GIDS = pair(Grh.SGID, Grh.DGID);
  private static final Template MACS = pair(Ethernet.SOURCE, Ethernet.DESTINATION);

  private static final Template BTH =
      Template.builder()
          .name(Names.OP_CODES, Bth.OP_CODE)
          .text(" QP ")
          .value(Bth.DEST_QP)
          .text(" PSN ")
          .value(Bth.PSN)
          .build();
  private static final Template DETH =
      Template.builder().text(", from ").value(Deth.SRC_QP).build();
  private static final Template RETH =
      Template.builder().text(", DMALen ").value(Reth.DMA_LEN).build();
  private static final Template AETH =
      Template.builder()
          .text(", ")
          .name(Names.SYNDROMES, Aeth.SYNDROME)
          .text(", MSN ")
          .value(Aeth.MSN)
          .build();

  private static final Template ARP_REPLY =
      Template.builder()
          .text("ARP ")
          .value(Arp.SENDER_IP)
          .text(" is at ")
          .value(Arp.SENDER_MAC)
          .build();
  private static final Template ARP_REQUEST =
      Template.builder()
          .text("ARP who has ")
          .value(Arp.TARGET_IP)
          .text("? tell ")
          .value(Arp.SENDER_IP)
          .build();
  private static final Template NEIGHBOR =
      Template.builder().value(NeighborDiscovery.TARGET).build();

  private static Template pair(Field source, Field destination) {
    return Template.builder().value(source).text(" > ").value(destination).text("  ").build();
  }

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

  /// Prints the addresses, the kind of packet, and its first defect.
  static void summary(Out out, Dissector from, int linkType) {
    TransportPacket packet = from.packet();
    if (packet != null) {
      addresses(out, from, packet);
    }
    kind(out, from, linkType);
  }

  /// Prints the kind of packet, and its first defect.
  static void kind(Out out, Dissector from, int linkType) {
    TransportPacket packet = from.packet();
    if (packet == null) {
      out.put("link type ").decimal(linkType).put(COMMA).decimal(from.bytes()).put(BYTES);
      return;
    }
    if (from.isMad()) {
      mad(out, from);
    } else if (packet.isTransport()) {
      transport(out, from, packet);
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
      write(LIDS, Header.LRH, out, from, packet);
    } else if (packet.has(Header.IPV4)) {
      write(IPV4, Header.IPV4, out, from, packet);
    } else if (packet.has(Header.IPV6)) {
      write(IPV6, Header.IPV6, out, from, packet);
    } else if (packet.has(Header.GRH)) {
      write(GIDS, Header.GRH, out, from, packet);
    } else if (packet.has(Header.ETHERNET) && from.etherType() != Ethernet.ARP) {
      write(MACS, Header.ETHERNET, out, from, packet);
    }
  }

  private static void write(
      Template template, Header header, Out out, Dissector from, TransportPacket packet) {
    template.write(out, from.array(), (int) packet.at(header));
  }

  /// A pure directed route has no LIDs.
  private static boolean isByPath(Dissector from, TransportPacket packet) {
    return from.isWholeMad()
        && from.managementClass() == Smp.DIRECTED_ROUTE
        && packet.has(Header.LRH)
        && (packet.get(Header.LRH, Lrh.DLID) & packet.get(Header.LRH, Lrh.SLID))
            == Smp.PERMISSIVE_LID;
  }

  private static void transport(Out out, Dissector from, TransportPacket packet) {
    write(BTH, Header.BTH, out, from, packet);
    if (packet.get(Header.BTH, Bth.A) != 0) {
      out.put(' ').put('A');
    }
    if (packet.has(Header.DETH)) {
      write(DETH, Header.DETH, out, from, packet);
    }
    if (packet.has(Header.RETH)) {
      write(RETH, Header.RETH, out, from, packet);
    }
    if (packet.has(Header.AETH)) {
      write(AETH, Header.AETH, out, from, packet);
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
      out.put(MODIFIER).shortHex(modifier);
    }
    if (ManagementClass.hasRmpp(managementClass) && from.isWholeMad()) {
      rmpp(out, in, mad);
    }
    int status = (int) MadHeader.STATUS.get(in, mad);
    status &= managementClass == Smp.DIRECTED_ROUTE ? 0x7FFF : 0xFFFF;
    if (status != 0) {
      out.put(STATUS).hex(status, 4);
      Names.status(out, managementClass, status);
    }
  }

  /// Prints the ports of the route from the requester, as in a `umad:` URI.
  private static void path(Out out, MemorySegment in, long mad) {
    long hops = Math.min(Smp.HOP_COUNT.get(in, mad), Smp.MAX_HOPS);
    out.put(PATH);
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
      boolean isReply = Arp.OPERATION.get(from.segment(), from.base(arp)) == Arp.REPLY;
      (isReply ? ARP_REPLY : ARP_REQUEST).write(out, from.array(), from.base(arp));
    } else if (neighbor >= 0) {
      int at = from.base(neighbor);
      boolean asks =
          NeighborDiscovery.TYPE.get(from.segment(), at) == NeighborDiscovery.SOLICITATION;
      out.put(asks ? "neighbor solicitation for " : "neighbor advertisement of ");
      NEIGHBOR.write(out, from.array(), at);
    } else {
      protocol(out, from, packet);
      out.decimal(from.bytes()).put(BYTES);
    }
  }

  private static void protocol(Out out, Dissector from, TransportPacket packet) {
    if (packet.has(Header.UDP)) {
      out.put("UDP ")
          .decimal(packet.get(Header.UDP, Udp.SOURCE_PORT))
          .put(" > ")
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
}
