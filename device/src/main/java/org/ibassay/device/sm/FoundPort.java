package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;

/// A port during a sweep: what is known of it so far.
final class FoundPort {
  private static final int SWITCH = 2;
  private static final int INVALID_KEY = 0;
  private static final int MEMBERSHIP = 0x8000;
  private static final int PER_BLOCK = PKeyTable.P_KEY.count();

  private final List<Integer> route;
  private final MemorySegment nodeInfo;
  private final int number;
  private final List<TableBlock> tables = new ArrayList<>();
  private MemorySegment description = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
  private MemorySegment portInfo = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);

  /// The port that received an SMP.
  ///
  /// @param route route to it
  FoundPort(List<Integer> route, MemorySegment nodeInfo) {
    this(route, nodeInfo, (int) NodeInfo.LOCAL_PORT_NUM.get(nodeInfo, 0));
  }

  /// A port of a switch.
  ///
  /// @param route route to the switch
  FoundPort(List<Integer> route, MemorySegment nodeInfo, int number) {
    this.route = route;
    this.nodeInfo = nodeInfo;
    this.number = number;
  }

  int number() {
    return number;
  }

  long nodeGuid() {
    return NodeInfo.NODE_GUID.get(nodeInfo, 0);
  }

  boolean isOfSwitch() {
    return NodeInfo.NODE_TYPE.get(nodeInfo, 0) == SWITCH;
  }

  /// Whether it can have LIDs: all except external ports of switches.
  boolean isEndPort() {
    return !isOfSwitch() || number == 0;
  }

  /// The port number in the AttributeModifier of requests to its node; 0 for an end port.
  int modifier() {
    return isOfSwitch() ? number : 0;
  }

  /// The PortInfo:LMC to set; a switch's port 0 has one LID.
  int lmc(SmSettings settings) {
    return isOfSwitch() ? 0 : settings.lmc();
  }

  List<Integer> route() {
    return route;
  }

  void description(MemorySegment found) {
    description = found;
  }

  void portInfo(MemorySegment found) {
    portInfo = found;
  }

  long value(Field field) {
    return field.get(portInfo, 0);
  }

  void add(TableBlock block) {
    tables.add(block);
  }

  List<TableBlock> tables() {
    return tables;
  }

  /// Returns PortInfo for a Set that changes nothing.
  MemorySegment unchanged() {
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(portInfo);
    PortInfo.PORT_STATE.set(copy, 0, 0);
    PortInfo.PORT_PHYSICAL_STATE.set(copy, 0, 0);
    PortInfo.LINK_DOWN_DEFAULT_STATE.set(copy, 0, 0);
    PortInfo.CLIENT_REREGISTER.set(copy, 0, 0);
    return copy;
  }

  EndPort known() {
    return new EndPort(nodeInfo, description, number, portInfo, pKeys(), tables);
  }

  private List<Integer> pKeys() {
    List<Integer> valid = new ArrayList<>();
    for (TableBlock block : tables) {
      boolean isOwn =
          block.table().equals(Attribute.P_KEY_TABLE) && block.modifier() >>> 16 == modifier();
      for (int i = 0; isOwn && i < PER_BLOCK; i++) {
        int key = (int) PKeyTable.P_KEY.get(block.content(), 0, i);
        if ((key & ~MEMBERSHIP) != INVALID_KEY) {
          valid.add(key);
        }
      }
    }
    return valid;
  }
}
