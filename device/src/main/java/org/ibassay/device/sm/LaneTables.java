package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SlToVlMappingTable;
import org.ibassay.wire.attribute.VlArbitrationTable;
import org.ibassay.wire.mad.Smp;

/// The virtual lane tables of a subnet's switches: every lane is used, and the tables of all ports
/// differ, so that records can be attributed to ports.
final class LaneTables {
  private static final int PART_SHIFT = 16;
  private static final int WEIGHTS_APART = 16;

  private LaneTables() {}

  /// Whether a block belongs to one of a port's virtual lane tables.
  static boolean isOf(TableBlock block, FoundPort port) {
    boolean isMapping = block.table().equals(Attribute.SL_TO_VL_MAPPING_TABLE);
    return (isMapping || block.table().equals(Attribute.VL_ARBITRATION_TABLE))
        && (block.modifier() & 0xFF) == port.number();
  }

  /// Returns the intended contents of a block.
  static MemorySegment wanted(TableBlock block, FoundPort port) {
    MemorySegment wanted = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]);
    int lanes = 1 << (port.value(PortInfo.OPERATIONAL_VLS) - 1);
    int input = (block.modifier() >>> Byte.SIZE) & 0xFF;
    if (block.table().equals(Attribute.SL_TO_VL_MAPPING_TABLE)) {
      for (int sl = 0; sl < SlToVlMappingTable.SL_TO_VL.count(); sl++) {
        SlToVlMappingTable.SL_TO_VL.set(wanted, 0, sl, (sl + input + port.number()) % lanes);
      }
      return wanted;
    }
    int part = block.modifier() >>> PART_SHIFT;
    for (int i = 0; i < VlArbitrationTable.VL.count(); i++) {
      VlArbitrationTable.VL.set(wanted, 0, i, i % lanes);
      VlArbitrationTable.WEIGHT.set(wanted, 0, i, port.number() * WEIGHTS_APART + part);
    }
    return wanted;
  }
}
