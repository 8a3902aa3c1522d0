package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;

/// A switch as the subnet manager found and configured it.
///
/// @param route route to its agent
/// @param port0 has the LID, and the tables of the whole switch
/// @param info SwitchInfo
/// @param external its other ports, from port 1 on
public record SubnetSwitch(
    List<Integer> route, EndPort port0, MemorySegment info, List<EndPort> external) {

  /// Copies the lists.
  public SubnetSwitch {
    route = List.copyOf(route);
    external = List.copyOf(external);
  }

  /// Whether an external port exists: a table may name another.
  boolean has(int number) {
    return number > 0 && number <= external.size();
  }

  /// Returns an external port.
  EndPort port(int number) {
    return external.get(number - 1);
  }

  /// Returns a block of a table of the switch; empty if there is none. Changes to the block are
  /// visible to others.
  Optional<MemorySegment> block(Attribute table, int modifier) {
    return port0.tables().stream()
        .filter(block -> block.is(table, modifier))
        .map(TableBlock::content)
        .findFirst();
  }

  /// The egress port of packets to a LID; 0 for the switch itself, 255 for none.
  int egress(int lid) {
    int each = LinearForwardingTable.PORT.count();
    return block(Attribute.LINEAR_FORWARDING_TABLE, lid / each)
        .map(block -> (int) LinearForwardingTable.PORT.get(block, 0, lid % each))
        .orElse(255);
  }
}
