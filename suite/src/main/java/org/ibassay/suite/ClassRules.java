package org.ibassay.suite;

import java.lang.foreign.MemorySegment;

/// What holds of every response of a management class beside what it repeats of its request.
interface ClassRules {
  /// @param request as it was sent, its route included
  void verify(MemorySegment request, MemorySegment response, long frame);
}
