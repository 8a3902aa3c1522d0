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

/// Writes packets of the transport into a segment, one after another, without an allocation a
/// packet.
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
/// Lengths, pad count, checksums and CRCs are right unless the caller wants otherwise: what is set
/// after [#end] stands as it is, and [#seal] makes the checksums and CRCs anew.
public final class PacketWriter {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// The partition that every port is in by default.
  private static final int DEFAULT_P_KEY = 0xFFFF;

  /// The longest BTH with extended headers, and the longest fixed payload, with room to spare.
  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[128]).asReadOnly();

  private final MemorySegment out;
  private final IcrcSum sum;
  private final Places places = new Places();

  private Framing framing = Framing.IB_LOCAL;
  private long start;
  private int payloadAt;
  private int payloadBytes;
  private int icrcAt;

  /// @param out takes the packets: native memory, a mapped file or a byte array
  public PacketWriter(MemorySegment out) {
    this.out = out;
    this.sum = new IcrcSum(out);
  }

  /// Begins a packet with the headers that its operation has, all of them 0 but the OpCode and the
  /// default P_Key, and with no payload but where its length is fixed.
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

  /// Begins a packet with any OpCode and any headers after the BTH, whether they go together or
  /// not.
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
    append(Header.BTH);
    set(Header.BTH, Bth.OP_CODE, opCode);
    set(Header.BTH, Bth.P_KEY, DEFAULT_P_KEY);
  }

  private void append(Header header) {
    places.put(header, payloadAt);
    MemorySegment.copy(ZEROS, 0, out, start + payloadAt, header.bytes());
    payloadAt += header.bytes();
  }

  /// Sets a field to its low bits of `value`.
  ///
  /// @throws IllegalStateException when the packet has no such header
  public PacketWriter set(Header header, Field field, long value) {
    field.set(out, at(header), value);
    return this;
  }

  /// Copies a payload.
  ///
  /// @param from holds it
  /// @param at where it starts there, in bytes
  /// @param length of it, in bytes
  public PacketWriter payload(MemorySegment from, long at, int length) {
    MemorySegment.copy(from, at, out, payloadAt(), length);
    payloadBytes = length;
    return this;
  }

  /// Declares a payload that the caller writes to [#payloadAt], now or before [#end].
  public PacketWriter payload(int length) {
    payloadBytes = length;
    return this;
  }

  /// Where the payload goes in the segment, in bytes.
  public long payloadAt() {
    return start + payloadAt;
  }

  /// Where a header starts in the segment, in bytes.
  ///
  /// @throws IllegalStateException when the packet has no such header
  public long at(Header header) {
    return start + places.at(header);
  }

  /// Fills up the payload, sets pad count and lengths, and [seals][#seal] the packet.
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

  /// Makes the checksum of an IPv4 header, the ICRC and a VCRC anew, at the places where [#end] put
  /// them. UDP's checksum is left alone: RoCEv2 needs none.
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
    if (!framing.isNative()) {
      return end;
    }
    out.set(SHORT, start + end, (short) Vcrc.of(out, start, end));
    return end + TransportPacket.VCRC_BYTES;
  }
}
