package org.ibassay.link.umad;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.ibassay.wire.mad.Smp;

/// Where a port's MADs come in: a buffer that grows as answers need it.
///
/// For an answer that the kernel has put together from segments and that is longer than the buffer,
/// it fills in the first segment, says ENOSPC and how long the whole is, and keeps it until
/// somebody comes with more room (its user_mad.c).
final class Inbox {
  /// Length of the header that stands before each MAD: struct ib_user_mad with a P_Key index.
  static final int HEADER_BYTES = 64;

  private static final int STATUS = 4;
  private static final int LID = 28;
  private static final ValueLayout.OfShort NETWORK_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int ENOSPC = 28;

  /// Fills a buffer.
  @FunctionalInterface
  interface Source {
    /// As `umad_recv`.
    ///
    /// @param umad room for the header and for `bytes`
    /// @param bytes an int: how long a MAD there is room for; afterwards how long it is
    /// @return 0, or C's error number
    int receive(MemorySegment umad, MemorySegment bytes, int timeoutMillis);
  }

  private final MemorySegment bytes = Arena.ofAuto().allocate(JAVA_INT);
  private final Source source;
  private final int delivers;
  private final int most;
  private MemorySegment buffer;

  /// @param delivers how many bytes of a MAD the source fills in, however long it says that it is
  /// @param most the longest MAD that is taken
  Inbox(Source source, int delivers, int most) {
    this.source = source;
    this.delivers = delivers;
    this.most = most;
    this.buffer = withRoomFor(Smp.BYTES_OF_MAD);
  }

  /// An arena for each, as what has become too small is not needed any more.
  private static MemorySegment withRoomFor(int madBytes) {
    return Arena.ofAuto().allocate(HEADER_BYTES + (long) madBytes, 8);
  }

  private int room() {
    return (int) buffer.byteSize() - HEADER_BYTES;
  }

  /// Waits for a MAD.
  ///
  /// @return 0 when there is one, or C's error number: ENOSPC when it is longer than is taken; then
  ///   [#length] is its length
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

  /// Whether what came is a request of ours that could not be delivered, or was not answered.
  boolean isHandedBack() {
    return buffer.get(JAVA_INT, STATUS) != 0;
  }

  /// The LID that it was sent from.
  int lid() {
    return Short.toUnsignedInt(buffer.get(NETWORK_SHORT, LID));
  }

  /// How long the MAD is, by what the source says.
  int length() {
    return Math.max(0, bytes.get(JAVA_INT, 0));
  }

  /// Returns the delivered bytes; valid until the next [#receive].
  MemorySegment mad() {
    return buffer.asSlice(HEADER_BYTES, Math.min(length(), Math.min(room(), delivers)));
  }
}
