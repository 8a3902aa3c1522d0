package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;

/// The settings of the ports that a subnet manager finds: the seam of the sweep.
@FunctionalInterface
public interface SmRules {
  /// The rules of a conforming subnet manager.
  SmRules CONFORMING = (own, portInfo) -> {};

  /// Has the last word on a SubnSet(PortInfo).
  ///
  /// @param own whether the port is the subnet manager's own
  /// @param portInfo what is going to be set
  void edit(boolean own, MemorySegment portInfo);

  /// Has the last word on a Set of SwitchInfo or of a forwarding table.
  ///
  /// @param modifier the AttributeModifier
  /// @param data what is going to be set
  default void table(Attribute table, int modifier, MemorySegment data) {}

  /// The ports to which the packets of a group are forwarded.
  ///
  /// @param members of the group; none of one that is no more
  default List<EndPort> members(List<EndPort> members) {
    return members;
  }
}
