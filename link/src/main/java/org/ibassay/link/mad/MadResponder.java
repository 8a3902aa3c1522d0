package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Answers requests, and represses traps, that others send to the tester, which so takes part as a
/// subnet manager does. Called on the port's I/O thread.
@FunctionalInterface
public interface MadResponder {
  /// @param request was received
  /// @return the response, 256 bytes, which goes back the way that the request was received; null
  ///   for none
  @Nullable MemorySegment answer(UnaskedMad request);
}
