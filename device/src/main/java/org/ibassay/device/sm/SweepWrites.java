package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;

/// The writes of a sweep, node by node: a seam.
@FunctionalInterface
public interface SweepWrites {
  /// The writes of a conforming subnet manager.
  SweepWrites CONFORMING = (_, _, _, _) -> {};

  /// Changes a Set. A P_KeyTable is only set if this method changes it.
  ///
  /// @param hops number of links from the subnet manager to the node
  /// @param modifier for PortInfo the port number on a switch, else 0; for tables the block number
  /// @param data the attribute to set
  void edit(int hops, Attribute attribute, int modifier, MemorySegment data);
}
