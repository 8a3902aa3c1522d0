package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Finding.Kind;
import org.jspecify.annotations.Nullable;

/// Reads transport packets in place in a segment, one after another, without allocation per packet.
/// It never throws because of a packet's contents, but reports their defects.
///
/// ```java
/// TransportPacket packet = new TransportPacket(segment);
/// if (packet.read(LinkType.ETHERNET, from, bytes) && packet.has(Header.RETH)) {
///   long address = packet.get(Header.RETH, Reth.VA);
/// }
/// ```
public final class TransportPacket {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  static final int ICRC_BYTES = 4;
  static final int VCRC_BYTES = 2;
  private static final int NOWHERE = -1;

  private final MemorySegment in;
  private final IcrcSum sum;
  private final Places places = new Places();
  private final List<Finding> findings = new ArrayList<>();
  private final List<Finding> findingsSeen = Collections.unmodifiableList(findings);
  private final Layers layers;

  private long start;
  private int bytes;
  private @Nullable OpCode opCode;
  private boolean whole;
  private int payloadAt;
  private int payloadBytes;
  private int icrcAt;
  private int icrcComputed;
  private int vcrcAt;
  private int vcrcComputed;

  /// @param in contains the packets: native memory, a mapped file or a byte array
  public TransportPacket(MemorySegment in) {
    this.in = in;
    this.sum = new IcrcSum(in);
    this.layers = new Layers(in, places, findings);
  }

  /// Reads a packet. The other methods return the properties of the last packet read.
  ///
  /// @param link type of the packet's first header
  /// @param from offset of the packet in the segment, in bytes
  /// @param length number of bytes available; bytes after the packet's end are allowed
  /// @return whether it is a transport packet without defects
  /// @throws IndexOutOfBoundsException if the segment does not contain these bytes
  public boolean read(LinkType link, long from, int length) {
    Objects.checkFromIndexSize(from, (long) length, in.byteSize());
    start = from;
    bytes = length;
    places.clear();
    findings.clear();
    opCode = null;
    whole = false;
    payloadAt = 0;
    payloadBytes = 0;
    layers.read(link, from, length);
    vcrcAt = layers.endsLocally() ? layers.end : NOWHERE;
    if (layers.framing != null) {
      transport(layers.framing);
    }
    checkVcrc();
    return isTransport() && findings.isEmpty();
  }

  private void transport(Framing framing) {
    int bth = layers.bth;
    int end = layers.end;
    int afterBth = bth + Bth.LAYOUT.bytes();
    payloadAt = Math.min(afterBth, end);
    whole = !layers.cutOff;
    icrcAt = whole ? end - ICRC_BYTES : end;
    if (afterBth > end) {
      findings.add(Finding.cutOff("BTH", bth, end - bth, Bth.LAYOUT.bytes()));
      whole = false;
      return;
    }
    places.put(Header.BTH, bth);
    opCode = OpCode.orNull(opCodeNumber());
    if (afterBth > icrcAt) {
      findings.add(Finding.cutOff("ICRC", afterBth, end - afterBth, ICRC_BYTES));
      whole = false;
      return;
    }
    extendedHeaders(afterBth);
    if (whole) {
      if (((end - bth) & 3) != 0) {
        findings.add(
            new Finding(
                Kind.LENGTH, bth, end, (end - bth) + " bytes from the BTH on, no multiple of 4"));
      }
      checkIcrc(framing, bth);
    }
  }

  private void extendedHeaders(int afterBth) {
    int at = afterBth;
    if (opCode == null) {
      findings.add(
          Finding.of(
              Kind.OP_CODE,
              layers.bth,
              Bth.OP_CODE,
              hex(opCodeNumber())
                  + (OpCode.isManufacturers(opCodeNumber())
                      ? " is a manufacturer's own"
                      : " is not defined")));
    } else {
      for (Header header : opCode.headerArray()) {
        if (at + header.bytes() > icrcAt) {
          findings.add(Finding.cutOff(header.layout().name(), at, icrcAt - at, header.bytes()));
          payloadAt = icrcAt;
          return;
        }
        places.put(header, at);
        at += header.bytes();
      }
    }
    payloadAt = at;
    delimitPayload();
  }

  private void delimitPayload() {
    int there = icrcAt - payloadAt;
    int pad = whole ? padCount() : 0;
    if (pad > there) {
      findings.add(
          Finding.of(Kind.PAD_COUNT, layers.bth, Bth.PAD, pad + ", after the headers " + there));
      return;
    }
    payloadBytes = there - pad;
    if (opCode != null && whole && !opCode.operation().allowsPayload(payloadBytes)) {
      int fixed = opCode.operation().fixedPayload();
      findings.add(
          new Finding(
              Kind.PAYLOAD,
              payloadAt,
              Math.max(icrcAt, payloadAt + fixed),
              "payload of %d bytes, %s has %d".formatted(payloadBytes, opCode.text(), fixed)));
    }
  }

  private static String hex(int number) {
    return "0x%02x".formatted(number);
  }

  private void checkIcrc(Framing framing, int bth) {
    long first = start + places.at(framing.firstOfIcrc());
    icrcComputed = sum.of(framing, first, start + bth, start + icrcAt);
    if (icrcFound() == icrcComputed) {
      return;
    }
    if (layers.options > 0) {
      int udp = places.at(Header.UDP);
      findings.add(
          new Finding(
              Kind.HEADER,
              udp - layers.options,
              udp,
              "options, for which no public source specifies the ICRC; it is not judged"));
      whole = false;
    } else {
      findings.add(Finding.crc(Kind.ICRC, icrcAt, ICRC_BYTES, icrcFound(), icrcComputed));
    }
  }

  /// Raw packets have a VCRC, too. A capture may omit it.
  private void checkVcrc() {
    if (hasVcrc()) {
      vcrcComputed = Vcrc.of(in, start, vcrcAt) & 0xFFFF;
      if (vcrcFound() != vcrcComputed) {
        findings.add(Finding.crc(Kind.VCRC, vcrcAt, VCRC_BYTES, vcrcFound(), vcrcComputed));
      }
    } else if (vcrcAt != NOWHERE && vcrcAt != bytes) {
      findings.add(Finding.cutOff("VCRC", vcrcAt, bytes - vcrcAt, VCRC_BYTES));
    }
  }

  /// Returns the segment that contains the packet.
  public MemorySegment segment() {
    return in;
  }

  /// Returns the offset of the packet in the segment, in bytes.
  public long start() {
    return start;
  }

  /// Returns the number of bytes of the packet that are present.
  public int bytes() {
    return bytes;
  }

  /// Whether it has a BTH. ARP, other UDP protocols and packets truncated before the BTH have none.
  public boolean isTransport() {
    return has(Header.BTH);
  }

  /// Returns the framing; empty if no BTH is expected.
  public Optional<Framing> framing() {
    return Optional.ofNullable(layers.framing);
  }

  /// Returns the packet's defects, in the order of its layers; a view that the next [#read]
  /// changes.
  public List<Finding> findings() {
    return findingsSeen;
  }

  /// Returns the BTH's OpCode as a number.
  ///
  /// @throws IllegalStateException if there is no BTH
  public int opCodeNumber() {
    return (int) get(Header.BTH, Bth.OP_CODE);
  }

  /// Returns the BTH's OpCode, if there is a BTH and the code is defined.
  public Optional<OpCode> opCode() {
    return Optional.ofNullable(opCode);
  }

  /// Whether it has that OpCode.
  public boolean is(OpCode expected) {
    return opCode == expected;
  }

  /// Whether a header is present and complete.
  public boolean has(Header header) {
    return places.has(header);
  }

  /// Returns the offset of a header in the segment, in bytes.
  ///
  /// @throws IllegalStateException if the header is not present
  public long at(Header header) {
    return start + places.at(header);
  }

  /// Returns a field of a header, unsigned.
  ///
  /// @throws IllegalStateException if the header is not present
  public long get(Header header, Field field) {
    return field.get(in, at(header));
  }

  /// Returns the offset of the payload in the segment, in bytes, even if the payload is empty.
  public long payloadAt() {
    return start + payloadAt;
  }

  /// Returns the length of the payload without pad bytes.
  public int payloadBytes() {
    return payloadBytes;
  }

  /// Returns the payload without pad bytes, as a view of the segment.
  public MemorySegment payload() {
    return in.asSlice(payloadAt(), payloadBytes);
  }

  /// Returns the BTH's PadCnt.
  ///
  /// @throws IllegalStateException if there is no BTH
  public int padCount() {
    return (int) get(Header.BTH, Bth.PAD);
  }

  /// Whether the packet is there to its end, so that its ICRC could be checked: but for one whose
  /// IP header has options or extensions, where only a right one tells.
  public boolean isWhole() {
    return whole;
  }

  /// Returns the packet's ICRC, its first byte the most significant one; 0 if the packet is not
  /// whole.
  public int icrcFound() {
    return whole ? in.get(INT, start + icrcAt) : 0;
  }

  /// Returns the offset of the ICRC from the packet's first byte; the packet's end if it is not
  /// whole.
  public int icrcAt() {
    return icrcAt;
  }

  /// Whether there is a VCRC. A capture may omit it; RoCE has none.
  public boolean hasVcrc() {
    return vcrcAt != NOWHERE && vcrcAt + VCRC_BYTES <= bytes;
  }

  /// Returns the offset of the VCRC from the packet's first byte; -1 if there cannot be one. The
  /// VCRC covers all bytes before it.
  public int vcrcAt() {
    return vcrcAt;
  }

  /// Returns the packet's VCRC, its first byte the most significant one; 0 if there is none.
  public int vcrcFound() {
    return hasVcrc() ? in.get(SHORT, start + vcrcAt) & 0xFFFF : 0;
  }

  /// Returns the expected VCRC; 0 if there is none.
  public int vcrcComputed() {
    return hasVcrc() ? vcrcComputed : 0;
  }

  /// Returns the expected ICRC; 0 if the packet is not whole.
  public int icrcComputed() {
    return whole ? icrcComputed : 0;
  }

  /// Returns a summary.
  @Override
  public String toString() {
    return PacketText.summary(this);
  }
}
