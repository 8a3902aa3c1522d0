package org.ibassay.suite;

import java.lang.foreign.MemorySegment;

/// Rules for every response of a management class, except those that compare it with its request.
interface ClassRules {
  /// @param request the request as sent, with its route
  void verify(MemorySegment request, MemorySegment response, long frame);
}
