package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;

/// The ICRC of packets in one segment, of every framing, without an allocation a packet.
///
/// The headers that have something to leave out are copied, with ones there; the rest is read where
/// it lies. RoCE has no LRH, and eight bytes of ones take its place. Over UDP these count as ones
/// too: what routers may change, the IPv4 header's checksum, which follows that, and UDP's checksum
/// (annex A17; each shown on Linux, which drops a packet where one is left out).
final class IcrcSum {
  /// Far less than the 2 GiB that a buffer can show of a mapped file.
  private static final long WINDOW_BYTES = 1 << 30;

  private static final int LRH = Lrh.LAYOUT.bytes();
  private static final int BTH = Bth.LAYOUT.bytes();

  /// An IPv4 header with all the options that there can be.
  private static final int LONGEST_IP = 60;

  private final CRC32 crc = new CRC32();
  private byte[] head = new byte[LRH + LONGEST_IP + Udp.LAYOUT.bytes() + BTH];
  private MemorySegment masked = MemorySegment.ofArray(head);
  private final MemorySegment in;
  private ByteBuffer window;
  private long windowAt;

  /// @param in holds the packets: native memory, a mapped file or a byte array
  IcrcSum(MemorySegment in) {
    this.in = in;
    this.window = windowAt(0);
  }

  /// The ICRC as a number whose most significant byte stands first on the wire.
  ///
  /// @param first where the header starts from which on the ICRC counts ([Framing#firstOfIcrc])
  /// @param bth where the BTH starts, all of which must be there
  /// @param end where the ICRC stands, or should
  int of(Framing framing, long first, long bth, long end) {
    int lrh = framing.isNative() ? 0 : LRH;
    int copied = (int) (bth - first) + BTH;
    if (lrh + copied > head.length) {
      // Extension headers of IPv6.
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
