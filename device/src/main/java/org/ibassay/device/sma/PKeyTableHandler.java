package org.ibassay.device.sma;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.mad.MadStatus;
import org.jspecify.annotations.Nullable;

/// P_KeyTable (14.2.5.7). AttributeModifier: block in bits 15-0; of a switch the port in bits
/// 31-16, which an end node ignores.
final class PKeyTableHandler implements AttributeHandler {
  private static final byte DEFAULT_P_KEY = (byte) 0xFF; // each of its two bytes

  private final Ports ports;
  private final List<BlockTable> tables = new ArrayList<>();

  /// @param partitionCap NodeInfo:PartitionCap
  /// @param enforcementCap SwitchInfo:PartitionEnforcementCap, of a switch's external ports
  PKeyTableHandler(Ports ports, int partitionCap, int enforcementCap) {
    this.ports = ports;
    for (Port port : ports.all()) {
      boolean external = port.role() == PortRole.EXTERNAL;
      BlockTable table =
          new BlockTable(Attribute.P_KEY_TABLE, external ? enforcementCap : partitionCap, 2);
      table.bytes().put(0, DEFAULT_P_KEY);
      table.bytes().put(1, DEFAULT_P_KEY);
      tables.add(table);
    }
  }

  @Override
  public int get(Transaction t) {
    BlockTable table = table(t);
    return table == null ? noSuchPort(t) : table.get(t, t.modifier() & 0xFFFF);
  }

  @Override
  public int set(Transaction t) {
    BlockTable table = table(t);
    return table == null ? noSuchPort(t) : table.set(t, t.modifier() & 0xFFFF);
  }

  private @Nullable BlockTable table(Transaction t) {
    Port port = ports.areSwitch() ? ports.of(t.modifier() >>> 16) : ports.of(t.port());
    return port == null ? null : tables.get(ports.all().indexOf(port));
  }

  private static int noSuchPort(Transaction t) {
    t.clearAnswer();
    return MadStatus.INVALID_FIELD;
  }
}
