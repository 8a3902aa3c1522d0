package org.ibassay.device.listen;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// A socket's `struct pollfd`, the argument and result of C's `poll`.
final class PollEntry {
  private static final int BYTES = 8;
  private static final int EVENTS = 4;
  private static final int RETURNED = 6;

  private PollEntry() {}

  static MemorySegment allocate(SegmentAllocator memory, int count) {
    return memory.allocate((long) BYTES * count, BYTES);
  }

  static void set(MemorySegment entries, int index, int descriptor, short events) {
    entries.set(JAVA_INT, (long) BYTES * index, descriptor);
    entries.set(JAVA_SHORT, (long) BYTES * index + EVENTS, events);
  }

  /// Whether the socket is ready, or has an error.
  static boolean isReady(MemorySegment entries, int index) {
    return entries.get(JAVA_SHORT, (long) BYTES * index + RETURNED) != 0;
  }
}
