package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;

/// The settings that a subnet manager writes: the seam of the sweep.
@FunctionalInterface
public interface SmRules {
  /// The rules of a conforming subnet manager.
  SmRules CONFORMING = (own, portInfo) -> {};

  /// Changes a SubnSet(PortInfo).
  ///
  /// @param own whether the port is the subnet manager's own
  /// @param portInfo the attribute to set
  void edit(boolean own, MemorySegment portInfo);

  /// Changes a Set of SwitchInfo or of a forwarding table.
  ///
  /// @param modifier the AttributeModifier
  /// @param data the attribute to set
  default void table(Attribute table, int modifier, MemorySegment data) {}

  /// The ports to which the packets of a group are forwarded.
  ///
  /// @param members of the group; empty for a deleted group
  default List<EndPort> members(List<EndPort> members) {
    return members;
  }
}
