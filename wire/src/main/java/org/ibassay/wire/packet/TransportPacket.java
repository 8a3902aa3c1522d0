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

/// Reads packets of the transport where they lie in a segment, one after another, without an
/// allocation a packet. Whatever the bytes are it never throws: it says what is wrong with them.
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

  /// @param in holds the packets: native memory, a mapped file or a byte array
  public TransportPacket(MemorySegment in) {
    this.in = in;
    this.sum = new IcrcSum(in);
    this.layers = new Layers(in, places, findings);
  }

  /// Reads a packet. What the other methods say is about the last one read.
  ///
  /// @param link what stands at its beginning
  /// @param from where it starts in the segment, in bytes
  /// @param length how many bytes of it there are; after the packet there may be more
  /// @return whether it is a packet of the transport with nothing wrong about it
  /// @throws IndexOutOfBoundsException when the segment does not hold these bytes
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
              "options, of which nothing public says how the ICRC covers them; it is not judged"));
      whole = false;
    } else {
      findings.add(Finding.crc(Kind.ICRC, icrcAt, ICRC_BYTES, icrcFound(), icrcComputed));
    }
  }

  /// Raw packets have one, too. A capture may leave it out.
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

  /// The segment that holds it.
  public MemorySegment segment() {
    return in;
  }

  /// Where it starts in the segment, in bytes.
  public long start() {
    return start;
  }

  /// How many bytes there are of it.
  public int bytes() {
    return bytes;
  }

  /// Whether it has a BTH. ARP has none, nor have other protocols of UDP, nor what is cut off
  /// before.
  public boolean isTransport() {
    return has(Header.BTH);
  }

  /// Returns the framing; empty when no BTH is expected.
  public Optional<Framing> framing() {
    return Optional.ofNullable(layers.framing);
  }

  /// Returns the defects of the packet, in the order of its layers; a view that the next packet
  /// changes.
  public List<Finding> findings() {
    return findingsSeen;
  }

  /// The BTH's OpCode as a number.
  ///
  /// @throws IllegalStateException when there is no BTH
  public int opCodeNumber() {
    return (int) get(Header.BTH, Bth.OP_CODE);
  }

  /// The BTH's OpCode, when there is a BTH and its code is defined.
  public Optional<OpCode> opCode() {
    return Optional.ofNullable(opCode);
  }

  /// Whether it is that operation.
  public boolean is(OpCode expected) {
    return opCode == expected;
  }

  /// Whether all of a header is there.
  public boolean has(Header header) {
    return places.has(header);
  }

  /// Where a header starts in the segment, in bytes.
  ///
  /// @throws IllegalStateException when it is not there
  public long at(Header header) {
    return start + places.at(header);
  }

  /// A field of a header, unsigned.
  ///
  /// @throws IllegalStateException when the header is not there
  public long get(Header header, Field field) {
    return field.get(in, at(header));
  }

  /// Where the payload starts in the segment, in bytes; also when it is empty.
  public long payloadAt() {
    return start + payloadAt;
  }

  /// Length of the payload without its pad, in bytes.
  public int payloadBytes() {
    return payloadBytes;
  }

  /// The payload without its pad, as a view of the segment.
  public MemorySegment payload() {
    return in.asSlice(payloadAt(), payloadBytes);
  }

  /// The PadCnt of the BTH.
  ///
  /// @throws IllegalStateException when there is no BTH
  public int padCount() {
    return (int) get(Header.BTH, Bth.PAD);
  }

  /// Whether the packet is there to its end, so that its ICRC could be checked: but for one whose
  /// IP header has options or extensions, where only a right one tells.
  public boolean isWhole() {
    return whole;
  }

  /// The ICRC that stands in the packet, its first byte the most significant one; 0 when not whole.
  public int icrcFound() {
    return whole ? in.get(INT, start + icrcAt) : 0;
  }

  /// Where the ICRC stands, counted from the packet's first byte; where the packet ends when it is
  /// not whole.
  public int icrcAt() {
    return icrcAt;
  }

  /// Whether there is a VCRC. A capture may leave it out; RoCE has none.
  public boolean hasVcrc() {
    return vcrcAt != NOWHERE && vcrcAt + VCRC_BYTES <= bytes;
  }

  /// Where the VCRC stands, counted from the packet's first byte, of which it covers all before it;
  /// -1 where there cannot be one.
  public int vcrcAt() {
    return vcrcAt;
  }

  /// The VCRC that stands in the packet, its first byte the most significant one; 0 when there is
  /// none.
  public int vcrcFound() {
    return hasVcrc() ? in.get(SHORT, start + vcrcAt) & 0xFFFF : 0;
  }

  /// The VCRC that should stand there; 0 when there is none.
  public int vcrcComputed() {
    return hasVcrc() ? vcrcComputed : 0;
  }

  /// The ICRC that should stand there; 0 when not whole.
  public int icrcComputed() {
    return whole ? icrcComputed : 0;
  }

  /// In a few words.
  @Override
  public String toString() {
    return PacketText.summary(this);
  }
}
