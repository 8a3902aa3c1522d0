package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Answers requests, and represses traps, that others send to the tester when it acts as a subnet
/// manager. Called on the port's I/O thread.
@FunctionalInterface
public interface MadResponder {
  /// @param request the request received
  /// @return the response, 256 bytes, which is sent back on the route of the request; null for none
  @Nullable MemorySegment answer(UnaskedMad request);
}
