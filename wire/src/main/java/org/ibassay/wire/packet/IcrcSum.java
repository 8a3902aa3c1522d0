package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;

/// Computes the ICRC of packets in one segment, for all framings, without allocation.
///
/// Headers with excluded bits are copied and the bits set to ones; the rest is read in place. RoCE
/// has no LRH; eight bytes of ones take its place. Over UDP, these are replaced with ones, too:
/// fields that routers may change, the IPv4 header checksum, which depends on them, and the UDP
/// checksum (annex A17; each was confirmed with Linux, which drops a packet if one is omitted).
final class IcrcSum {
  /// Well below 2 GiB, the limit of a buffer over a mapped file.
  private static final long WINDOW_BYTES = 1 << 30;

  private static final int LRH = Lrh.LAYOUT.bytes();
  private static final int BTH = Bth.LAYOUT.bytes();

  /// Length of an IPv4 header with the maximum of options, in bytes.
  private static final int LONGEST_IP = 60;

  private final CRC32 crc = new CRC32();
  private byte[] head = new byte[LRH + LONGEST_IP + Udp.LAYOUT.bytes() + BTH];
  private MemorySegment masked = MemorySegment.ofArray(head);
  private final MemorySegment in;
  private ByteBuffer window;
  private long windowAt;

  /// @param in contains the packets: native memory, a mapped file or a byte array
  IcrcSum(MemorySegment in) {
    this.in = in;
    this.window = windowAt(0);
  }

  /// Returns the ICRC as a number whose most significant byte is sent first.
  ///
  /// @param first start of the first header that the ICRC covers ([Framing#firstOfIcrc])
  /// @param bth start of the BTH, which must be complete
  /// @param end where the ICRC is or should be
  int of(Framing framing, long first, long bth, long end) {
    int lrh = framing.isNative() ? 0 : LRH;
    int copied = (int) (bth - first) + BTH;
    if (lrh + copied > head.length) {
      // IPv6 extension headers.
      head = new byte[lrh + copied];
      masked = MemorySegment.ofArray(head);
    }
    Arrays.fill(head, 0, lrh, (byte) -1);
    MemorySegment.copy(in, JAVA_BYTE, first, head, lrh, copied);
    mask(framing, lrh + copied - BTH);
    crc.reset();
    crc.update(head, 0, lrh + copied);
    update(first + copied, end);
    return Integer.reverseBytes((int) crc.getValue());
  }

  private void mask(Framing framing, int bth) {
    switch (framing) {
      case IB_LOCAL -> Lrh.VL.set(masked, 0, -1);
      case IB_GLOBAL, ROCE_V1 -> {
        Arrays.fill(head, 0, LRH, (byte) -1);
        Grh.T_CLASS.set(masked, LRH, -1);
        Grh.FLOW_LABEL.set(masked, LRH, -1);
        Grh.HOP_LMT.set(masked, LRH, -1);
      }
      case ROCE_V2_IPV4 -> {
        Ipv4.TYPE_OF_SERVICE.set(masked, LRH, -1);
        Ipv4.TIME_TO_LIVE.set(masked, LRH, -1);
        Ipv4.HEADER_CHECKSUM.set(masked, LRH, -1);
        Udp.CHECKSUM.set(masked, bth - Udp.LAYOUT.bytes(), -1);
      }
      case ROCE_V2_IPV6 -> {
        Ipv6.TRAFFIC_CLASS.set(masked, LRH, -1);
        Ipv6.FLOW_LABEL.set(masked, LRH, -1);
        Ipv6.HOP_LIMIT.set(masked, LRH, -1);
        Udp.CHECKSUM.set(masked, bth - Udp.LAYOUT.bytes(), -1);
      }
    }
    Bth.RESV8A.set(masked, bth, -1);
  }

  private void update(long from, long end) {
    if (from < windowAt || end > windowAt + window.capacity()) {
      window = windowAt(from);
    }
    int at = (int) (from - windowAt);
    window.clear().position(at).limit(at + (int) Math.max(0, end - from));
    crc.update(window);
  }

  private ByteBuffer windowAt(long from) {
    windowAt = from;
    return in.asSlice(from, Math.min(in.byteSize() - from, WINDOW_BYTES)).asByteBuffer();
  }
}
