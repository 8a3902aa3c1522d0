package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;

/// What a subnet manager makes of the ports that it finds: the seam of the sweep.
@FunctionalInterface
public interface SmRules {
  /// The rules of a conforming subnet manager.
  SmRules CONFORMING = (own, portInfo) -> {};

  /// Has the last word on a SubnSet(PortInfo).
  ///
  /// @param own whether the port is the subnet manager's own
  /// @param portInfo what is going to be set
  void edit(boolean own, MemorySegment portInfo);
}
