package org.ibassay.wire.net;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The Internet's checksum (RFC 1071): the complement of the sum of 16-bit words in ones'
/// complement arithmetic.
public final class InternetChecksum {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private InternetChecksum() {}

  /// The checksum of some bytes; 0 when they contain their right checksum.
  public static int of(MemorySegment in, long from, long bytes) {
    return end(sum(in, from, bytes));
  }

  /// The checksum of a UDP or ICMPv6 message after an IPv6 header.
  ///
  /// @param ip where the IPv6 header starts in `in`
  /// @param from where the message starts
  /// @param bytes of the message
  /// @param protocol the message's number among the Internet's protocols
  public static int overIpv6(MemorySegment in, long ip, long from, long bytes, int protocol) {
    long addresses = sum(in, ip + Ipv6.SOURCE.bitOffset() / 8, 32);
    return end(addresses + bytes + protocol + sum(in, from, bytes));
  }

  /// The checksum of a UDP message after an IPv4 header.
  ///
  /// @param ip where the IPv4 header starts in `in`
  /// @param from where the message starts
  /// @param bytes of the message
  /// @param protocol the message's number among the Internet's protocols
  public static int overIpv4(MemorySegment in, long ip, long from, long bytes, int protocol) {
    long addresses = sum(in, ip + Ipv4.SOURCE.bitOffset() / 8, 8);
    return end(addresses + bytes + protocol + sum(in, from, bytes));
  }

  /// Words of 32 bits do as well as such of 16: their halves are added up in the end.
  private static long sum(MemorySegment in, long from, long bytes) {
    long sum = 0;
    long whole = bytes & ~3L;
    for (long at = from; at < from + whole; at += 4) {
      sum += in.get(INT, at) & 0xFFFF_FFFFL;
    }
    for (long i = whole; i < bytes; i++) {
      sum += (in.get(JAVA_BYTE, from + i) & 0xFFL) << (8 * (3 - (i - whole)));
    }
    return sum;
  }

  private static int end(long sum) {
    long folded = sum;
    while (folded > 0xFFFF) {
      folded = (folded >>> 16) + (folded & 0xFFFF);
    }
    return (int) (~folded & 0xFFFF);
  }
}
