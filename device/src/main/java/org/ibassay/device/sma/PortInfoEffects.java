package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Effects of a Set(PortInfo) on the ports of a node beyond the fields that it stores: the seam for
/// deviations that need to see more than one component, or more than one port.
public interface PortInfoEffects {
  /// Of a conforming device: nothing.
  PortInfoEffects NONE = new PortInfoEffects() {};

  /// A Set for a port.
  ///
  /// @param t the request, and the answer in the making
  /// @param port that the Set names
  /// @param before PortInfo of that port before the Set
  /// @param all ports of the node, by number
  /// @param code status code that the Set is answered with
  record Done(Transaction t, Port port, MemorySegment before, List<Port> all, int code) {}

  /// After the Set is stored, or not, and before the answer shows what the port holds.
  default void stored(Done done) {}

  /// After the answer has been filled in.
  default void answered(Done done) {}
}
