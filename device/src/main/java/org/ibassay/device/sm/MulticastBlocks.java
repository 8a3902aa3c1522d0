package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.wire.attribute.MulticastForwardingTable;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.Smp;

/// Multicast forwarding tables (14.2.5.12): positions of a group's entries, and their ports.
final class MulticastBlocks {
  private static final int FIRST_MLID = 0xC000;
  private static final int PORTS = 16;
  private static final int EACH = MulticastForwardingTable.PORT_MASK.count();

  private MulticastBlocks() {}

  /// The AttributeModifiers of all blocks of a switch, ordered by position.
  static List<Integer> all(FoundSwitch of) {
    List<Integer> modifiers = new ArrayList<>();
    for (int position = 0; position * PORTS < of.ports().size(); position++) {
      for (int first = 0; first < of.value(SwitchInfo.MULTICAST_FDB_CAP); first += EACH) {
        modifiers.add(position << 28 | first / EACH);
      }
    }
    return modifiers;
  }

  /// The AttributeModifier of the block with a group's entry.
  static int modifier(int mlid, int position) {
    return position << 28 | (mlid - FIRST_MLID) / EACH;
  }

  /// Returns a copy of a block with another entry of a group.
  ///
  /// @param ports one bit for each port, of all positions
  static MemorySegment with(MemorySegment block, int mlid, int position, long ports) {
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(block);
    long mask = (ports >>> (position * PORTS)) & ((1 << PORTS) - 1);
    MulticastForwardingTable.PORT_MASK.set(copy, 0, (mlid - FIRST_MLID) % EACH, mask);
    return copy;
  }

  /// Returns the ports of each switch by which a group's packets are forwarded between its members:
  /// those on the paths from the first member to the others. If all members are one port, nothing
  /// is forwarded.
  ///
  /// @return one bit for each port, of all positions; without switches that the group does not need
  static Map<SubnetSwitch, Long> tree(Subnet subnet, List<EndPort> members) {
    Map<SubnetSwitch, Long> tree = new HashMap<>();
    for (EndPort member : members.stream().skip(1).toList()) {
      for (Subnet.Hop hop : subnet.hops(members.getFirst(), member)) {
        long ports = 1L << hop.ingress() | 1L << hop.egress();
        tree.merge(hop.through(), ports, (one, other) -> one | other);
      }
    }
    return tree;
  }
}
