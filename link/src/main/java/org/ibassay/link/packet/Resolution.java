package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// A protocol that finds the Ethernet address of an IP address.
interface Resolution {
  /// Asks for the DUT's address.
  ///
  /// @return length of the frame, in bytes
  int ask(MemorySegment out);

  /// Answers a frame that asks for the tester's address.
  ///
  /// @return length of the answer, in bytes; 0 when the frame asks for nothing or for others
  int answer(MemorySegment in, int bytes, MemorySegment out);

  /// The DUT's address, if the frame tells it.
  @Nullable Mac told(MemorySegment in, int bytes);
}
