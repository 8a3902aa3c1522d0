package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.ibassay.link.Label;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;

/// A small capture with a packet of each kind.
///
/// 1 Get of PortInfo by directed route, 2 its response with LID 7, 3 a WRITE over IPv4 with PSN 5,
/// 4 its acknowledgment over IPv6 in a VLAN, 5 an ARP request, 6 a response with two PathRecords, 7
/// a native SEND whose ICRC is wrong.
final class Captured {
  private static final Mac ONE = Mac.parse("02:00:00:00:00:01");
  private static final Mac TWO = Mac.parse("02:00:00:00:00:02");
  private static final Label LABEL = Label.of("T1 step 3");

  private final MemorySegment frame = MemorySegment.ofArray(new byte[4096]);
  private final PacketWriter packets = new PacketWriter(frame);
  private final PcapNgWriter out;
  private long now = 1_700_000_000_000_000_000L;

  private Captured(PcapNgWriter out) {
    this.out = out;
  }

  /// Writes the capture.
  static Path write(Path file) throws IOException {
    try (PcapNgWriter out = new PcapNgWriter(file)) {
      new Captured(out).all();
    }
    return file;
  }

  private void all() {
    smp(Direction.SENT, Method.GET);
    smp(Direction.RECEIVED, Method.GET_RESP);
    packets.begin(v4(), OpCode.RC_RDMA_WRITE_ONLY, 0).set(Header.BTH, Bth.PSN, 5);
    packets.set(Header.BTH, Bth.A, 1).payload(MemorySegment.ofArray(new byte[301]), 0, 301);
    packet(LinkType.ETHERNET, packets.end());
    packets.begin(v6().withVlan(9), OpCode.RC_ACK, 0).set(Header.BTH, Bth.PSN, 5);
    packets.set(Header.AETH, Aeth.SYNDROME, 0x1F);
    packet(LinkType.ETHERNET, packets.set(Header.AETH, Aeth.MSN, 1).end());
    arp();
    paths();
    frame.fill((byte) 0);
    packets.begin(Envelope.local(1, 2), OpCode.UC_SEND_ONLY, 0).payload(8);
    int bytes = packets.end();
    frame.set(JAVA_BYTE, bytes - 6L, (byte) 1);
    packet(LinkType.INFINIBAND, bytes);
  }

  private static Envelope v4() {
    return Envelope.roceV2(
        TWO, ONE, InetAddress.ofLiteral("192.0.2.1"), InetAddress.ofLiteral("192.0.2.2"));
  }

  private static Envelope v6() {
    return Envelope.roceV2(
        ONE, TWO, InetAddress.ofLiteral("2001:db8::2"), InetAddress.ofLiteral("2001:db8::1"));
  }

  private void packet(LinkType link, int bytes) {
    now += 1500;
    out.packet(Direction.SENT, link, frame, bytes, now, LABEL);
  }

  private void smp(Direction direction, int method) {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, Smp.DIRECTED_ROUTE);
    MadHeader.METHOD.set(mad, 0, method);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, Attribute.PORT_INFO.id());
    MadHeader.ATTRIBUTE_MODIFIER.set(mad, 0, 1);
    MadHeader.TRANSACTION_ID.set(mad, 0, 0x1234);
    Smp.HOP_COUNT.set(mad, 0, 2);
    Smp.INITIAL_PATH.set(mad, 0, 1, 1);
    Smp.INITIAL_PATH.set(mad, 0, 2, 3);
    if (method == Method.GET_RESP) {
      PortInfo.LID.set(mad, Smp.DATA, 7);
      PortInfo.IS_SM.set(mad, Smp.DATA, 1);
    }
    now += 1500;
    out.mad(direction, mad, Smp.BYTES_OF_MAD, Smp.PERMISSIVE_LID, 0, now, LABEL);
  }

  private void arp() {
    frame.fill((byte) 0);
    Ethernet.DESTINATION.set(frame, 0, Mac.BROADCAST.value());
    Ethernet.TYPE.set(frame, 0, Ethernet.ARP);
    long arp = Ethernet.LAYOUT.bytes();
    Arp.OPERATION.set(frame, arp, Arp.REQUEST);
    Arp.SENDER_IP.set(frame, arp, 0xC000_0201L);
    Arp.TARGET_IP.set(frame, arp, 0xC000_0202L);
    packet(LinkType.ETHERNET, Ethernet.MIN_BYTES);
  }

  private void paths() {
    MemorySegment mad = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    MadHeader.MGMT_CLASS.set(mad, 0, Gmp.SUBNET_ADMINISTRATION);
    MadHeader.METHOD.set(mad, 0, SaMethod.GET_TABLE_RESP);
    MadHeader.ATTRIBUTE_ID.set(mad, 0, PathRecord.ATTRIBUTE.id());
    RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_DATA);
    RmppHeader.FLAGS.set(mad, 0, 7);
    RmppHeader.SEGMENT_NUMBER.set(mad, 0, 1);
    RmppHeader.PAYLOAD_LENGTH.set(mad, 0, 20 + 2 * 64);
    SaHeader.ATTRIBUTE_OFFSET.set(mad, 0, 8);
    PathRecord.DLID.set(mad, SaHeader.DATA, 0x11);
    PathRecord.DLID.set(mad, SaHeader.DATA + 64, 0x22);
    now += 1500;
    out.mad(Direction.RECEIVED, mad, Smp.BYTES_OF_MAD, 3, 1, now, LABEL);
  }

  /// Returns the output for a capture.
  static String decoded(Path file, Decoder.Style style, Filter filter) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (CaptureReader capture = CaptureReader.open(file)) {
      new Decoder(style, filter, new Out(bytes)).decode(capture);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
