package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// A protocol that finds the Ethernet address of an IP address.
interface Resolution {
  /// Writes a request for the DUT's address.
  ///
  /// @return length of the frame in bytes
  int ask(MemorySegment out);

  /// Writes the answer to a request for the tester's address.
  ///
  /// @return length of the answer in bytes; 0 if the frame is not a request for that address
  int answer(MemorySegment in, int bytes, MemorySegment out);

  /// The DUT's address, if the frame contains it; else null.
  @Nullable Mac reported(MemorySegment in, int bytes);
}
