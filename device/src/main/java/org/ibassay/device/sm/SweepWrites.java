package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;

/// The writes of a sweep, node by node: a seam.
@FunctionalInterface
public interface SweepWrites {
  /// The writes of a conforming subnet manager.
  SweepWrites CONFORMING = (_, _, _, _) -> {};

  /// Has the last word on a Set. A P_KeyTable is set only where that makes it another one.
  ///
  /// @param hops links from the subnet manager to the node
  /// @param modifier of PortInfo the port's number on a switch, else 0; of tables the block's
  /// @param data what is going to be set
  void edit(int hops, Attribute attribute, int modifier, MemorySegment data);
}
