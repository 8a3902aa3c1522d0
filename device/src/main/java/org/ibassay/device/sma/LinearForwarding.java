package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.SwitchInfo;

/// Where a switch relays what is addressed to a LID, by its linear forwarding table (18.2.4). By a
/// random one it relays nothing.
final class LinearForwarding {
  /// The port of a LID beyond the table's top: none.
  static final int UNKNOWN = -1;

  private final MemorySegment switchInfo;
  private final TableBytes table;

  /// @param switchInfo holds LinearFDBTop
  LinearForwarding(MemorySegment switchInfo, BlockTable table) {
    this.switchInfo = switchInfo;
    this.table = table.bytes();
  }

  /// Relays a LID to a port, as far as the table has room for it.
  void put(int lid, int port) {
    if (lid < table.size()) {
      table.put(lid, (byte) port);
      long top = Math.max(lid, SwitchInfo.LINEAR_FDB_TOP.get(switchInfo, 0));
      SwitchInfo.LINEAR_FDB_TOP.set(switchInfo, 0, top);
    }
  }

  /// The port for a LID: 0 for the switch itself, any number, be there no such port, or [#UNKNOWN].
  int port(int lid) {
    boolean reached =
        lid > 0 && lid < table.size() && lid <= SwitchInfo.LINEAR_FDB_TOP.get(switchInfo, 0);
    return reached ? Byte.toUnsignedInt(table.get(lid)) : UNKNOWN;
  }
}
