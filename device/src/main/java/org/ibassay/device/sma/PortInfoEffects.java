package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Effects of a Set(PortInfo) on the ports of a node beyond storing its fields: the seam for
/// deviations that involve several components or several ports.
public interface PortInfoEffects {
  /// A conforming device: no further effects.
  PortInfoEffects NONE = new PortInfoEffects() {};

  /// A Set for a port.
  ///
  /// @param t the request and its response
  /// @param port the port that the Set names
  /// @param before PortInfo of that port before the Set
  /// @param all ports of the node, by number
  /// @param code status code of the response
  record Done(Transaction t, Port port, MemorySegment before, List<Port> all, int code) {}

  /// Called after the Set is stored or rejected, before the response is filled with PortInfo.
  default void stored(Done done) {}

  /// Called after the response is filled.
  default void answered(Done done) {}
}
