package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.jspecify.annotations.Nullable;

/// An explanation of a packet's ICRC, for developers who computed another one: the bytes it covers,
/// those replaced with ones, and common mistakes that would lead to the ICRC found.
///
/// @param from first byte covered, counted from the packet's first one
/// @param to after the last byte covered
/// @param isAfterOnes whether eight bytes of ones precede them, in place of an LRH
/// @param masked parts replaced with ones
/// @param guesses mistakes that lead to the ICRC found; usually none or one
public record IcrcExplanation(
    int from, int to, boolean isAfterOnes, List<Masked> masked, List<String> guesses) {

  private static final int LRH_BYTES = Lrh.LAYOUT.bytes();

  /// A part of the packet that the ICRC replaces with ones.
  ///
  /// @param header header that contains it
  /// @param field the field; null for the whole header
  /// @param from first byte, counted from the packet's first one
  /// @param to after the last byte
  public record Masked(Header header, @Nullable Field field, int from, int to) {
    /// `IPv4 Time to Live (byte 22)`.
    @Override
    public String toString() {
      String name = header.layout().name() + (field == null ? "" : " " + field.name());
      String where = to - from == 1 ? "byte " + from : "bytes " + from + "-" + (to - 1);
      return name + " (" + where + ")";
    }
  }

  /// Keeps copies.
  public IcrcExplanation {
    masked = List.copyOf(masked);
    guesses = List.copyOf(guesses);
  }

  /// Explains the ICRC of a packet; empty if the packet has none that can be checked.
  public static Optional<IcrcExplanation> of(TransportPacket packet) {
    return packet.isWhole()
        ? packet.framing().map(framing -> of(packet, framing))
        : Optional.empty();
  }

  private static IcrcExplanation of(TransportPacket packet, Framing framing) {
    int from = place(packet, framing.firstOfIcrc());
    List<Masked> masked =
        switch (framing) {
          case IB_LOCAL -> List.of(field(packet, Header.LRH, Lrh.VL), resv8a(packet));
          case IB_GLOBAL ->
              List.of(
                  new Masked(Header.LRH, null, 0, LRH_BYTES),
                  field(packet, Header.GRH, Grh.T_CLASS),
                  field(packet, Header.GRH, Grh.FLOW_LABEL),
                  field(packet, Header.GRH, Grh.HOP_LMT),
                  resv8a(packet));
          case ROCE_V1 ->
              List.of(
                  field(packet, Header.GRH, Grh.T_CLASS),
                  field(packet, Header.GRH, Grh.FLOW_LABEL),
                  field(packet, Header.GRH, Grh.HOP_LMT),
                  resv8a(packet));
          case ROCE_V2_IPV4 ->
              List.of(
                  field(packet, Header.IPV4, Ipv4.TYPE_OF_SERVICE),
                  field(packet, Header.IPV4, Ipv4.TIME_TO_LIVE),
                  field(packet, Header.IPV4, Ipv4.HEADER_CHECKSUM),
                  field(packet, Header.UDP, Udp.CHECKSUM),
                  resv8a(packet));
          case ROCE_V2_IPV6 ->
              List.of(
                  field(packet, Header.IPV6, Ipv6.TRAFFIC_CLASS),
                  field(packet, Header.IPV6, Ipv6.FLOW_LABEL),
                  field(packet, Header.IPV6, Ipv6.HOP_LIMIT),
                  field(packet, Header.UDP, Udp.CHECKSUM),
                  resv8a(packet));
        };
    IcrcExplanation plain =
        new IcrcExplanation(from, packet.icrcAt(), !framing.isNative(), masked, List.of());
    return new IcrcExplanation(
        from, packet.icrcAt(), !framing.isNative(), masked, plain.guesses(packet));
  }

  private static Masked resv8a(TransportPacket packet) {
    return field(packet, Header.BTH, Bth.RESV8A);
  }

  private static Masked field(TransportPacket packet, Header header, Field field) {
    int at = place(packet, header);
    int last = field.bitOffset() + field.width() - 1;
    return new Masked(header, field, at + field.bitOffset() / 8, at + last / 8 + 1);
  }

  private static int place(TransportPacket packet, Header header) {
    return (int) (packet.at(header) - packet.start());
  }

  private List<String> guesses(TransportPacket packet) {
    int found = packet.icrcFound();
    List<String> all = new ArrayList<>();
    if (found == packet.icrcComputed()) {
      return all;
    }
    if (found == 0) {
      all.add("it is 0, as in a capture taken before the adapter filled it in");
    }
    if (Integer.bitCount(found ^ packet.icrcComputed()) == 1) {
      all.add("one bit of it differs: it was damaged itself");
    }
    guess(all, found == Integer.reverseBytes(packet.icrcComputed()), "its bytes were turned round");
    guess(all, found == ~packet.icrcComputed(), "it was not complemented");
    guess(all, found == crc(packet, masked, isAfterOnes, 0), "zeros were taken for the ones");
    guess(all, found == crc(packet, List.of(), isAfterOnes, -1), "nothing counted as ones");
    if (isAfterOnes) {
      guess(all, found == crc(packet, masked, false, -1), "the 8 bytes of ones were left out");
    }
    for (Masked one : masked) {
      List<Masked> others = masked.stream().filter(other -> !other.equals(one)).toList();
      guess(all, found == crc(packet, others, isAfterOnes, -1), one + " counted as it is");
    }
    return all;
  }

  private static void guess(List<String> all, boolean fits, String text) {
    if (fits) {
      all.add("it would be right if " + text);
    }
  }

  private int crc(TransportPacket packet, List<Masked> ones, boolean onesFollow, int with) {
    byte[] covered =
        packet.segment().asSlice(packet.start() + from, (long) to - from).toArray(JAVA_BYTE);
    MemorySegment bytes = MemorySegment.ofArray(covered);
    for (Masked one : ones) {
      Field field = one.field();
      if (field == null) {
        Arrays.fill(covered, one.from() - from, one.to() - from, (byte) with);
      } else {
        field.set(bytes, place(packet, one.header()) - (long) from, with);
      }
    }
    CRC32 crc = new CRC32();
    if (onesFollow) {
      byte[] before = new byte[LRH_BYTES];
      Arrays.fill(before, (byte) -1);
      crc.update(before);
    }
    crc.update(covered);
    return Integer.reverseBytes((int) crc.getValue());
  }
}
