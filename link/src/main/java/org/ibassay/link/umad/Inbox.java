package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.wire.mad.Smp;

/// The receive buffer of a port, which grows for long responses.
///
/// For a response that the kernel has reassembled from segments and that is longer than the buffer,
/// the kernel returns the first segment, ENOSPC and the total length, and keeps the response until
/// it is read with a larger buffer (its user_mad.c).
final class Inbox {
  /// Length of the header before each MAD: struct ib_user_mad with a P_Key index.
  static final int HEADER_BYTES = 64;

  private static final int STATUS = 4;
  private static final int LID = 28;
  private static final ValueLayout.OfShort NETWORK_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int ENOSPC = 28;

  /// Fills a buffer.
  @FunctionalInterface
  interface Source {
    /// Works like `umad_recv`.
    ///
    /// @param umad room for the header and for `bytes`
    /// @param bytes an int: room for the MAD before the call, its length after it
    /// @return 0, or an errno
    int receive(MemorySegment umad, MemorySegment bytes, int timeoutMillis);
  }

  private final MemorySegment bytes = Arena.ofAuto().allocate(JAVA_INT);
  private final Source source;
  private final int delivers;
  private final int most;
  private MemorySegment buffer;

  /// @param delivers how many bytes of a MAD the source fills in at most, whatever length it
  ///   reports
  /// @param most length of the longest MAD that is accepted
  Inbox(Source source, int delivers, int most) {
    this.source = source;
    this.delivers = delivers;
    this.most = most;
    this.buffer = withRoomFor(Smp.BYTES_OF_MAD);
  }

  /// Allocates from a separate arena, so that a smaller buffer can be reclaimed.
  private static MemorySegment withRoomFor(int madBytes) {
    return Arena.ofAuto().allocate(HEADER_BYTES + (long) madBytes, 8);
  }

  private int room() {
    return (int) buffer.byteSize() - HEADER_BYTES;
  }

  /// Waits for a MAD.
  ///
  /// @return 0, or an errno: ENOSPC if the MAD is longer than accepted; [#length] is then its
  ///   length
  int receive(int timeoutMillis) {
    int error = tryOnce(timeoutMillis);
    if (error == ENOSPC && length() > room() && length() <= most) {
      buffer = withRoomFor((int) Math.min(most, Math.max(length(), 2L * room())));
      error = tryOnce(timeoutMillis);
    }
    return error;
  }

  private int tryOnce(int timeoutMillis) {
    bytes.set(JAVA_INT, 0, room());
    return source.receive(buffer, bytes, timeoutMillis);
  }

  /// Whether the MAD is the tester's own request, returned because it could not be delivered or was
  /// not answered.
  boolean isHandedBack() {
    return buffer.get(JAVA_INT, STATUS) != 0;
  }

  /// The source LID.
  int lid() {
    return Short.toUnsignedInt(buffer.get(NETWORK_SHORT, LID));
  }

  /// Length of the MAD, as reported by the source.
  int length() {
    return Math.max(0, bytes.get(JAVA_INT, 0));
  }

  /// Returns the delivered bytes; valid until the next [#receive].
  MemorySegment mad() {
    return buffer.asSlice(HEADER_BYTES, Math.min(length(), Math.min(room(), delivers)));
  }
}
