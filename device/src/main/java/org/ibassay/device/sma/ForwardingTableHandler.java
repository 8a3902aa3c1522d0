package org.ibassay.device.sma;

import static org.ibassay.wire.attribute.LinearForwardingTable.PORT;

import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;

/// LinearForwardingTable (14.2.5.10) or RandomForwardingTable (14.2.5.11); a switch has one of the
/// two. The AttributeModifier is the block number.
final class ForwardingTableHandler implements AttributeHandler {
  private static final int NO_PORT = 255;

  private final BlockTable table;
  private final int whenAbsent;
  private final int ports;

  /// @param ports a greater port number is stored as 255; with 255 any number is stored
  private ForwardingTableHandler(BlockTable table, int whenAbsent, int ports) {
    this.ports = ports;
    this.table = table;
    this.whenAbsent = whenAbsent;
  }

  /// A port for each LID. Without a table, every block is after its end: code 7, as in the test
  /// specification (C14_024_10_01, v1c13-024#07).
  ///
  /// @param ports a greater port number is stored as 255; with 255 any number is stored
  static ForwardingTableHandler linear(BlockTable table, int ports) {
    return new ForwardingTableHandler(table, MadStatus.INVALID_FIELD, ports);
  }

  /// LIDs with their ports. Without a table, the attribute is not supported: code 3, as in the test
  /// specification (C14_024_11, v1c13-024#06).
  static ForwardingTableHandler random(BlockTable table) {
    return new ForwardingTableHandler(table, MadStatus.BAD_METHOD_ATTRIBUTE, NO_PORT);
  }

  @Override
  public int get(Transaction t) {
    int code = table.get(t, block(t));
    return isAbsent() ? whenAbsent : code;
  }

  @Override
  public int set(Transaction t) {
    if (ports < NO_PORT) {
      forgetUnknownPorts(t);
    }
    int code = table.set(t, block(t));
    return isAbsent() ? whenAbsent : code;
  }

  private void forgetUnknownPorts(Transaction t) {
    for (int i = 0; i < PORT.count(); i++) {
      if (PORT.get(t.request(), Smp.DATA, i) > ports) {
        PORT.set(t.request(), Smp.DATA, i, NO_PORT);
      }
    }
  }

  private boolean isAbsent() {
    return table.bytes().size() == 0;
  }

  private static long block(Transaction t) {
    return t.modifier() & 0xFFFF_FFFFL;
  }
}
