package org.ibassay.wire.net;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The Internet checksum (RFC 1071): the complement of the ones' complement sum of 16-bit words.
public final class InternetChecksum {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private InternetChecksum() {}

  /// Returns the checksum of some bytes; 0 if they include their correct checksum.
  public static int of(MemorySegment in, long from, long bytes) {
    return end(sum(in, from, bytes));
  }

  /// Returns the checksum of a UDP or ICMPv6 message in an IPv6 packet.
  ///
  /// @param ip where the IPv6 header starts in `in`
  /// @param from where the message starts
  /// @param bytes length of the message
  /// @param protocol protocol number of the message
  public static int overIpv6(MemorySegment in, long ip, long from, long bytes, int protocol) {
    long addresses = sum(in, ip + Ipv6.SOURCE.bitOffset() / 8, 32);
    return end(addresses + bytes + protocol + sum(in, from, bytes));
  }

  /// Returns the checksum of a UDP message in an IPv4 packet.
  ///
  /// @param ip where the IPv4 header starts in `in`
  /// @param from where the message starts
  /// @param bytes length of the message
  /// @param protocol protocol number of the message
  public static int overIpv4(MemorySegment in, long ip, long from, long bytes, int protocol) {
    long addresses = sum(in, ip + Ipv4.SOURCE.bitOffset() / 8, 8);
    return end(addresses + bytes + protocol + sum(in, from, bytes));
  }

  /// Adds 32-bit words, which is equivalent to adding 16-bit words: the two halves are added at the
  /// end.
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
