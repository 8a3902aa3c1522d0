package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketWriter;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.packet.Vcrc;
import org.jspecify.annotations.Nullable;

/// A packet for the tester to send: `PACKET_OUT` of the public pages. Fields that are not set have
/// the values of a conforming peer.
public final class PacketOut {
  private static final int ROOM_FOR_HEADERS = 256;
  private static final int VCRC_BYTES = 2;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private record Setting(Header header, Field field, long value) {}

  private record Inversion(Header header, Field field, int bit) {}

  private final int opCode;
  private final List<Header> headers;
  private final List<Setting> settings = new ArrayList<>();
  private final List<Inversion> inversions = new ArrayList<>();
  private final List<Setting> afterwards = new ArrayList<>();
  private final List<Setting> onTheWay = new ArrayList<>();
  private byte[] payload = {};
  private boolean wrongIcrc;
  private boolean wrongIpChecksum;
  private boolean payloadGiven;
  private @Nullable Envelope otherWay;
  private boolean udpChecksum;
  private byte padByte;
  private byte[] trailing = {};
  private int cut;

  private PacketOut(int opCode, List<Header> headers) {
    this.opCode = opCode;
    this.headers = headers;
  }

  /// Returns a packet with the headers of its operation.
  public static PacketOut of(OpCode opCode) {
    return new PacketOut(opCode.number(), opCode.headers());
  }

  /// Returns a packet with any OpCode and no headers after the BTH.
  public static PacketOut of(int opCode) {
    return new PacketOut(opCode, List.of());
  }

  /// Returns a packet with a RETH that reads or writes the start of a region.
  ///
  /// @param dmaLen length of the whole message
  public static PacketOut rdma(OpCode opCode, MemoryRegion region, long dmaLen) {
    return of(opCode)
        .set(Reth.VA, region.address())
        .set(Reth.R_KEY, region.rkey())
        .set(Reth.DMA_LEN, dmaLen);
  }

  /// Returns an RDMA WRITE Only to the start of a region.
  public static PacketOut write(MemoryRegion region, byte[] data) {
    return rdma(OpCode.RC_RDMA_WRITE_ONLY, region, data.length).ackReq().payload(data);
  }

  /// Returns an RDMA READ Request of the start of a region.
  public static PacketOut read(MemoryRegion region, long bytes) {
    return rdma(OpCode.RC_RDMA_READ_REQ, region, bytes).ackReq();
  }

  /// Returns an atomic on the first eight bytes of a region.
  public static PacketOut atomic(OpCode opCode, MemoryRegion region) {
    return of(opCode)
        .ackReq()
        .set(AtomicEth.VA, region.address())
        .set(AtomicEth.R_KEY, region.rkey());
  }

  /// `BTH_AckReq = 1`.
  public PacketOut ackReq() {
    return set(Bth.A, 1);
  }

  /// `AETH_Syndrome` and `AETH_MSN`.
  public PacketOut aeth(Syndrome syndrome, int msn) {
    return set(Aeth.SYNDROME, syndrome.value()).set(Aeth.MSN, msn);
  }

  /// `AETH_Syndrome` of an ACK that grants no credits, and `AETH_MSN`.
  public PacketOut ack(int msn) {
    return aeth(Syndrome.Ack.WITHOUT_CREDITS, msn);
  }

  /// Sets a field of the BTH or of a header after it.
  ///
  /// @throws IllegalArgumentException if the packet has no such field
  public PacketOut set(Field field, long value) {
    settings.removeIf(setting -> setting.field.equals(field));
    settings.add(new Setting(headerOf(field), field, value));
    return this;
  }

  /// Sets a field of a header below the BTH.
  public PacketOut set(Header header, Field field, long value) {
    settings.add(new Setting(header, field, value));
    return this;
  }

  /// Inverts a bit of the valid value of a field, in the BTH or in a header below it.
  ///
  /// @param bit 0 is the low-order bit
  public PacketOut invert(Header header, Field field, int bit) {
    inversions.add(new Inversion(header, field, bit));
    return this;
  }

  /// Sets a field after lengths and pad count were computed, so that even an invalid value is sent.
  /// The ICRC covers it.
  public PacketOut force(Field field, long value) {
    afterwards.add(new Setting(headerOf(field), field, value));
    return this;
  }

  /// Sets a field below the BTH after lengths were computed. The ICRC covers the new value, and the
  /// IPv4 checksum is correct.
  public PacketOut force(Header header, Field field, long value) {
    afterwards.add(new Setting(header, field, value));
    return this;
  }

  /// Sets the value of the pad bytes. The ICRC covers them.
  public PacketOut padWith(int value) {
    padByte = (byte) value;
    return this;
  }

  /// Appends bytes to the frame after the packet, as Ethernet padding does.
  public PacketOut followedBy(byte[] bytes) {
    trailing = bytes.clone();
    return this;
  }

  /// Omits its last bytes before the ICRC, or more than there are. Lengths and ICRC are those of
  /// the rest.
  public PacketOut cutOff(int bytes) {
    cut = bytes;
    return this;
  }

  /// Changes a field after the ICRC was computed, as if in transit. The IPv4 checksum and the VCRC
  /// remain correct.
  public PacketOut changedOnTheWay(Header header, Field field, long value) {
    onTheWay.add(new Setting(header, field, value));
    return this;
  }

  /// Sets the UDP checksum, which is otherwise 0 (none) unless the DUT requires it.
  public PacketOut udpChecksum() {
    udpChecksum = true;
    return this;
  }

  /// Sets the payload; ignored where its length is fixed.
  public PacketOut payload(byte[] bytes) {
    payload = bytes.clone();
    payloadGiven = true;
    return this;
  }

  /// Sends the packet in another envelope than that of the DUT's port.
  public PacketOut over(Envelope way) {
    otherWay = way;
    return this;
  }

  /// Inverts the last bit of the ICRC.
  public PacketOut wrongIcrc() {
    wrongIcrc = true;
    return this;
  }

  /// Inverts the last bit of the IPv4 header checksum, which the ICRC does not cover.
  public PacketOut wrongIpChecksum() {
    wrongIpChecksum = true;
    return this;
  }

  /// Returns whether it is a request; a reserved OpCode may be taken for one.
  boolean isRequest() {
    return OpCode.of(opCode).map(known -> !known.operation().isResponse()).orElse(true);
  }

  /// Returns its PSN.
  ///
  /// @param otherwise used if no PSN was set
  int psn(int otherwise) {
    return (int) value(Bth.PSN, otherwise);
  }

  /// Returns the number of PSNs of its responses: for a READ, one per packet (9.4.4).
  int packets(int pmtu) {
    long bytes = opCode == OpCode.RC_RDMA_READ_REQ.number() ? value(Reth.DMA_LEN, 0) : 0;
    return Math.clamp((bytes + pmtu - 1) / pmtu, 1, Psn.MODULUS / 2);
  }

  private long value(Field field, long otherwise) {
    return Stream.concat(settings.stream(), afterwards.stream())
        .filter(setting -> setting.field.equals(field))
        .map(Setting::value)
        .reduce(otherwise, (earlier, later) -> later);
  }

  private Header headerOf(Field field) {
    if (Bth.LAYOUT.fields().contains(field)) {
      return Header.BTH;
    }
    return headers.stream()
        .filter(header -> header.layout().fields().contains(field))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name() + " has no " + field.name()));
  }

  /// Returns the bytes of the packet.
  ///
  /// @param usual envelope, unless another was set
  /// @param qpn destination QP, unless DestQP was set
  /// @param psn PSN, unless one was set
  MemorySegment bytes(Envelope usual, int qpn, int psn) {
    Envelope own = otherWay == null ? usual : otherWay;
    Envelope envelope = udpChecksum ? own.withUdpChecksum(true) : own;
    MemorySegment out = MemorySegment.ofArray(new byte[ROOM_FOR_HEADERS + payload.length]);
    PacketWriter writer = new PacketWriter(out).begin(envelope, opCode, headers, 0);
    writer.set(Header.BTH, Bth.DEST_QP, qpn).set(Header.BTH, Bth.PSN, psn);
    settings.forEach(s -> writer.set(s.header, s.field, s.value));
    inversions.forEach(i -> invert(out, writer.at(i.header), i));
    if (payloadGiven) {
      writer.payload(MemorySegment.ofArray(payload), 0, payload.length);
    }
    int bytes = writer.end();
    if (cut > 0) {
      return cut(out, writer, envelope, bytes - cut);
    }
    afterwards.forEach(s -> writer.set(s.header, s.field, s.value));
    fillPad(out, writer);
    MemorySegment packet = out.asSlice(0, writer.seal());
    if (!onTheWay.isEmpty()) {
      onTheWay.forEach(s -> s.field.set(packet, writer.at(s.header), s.value));
      restoreChecks(envelope, packet, writer);
    }
    if (wrongIcrc) {
      spoilIcrc(envelope, packet);
    }
    if (envelope.hasUdpChecksum()) {
      writer.udpChecksum((int) packet.byteSize());
    }
    if (wrongIpChecksum) {
      invert(packet, writer.at(Header.IPV4), new Inversion(Header.IPV4, Ipv4.HEADER_CHECKSUM, 0));
    }
    return trailing.length == 0 ? packet : followed(packet);
  }

  /// RoCEv2 only.
  private static MemorySegment cut(
      MemorySegment out, PacketWriter writer, Envelope envelope, int end) {
    boolean isFour = envelope.has(Header.IPV4);
    long udp = writer.at(Header.UDP);
    Udp.LENGTH.set(out, udp, end - udp);
    if (isFour) {
      Ipv4.TOTAL_LENGTH.set(out, writer.at(Header.IPV4), end - writer.at(Header.IPV4));
    } else {
      Ipv6.PAYLOAD_LENGTH.set(out, writer.at(Header.IPV6), end - udp);
    }
    MemorySegment packet = out.asSlice(0, end);
    restoreChecks(envelope, packet, writer);
    TransportPacket reader = new TransportPacket(packet);
    reader.read(LinkType.ETHERNET, 0, end);
    if (reader.isWhole()) {
      packet.set(INT, reader.icrcAt(), reader.icrcComputed());
    }
    if (envelope.hasUdpChecksum()) {
      writer.udpChecksum(end);
    }
    return packet;
  }

  private void fillPad(MemorySegment out, PacketWriter writer) {
    long end = writer.payloadAt() + payload.length;
    out.asSlice(end, Bth.padAfter(payload.length)).fill(padByte);
  }

  private MemorySegment followed(MemorySegment packet) {
    byte[] frame = Arrays.copyOf(packet.toArray(BYTE), (int) packet.byteSize() + trailing.length);
    System.arraycopy(trailing, 0, frame, (int) packet.byteSize(), trailing.length);
    return MemorySegment.ofArray(frame);
  }

  private static void restoreChecks(Envelope envelope, MemorySegment packet, PacketWriter writer) {
    if (envelope.has(Header.IPV4)) {
      long ip = writer.at(Header.IPV4);
      Ipv4.HEADER_CHECKSUM.set(packet, ip, 0);
      Ipv4.HEADER_CHECKSUM.set(packet, ip, InternetChecksum.of(packet, ip, Ipv4.LAYOUT.bytes()));
    }
    if (envelope.framing().isNative()) {
      long vcrc = packet.byteSize() - VCRC_BYTES;
      packet.set(SHORT, vcrc, (short) Vcrc.of(packet, 0, vcrc));
    }
  }

  private static void invert(MemorySegment packet, long header, Inversion inversion) {
    Field field = inversion.field;
    int bit = field.bitOffset() + field.width() - 1 - inversion.bit;
    long at = header + bit / Byte.SIZE;
    packet.set(BYTE, at, (byte) (packet.get(BYTE, at) ^ (0x80 >>> (bit % Byte.SIZE))));
  }

  /// Keeps the VCRC correct, which is checked by the link and not by the DUT.
  private static void spoilIcrc(Envelope envelope, MemorySegment packet) {
    int vcrcBytes = envelope.framing().isNative() ? VCRC_BYTES : 0;
    long vcrc = packet.byteSize() - vcrcBytes;
    packet.set(BYTE, vcrc - 1, (byte) (packet.get(BYTE, vcrc - 1) ^ 1));
    if (vcrcBytes != 0) {
      packet.set(SHORT, vcrc, (short) Vcrc.of(packet, 0, vcrc));
    }
  }

  private String name() {
    return OpCode.name(opCode);
  }

  @Override
  public String toString() {
    return name();
  }
}
