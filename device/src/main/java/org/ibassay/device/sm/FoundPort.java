package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PKeyTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Smp;

/// An end port while a sweep is about it: what is known of it so far.
final class FoundPort {
  private static final int INVALID_KEY = 0;
  private static final int MEMBERSHIP = 0x8000;
  private static final int PER_BLOCK = PKeyTable.P_KEY.count();

  private final List<Integer> route;
  private final MemorySegment nodeInfo;
  private final List<TableBlock> tables = new ArrayList<>();
  private MemorySegment description = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
  private MemorySegment portInfo = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);

  /// @param route by which it is reached
  FoundPort(List<Integer> route, MemorySegment nodeInfo) {
    this.route = route;
    this.nodeInfo = nodeInfo;
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

  /// PortInfo as a Set brings it that changes nothing yet.
  MemorySegment unchanged() {
    MemorySegment copy = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(portInfo);
    PortInfo.PORT_STATE.set(copy, 0, 0);
    PortInfo.PORT_PHYSICAL_STATE.set(copy, 0, 0);
    PortInfo.LINK_DOWN_DEFAULT_STATE.set(copy, 0, 0);
    PortInfo.CLIENT_REREGISTER.set(copy, 0, 0);
    return copy;
  }

  EndPort known() {
    return new EndPort(nodeInfo, description, portInfo, pKeys(), tables);
  }

  private List<Integer> pKeys() {
    List<Integer> valid = new ArrayList<>();
    for (TableBlock block : tables) {
      for (int i = 0; block.table().equals(Attribute.P_KEY_TABLE) && i < PER_BLOCK; i++) {
        int key = (int) PKeyTable.P_KEY.get(block.content(), 0, i);
        if ((key & ~MEMBERSHIP) != INVALID_KEY) {
          valid.add(key);
        }
      }
    }
    return valid;
  }
}
