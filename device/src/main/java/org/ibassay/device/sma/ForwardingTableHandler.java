package org.ibassay.device.sma;

import org.ibassay.wire.mad.MadStatus;

/// LinearForwardingTable (14.2.5.10) or RandomForwardingTable (14.2.5.11); a switch has one of the
/// two. AttributeModifier: which block.
final class ForwardingTableHandler implements AttributeHandler {
  private final BlockTable table;
  private final int whenAbsent;

  private ForwardingTableHandler(BlockTable table, int whenAbsent) {
    this.table = table;
    this.whenAbsent = whenAbsent;
  }

  /// A port for each LID. Without a table every block lies past its end: code 7, as the test
  /// specification has it (C14_024_10_01, v1c13-024#07).
  static ForwardingTableHandler linear(BlockTable table) {
    return new ForwardingTableHandler(table, MadStatus.INVALID_FIELD);
  }

  /// LIDs with their ports. Without a table the attribute is not supported: code 3, as the test
  /// specification has it (C14_024_11, v1c13-024#06).
  static ForwardingTableHandler random(int entries) {
    return new ForwardingTableHandler(new BlockTable(entries, 4), MadStatus.BAD_METHOD_ATTRIBUTE);
  }

  @Override
  public int get(Transaction t) {
    int code = table.get(t, block(t));
    return isAbsent() ? whenAbsent : code;
  }

  @Override
  public int set(Transaction t) {
    int code = table.set(t, block(t));
    return isAbsent() ? whenAbsent : code;
  }

  private boolean isAbsent() {
    return table.content().byteSize() == 0;
  }

  private static long block(Transaction t) {
    return t.modifier() & 0xFFFF_FFFFL;
  }
}
