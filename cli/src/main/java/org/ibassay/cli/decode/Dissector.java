package org.ibassay.cli.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.stream.Stream;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.Erf;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.ManagementClass;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.jspecify.annotations.Nullable;

/// Takes packets of a capture apart, one after another: which headers and attributes there are, and
/// where each starts. Costs no object a packet.
///
/// The packet is copied out of the file, into an array that goes on behind it: so a value is read
/// by one load of eight bytes wherever it stands.
final class Dissector {
  /// Of a record's parts: it stands alone.
  static final int ALONE = -1;

  private static final int NOWHERE = -1;

  private static final Header[] HEADERS = Header.values();
  private static final Section[] OF_HEADERS =
      Stream.of(HEADERS).map(Sections::of).toArray(Section[]::new);
  private static final int MAX_PARTS = 128;

  /// Says in an ERF extension header that there is one more.
  private static final int ERF_MORE = 0x80;

  /// To turn a number round that stands in the file with its least significant byte first.
  private static final ValueLayout.OfLong LITTLE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Section[] sections = new Section[MAX_PARTS];
  private final int[] bases = new int[MAX_PARTS];
  private final int[] ends = new int[MAX_PARTS];
  private final int[] numbers = new int[MAX_PARTS];
  private int count;

  private final byte[] packetBytes = new byte[CaptureReader.MAX_CAPTURED + Digits.SLACK];
  private final MemorySegment segment = MemorySegment.ofArray(packetBytes);
  private final TransportPacket packet = new TransportPacket(segment);
  private @Nullable CaptureReader capture;
  private boolean isRead;
  private int mad;
  private int madEnd;
  private int from;
  private int bytes;
  private long frame;
  private long original;

  /// Reads the capture's current packet.
  void read(CaptureReader capture) {
    this.capture = capture;
    count = 0;
    mad = NOWHERE;
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
      default -> addRaw(Sections.BYTES, from, from + bytes);
    }
  }

  /// Its header may have extensions; the packet may be filled up behind its end.
  private void erf() {
    int header = Erf.LAYOUT.bytes();
    if (bytes < header) {
      addRaw(Sections.BYTES, 0, bytes);
      return;
    }
    Erf.TIMESTAMP.set(segment, 0, segment.get(LITTLE, 0));
    add(Sections.ERF, 0, bytes, ALONE);
    boolean more = Erf.MORE.get(segment, 0) == 1;
    while (more && header + Erf.EXTENSION_BYTES <= bytes) {
      more = (packetBytes[header] & ERF_MORE) != 0;
      header += Erf.EXTENSION_BYTES;
    }
    addRaw(Sections.ERF_EXTENSIONS, Erf.LAYOUT.bytes(), header);
    if (Erf.TYPE.get(segment, 0) != Erf.INFINIBAND) {
      addRaw(Sections.BYTES, header, bytes);
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
          add(OF_HEADERS[i], at, end, ALONE);
        }
        last = at + OF_HEADERS[i].bytes;
      }
    }
    if (!packet.isTransport()) {
      other(last, packet.hasVcrc() ? from + packet.vcrcAt() : end);
    } else if (isManagement()) {
      mad = (int) packet.payloadAt();
      madEnd = mad + Math.min(packet.payloadBytes(), Smp.BYTES_OF_MAD);
      management();
      addRaw(Sections.BYTES, madEnd, mad + packet.payloadBytes());
    } else {
      int payload = (int) packet.payloadAt();
      addRaw(Sections.PAYLOAD, payload, payload + packet.payloadBytes());
    }
  }

  /// All tags, of which the packet knows the innermost.
  private void tags(int innermost, int end) {
    int first = from + Ethernet.LAYOUT.bytes();
    for (int at = first; at <= innermost; at += Vlan.LAYOUT.bytes()) {
      int number = (at - first) / Vlan.LAYOUT.bytes();
      add(Sections.of(Header.VLAN), at, end, innermost == first ? ALONE : number);
    }
  }

  private void other(int at, int end) {
    if (etherType() == Ethernet.ARP && at + Arp.LAYOUT.bytes() <= end) {
      add(Sections.ARP, at, end, ALONE);
    } else if (isNeighborDiscovery(at, end)) {
      add(Sections.NEIGHBOR_DISCOVERY, at, end, ALONE);
      option(at + NeighborDiscovery.LAYOUT.bytes(), end);
    } else {
      addRaw(Sections.BYTES, at, end);
    }
  }

  /// The option that an address resolution is about.
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
      add(Sections.LINK_LAYER_ADDRESS, at, end, ALONE);
    }
    addRaw(Sections.BYTES, isOne ? at + NeighborDiscovery.OPTION.bytes() : at, end);
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

  /// What follows Ethernet's headers; -1 where there are none.
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

  private void management() {
    switch (managementClass()) {
      case Smp.LID_ROUTED -> smp(Sections.MAD_HEADER, Sections.SMP);
      case Smp.DIRECTED_ROUTE -> smp(Sections.DIRECTED_MAD_HEADER, Sections.DIRECTED_SMP);
      case Gmp.SUBNET_ADMINISTRATION -> administration();
      default -> general();
    }
  }

  private void smp(Section header, Section smp) {
    add(header, mad, madEnd, ALONE);
    add(smp, mad, madEnd, ALONE);
    int data = mad + Smp.DATA;
    int end = Math.min(madEnd, data + Smp.DATA_BYTES);
    Section attribute = Sections.attribute(attributeId());
    if (attribute == null) {
      addRaw(Sections.DATA, data, end);
    } else {
      add(attribute, data, end, ALONE);
      details(data, end);
    }
  }

  /// A generic Notice's details have a table for each kind of trap.
  private void details(int notice, int end) {
    if (attributeId() == Attribute.NOTICE.id()
        && notice + Notice.LAYOUT.bytes() <= end
        && Notice.IS_GENERIC.get(segment, notice) == 1) {
      Section details = Sections.details((int) Notice.TRAP_NUMBER_DEVICE_ID.get(segment, notice));
      if (details != null) {
        add(details, notice, end, ALONE);
      }
    }
  }

  private void general() {
    add(Sections.MAD_HEADER, mad, madEnd, ALONE);
    int behindHeader = mad + MadHeader.LAYOUT.bytes();
    int data = ManagementClass.data(managementClass());
    Section attribute = Sections.general(managementClass(), attributeId());
    if (attribute == null || data == ManagementClass.UNKNOWN) {
      addRaw(Sections.DATA, behindHeader, madEnd);
      return;
    }
    if (managementClass() != ManagementClass.PERFORMANCE) {
      addRaw(Sections.CLASS_HEADER, behindHeader, Math.min(mad + data, madEnd));
    }
    add(attribute, mad + data, madEnd, ALONE);
  }

  private void administration() {
    add(Sections.MAD_HEADER, mad, madEnd, ALONE);
    add(Sections.RMPP_HEADER, mad, madEnd, ALONE);
    if (madEnd < mad + SaHeader.DATA) {
      return;
    }
    boolean isSegment = RmppHeader.ACTIVE.get(segment, mad) == 1;
    if (isSegment && RmppHeader.TYPE.get(segment, mad) != RmppHeader.TYPE_DATA) {
      return;
    }
    add(Sections.SA_HEADER, mad, madEnd, ALONE);
    int data = mad + SaHeader.DATA;
    Section section = Sections.record(attributeId());
    int method = (int) MadHeader.METHOD.get(segment, mad);
    if (section == null) {
      addRaw(Sections.DATA, data, madEnd);
    } else if (isSegment
        || method == SaMethod.GET_TABLE_RESP
        || method == SaMethod.GET_MULTI_RESP) {
      records(section, isSegment);
    } else {
      add(section, data, madEnd, ALONE);
      details(data, madEnd);
    }
  }

  /// The records that are whole in this packet: a segment of a table may begin and end within one.
  private void records(Section section, boolean isSegment) {
    int data = mad + SaHeader.DATA;
    int there = madEnd - data;
    long before = 0;
    if (isSegment) {
      before = (Math.max(1, RmppHeader.SEGMENT_NUMBER.get(segment, mad)) - 1) * SaHeader.DATA_BYTES;
      long said = RmppHeader.PAYLOAD_LENGTH.get(segment, mad) - (SaHeader.DATA - RmppHeader.DATA);
      if (RmppHeader.LAST.get(segment, mad) == 1 && said >= 0) {
        there = (int) Math.min(there, said);
      }
    }
    long distance = SaHeader.ATTRIBUTE_OFFSET.get(segment, mad) * 8;
    if (distance < section.bytes) {
      distance = Math.max(section.bytes, there);
    }
    int at = (int) Math.min(there, (distance - before % distance) % distance);
    addRaw(Sections.RECORD_END, data, data + at);
    while (at + section.bytes <= there) {
      add(section, data + at, data + there, (int) ((before + at) / distance));
      at += (int) distance;
    }
    addRaw(Sections.RECORD_START, data + at, data + there);
  }

  private void add(Section section, int base, int end, int number) {
    if (count < MAX_PARTS) {
      sections[count] = section;
      bases[count] = base;
      ends[count] = end;
      numbers[count++] = number;
    }
  }

  private void addRaw(Section section, int at, int end) {
    if (at < end) {
      add(section, at, end, ALONE);
    }
  }

  /// How many headers and attributes there are.
  int count() {
    return count;
  }

  Section section(int part) {
    return sections[part];
  }

  /// Which part is of that kind, the first one; -1 if there is none.
  int partOf(Section section) {
    for (int i = 0; i < count; i++) {
      if (sections[i] == section) {
        return i;
      }
    }
    return -1;
  }

  /// Where a part starts in [#array] and [#segment].
  int base(int part) {
    return bases[part];
  }

  /// Behind the last byte that may belong to a part.
  int end(int part) {
    return ends[part];
  }

  /// Which of several records a part is, from 0; or [#ALONE].
  int number(int part) {
    return numbers[part];
  }

  /// The packet from its first captured byte on, and at least [Digits#SLACK] bytes behind it.
  byte[] array() {
    return packetBytes;
  }

  /// The same bytes.
  MemorySegment segment() {
    return segment;
  }

  /// The packet; null when nothing is known of its link type.
  @Nullable TransportPacket packet() {
    return isRead ? packet : null;
  }

  boolean isMad() {
    return mad >= 0;
  }

  /// Where the MAD starts in the segment.
  int mad() {
    return mad;
  }

  int managementClass() {
    return (int) MadHeader.MGMT_CLASS.get(segment, mad);
  }

  int attributeId() {
    return (int) MadHeader.ATTRIBUTE_ID.get(segment, mad);
  }

  boolean isWholeMad() {
    return isMad() && madEnd - mad == Smp.BYTES_OF_MAD;
  }

  /// Where the packet starts in the segment, behind a header that only the capture has.
  int from() {
    return from;
  }

  /// How many bytes of it there are.
  int bytes() {
    return bytes;
  }

  /// How many bytes it had on the wire.
  long original() {
    return original;
  }

  /// Where the packet is from, as long as it is the current one there.
  CaptureReader capture() {
    return Objects.requireNonNull(capture, "read comes first");
  }

  long frame() {
    return frame;
  }
}
