package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.SwitchInfo;

/// Forwarding by LID in a switch, by its linear forwarding table (18.2.4). With a random forwarding
/// table nothing is forwarded.
final class LinearForwarding {
  /// No port: the LID is beyond the table's top.
  static final int UNKNOWN = -1;

  private final MemorySegment switchInfo;
  private final TableBytes table;

  /// @param switchInfo holds LinearFDBTop
  LinearForwarding(MemorySegment switchInfo, BlockTable table) {
    this.switchInfo = switchInfo;
    this.table = table.bytes();
  }

  /// Sets the port for a LID, if it is within the table.
  void put(int lid, int port) {
    if (lid < table.size()) {
      table.put(lid, (byte) port);
      long top = Math.max(lid, SwitchInfo.LINEAR_FDB_TOP.get(switchInfo, 0));
      SwitchInfo.LINEAR_FDB_TOP.set(switchInfo, 0, top);
    }
  }

  /// The port for a LID: 0 for the switch itself, any number, even of a missing port, or
  /// [#UNKNOWN].
  int port(int lid) {
    boolean reached =
        lid > 0 && lid < table.size() && lid <= SwitchInfo.LINEAR_FDB_TOP.get(switchInfo, 0);
    return reached ? Byte.toUnsignedInt(table.get(lid)) : UNKNOWN;
  }
}
