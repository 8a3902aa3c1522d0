package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;

/// Writes transport packets into a segment, one after another, without allocation per packet.
///
/// ```java
/// int bytes =
///     writer
///         .begin(envelope, OpCode.RC_SEND_ONLY, at)
///         .set(Header.BTH, Bth.DEST_QP, qp)
///         .set(Header.BTH, Bth.PSN, psn)
///         .payload(data, 0, 1024)
///         .end();
/// ```
///
/// [#end] sets lengths, pad count, checksums and CRCs. Fields set after it are not corrected;
/// [#seal] recomputes the checksums and CRCs.
public final class PacketWriter {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// The default partition.
  private static final int DEFAULT_P_KEY = 0xFFFF;

  /// Longer than the longest BTH with extended headers and the longest payload of fixed length.
  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[128]).asReadOnly();

  private final MemorySegment out;
  private final IcrcSum sum;
  private final Places places = new Places();

  private Framing framing = Framing.IB_LOCAL;
  private long start;
  private int payloadAt;
  private int payloadBytes;
  private int icrcAt;
  private boolean hasUdpChecksum;

  /// @param out receives the packets: native memory, a mapped file or a byte array
  public PacketWriter(MemorySegment out) {
    this.out = out;
    this.sum = new IcrcSum(out);
  }

  /// Begins a packet with the headers of its operation. They are 0 except for the OpCode and the
  /// default P_Key. There is no payload, unless its length is fixed.
  ///
  /// @param at where it starts in the segment, in bytes
  public PacketWriter begin(Envelope envelope, OpCode opCode, long at) {
    open(envelope, opCode.number(), at);
    for (Header header : opCode.headerArray()) {
      append(header);
    }
    payloadBytes = opCode.operation().fixedPayload();
    MemorySegment.copy(ZEROS, 0, out, payloadAt(), payloadBytes);
    return this;
  }

  /// Begins a packet with any OpCode and any headers after the BTH, even if they do not match.
  public PacketWriter begin(Envelope envelope, int opCode, List<Header> headers, long at) {
    open(envelope, opCode, at);
    headers.forEach(this::append);
    return this;
  }

  private void open(Envelope envelope, int opCode, long at) {
    framing = envelope.framing();
    start = at;
    places.copy(envelope.places());
    MemorySegment.copy(envelope.segment(), 0, out, at, envelope.bytes());
    payloadAt = envelope.bytes();
    payloadBytes = 0;
    hasUdpChecksum = envelope.hasUdpChecksum();
    append(Header.BTH);
    set(Header.BTH, Bth.OP_CODE, opCode);
    set(Header.BTH, Bth.P_KEY, DEFAULT_P_KEY);
  }

  private void append(Header header) {
    places.put(header, payloadAt);
    MemorySegment.copy(ZEROS, 0, out, start + payloadAt, header.bytes());
    payloadAt += header.bytes();
  }

  /// Sets a field to the low bits of `value`.
  ///
  /// @throws IllegalStateException if the packet has no such header
  public PacketWriter set(Header header, Field field, long value) {
    field.set(out, at(header), value);
    return this;
  }

  /// Copies a payload.
  ///
  /// @param from contains the payload
  /// @param at where the payload starts in `from`, in bytes
  /// @param length of the payload, in bytes
  public PacketWriter payload(MemorySegment from, long at, int length) {
    MemorySegment.copy(from, at, out, payloadAt(), length);
    payloadBytes = length;
    return this;
  }

  /// Declares a payload that the caller writes to [#payloadAt] before [#end].
  public PacketWriter payload(int length) {
    payloadBytes = length;
    return this;
  }

  /// Returns the offset of the payload in the segment, in bytes.
  public long payloadAt() {
    return start + payloadAt;
  }

  /// Returns the offset of a header in the segment, in bytes.
  ///
  /// @throws IllegalStateException if the packet has no such header
  public long at(Header header) {
    return start + places.at(header);
  }

  /// Pads the payload, sets pad count and lengths, and [seals][#seal] the packet.
  ///
  /// @return the packet's length, in bytes
  public int end() {
    int pad = Bth.padAfter(payloadBytes);
    MemorySegment.copy(ZEROS, 0, out, payloadAt() + payloadBytes, pad);
    set(Header.BTH, Bth.PAD, pad);
    icrcAt = payloadAt + payloadBytes + pad;
    lengths(icrcAt + TransportPacket.ICRC_BYTES);
    return seal();
  }

  private void lengths(int end) {
    switch (framing) {
      case ROCE_V2_IPV4 -> set(Header.IPV4, Ipv4.TOTAL_LENGTH, end - places.at(Header.IPV4));
      case ROCE_V2_IPV6 -> set(Header.IPV6, Ipv6.PAYLOAD_LENGTH, end - places.at(Header.UDP));
      case IB_LOCAL, IB_GLOBAL, ROCE_V1 -> {
        // below
      }
    }
    if (places.has(Header.UDP)) {
      set(Header.UDP, Udp.LENGTH, end - places.at(Header.UDP));
    }
    if (places.has(Header.GRH)) {
      set(Header.GRH, Grh.PAY_LEN, end - places.at(Header.BTH));
    }
    if (places.has(Header.LRH)) {
      set(Header.LRH, Lrh.PKT_LEN, end / 4);
    }
  }

  /// Recomputes the IPv4 header checksum, the ICRC and the VCRC at the offsets where [#end] wrote
  /// them, and the UDP checksum if the envelope has one: RoCEv2 does not require it.
  ///
  /// @return the packet's length, in bytes
  public int seal() {
    if (framing == Framing.ROCE_V2_IPV4) {
      set(Header.IPV4, Ipv4.HEADER_CHECKSUM, 0);
      int checksum = InternetChecksum.of(out, at(Header.IPV4), Ipv4.LAYOUT.bytes());
      set(Header.IPV4, Ipv4.HEADER_CHECKSUM, checksum);
    }
    long icrc = start + icrcAt;
    out.set(INT, icrc, sum.of(framing, at(framing.firstOfIcrc()), at(Header.BTH), icrc));
    int end = icrcAt + TransportPacket.ICRC_BYTES;
    if (hasUdpChecksum) {
      udpChecksum(end);
    }
    if (!framing.isNative()) {
      return end;
    }
    out.set(SHORT, start + end, (short) Vcrc.of(out, start, end));
    return end + TransportPacket.VCRC_BYTES;
  }

  /// Computes the UDP checksum (RFC 768).
  ///
  /// @param end where the packet ends, in bytes from its start
  public void udpChecksum(int end) {
    long udp = at(Header.UDP);
    long bytes = start + end - udp;
    set(Header.UDP, Udp.CHECKSUM, 0);
    int checksum =
        places.has(Header.IPV4)
            ? InternetChecksum.overIpv4(out, at(Header.IPV4), udp, bytes, Ipv4.UDP)
            : InternetChecksum.overIpv6(out, at(Header.IPV6), udp, bytes, Ipv4.UDP);
    set(Header.UDP, Udp.CHECKSUM, checksum == 0 ? 0xFFFF : checksum);
  }
}
