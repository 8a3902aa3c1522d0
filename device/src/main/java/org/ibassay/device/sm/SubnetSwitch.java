package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.LinearForwardingTable;

/// A switch as the subnet manager found it and set it up.
///
/// @param route by which its agent is reached
/// @param port0 has the LID, and the tables of the whole switch
/// @param info SwitchInfo
/// @param external its other ports, from port 1 on
public record SubnetSwitch(
    List<Integer> route, EndPort port0, MemorySegment info, List<EndPort> external) {

  /// Keeps copies of the lists.
  public SubnetSwitch {
    route = List.copyOf(route);
    external = List.copyOf(external);
  }

  /// Whether there is such an external port: a table may name another.
  boolean has(int number) {
    return number > 0 && number <= external.size();
  }

  /// An external port.
  EndPort port(int number) {
    return external.get(number - 1);
  }

  /// A block of a table of the switch; none that it does not have. Who changes it keeps it.
  Optional<MemorySegment> block(Attribute table, int modifier) {
    return port0.tables().stream()
        .filter(block -> block.is(table, modifier))
        .map(TableBlock::content)
        .findFirst();
  }

  /// The port by which packets to a LID leave; 0 for the switch itself, 255 for none.
  int egress(int lid) {
    int each = LinearForwardingTable.PORT.count();
    return block(Attribute.LINEAR_FORWARDING_TABLE, lid / each)
        .map(block -> (int) LinearForwardingTable.PORT.get(block, 0, lid % each))
        .orElse(255);
  }
}
