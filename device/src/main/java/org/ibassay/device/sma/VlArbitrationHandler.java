package org.ibassay.device.sma;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;
import org.jspecify.annotations.Nullable;

/// VLArbitrationTable (14.2.5.9). AttributeModifier: part of the table in bits 31-16 (1 and 2 low,
/// 3 and 4 high priority); for a switch the output port in bits 15-0, which an end node ignores.
/// Not supported by a port with only one data VL.
final class VlArbitrationHandler implements AttributeHandler {
  private final Ports ports;
  private final boolean isEchoing;
  private final Map<Integer, BlockTable> tables = new HashMap<>();

  /// @param isEchoing whether the response to a Set includes the request's entries beyond the
  ///   capacity
  VlArbitrationHandler(Ports ports, boolean isEchoing) {
    this.ports = ports;
    this.isEchoing = isEchoing;
  }

  @Override
  public int get(Transaction t) {
    return carryOut(t, false);
  }

  @Override
  public int set(Transaction t) {
    return carryOut(t, true);
  }

  private int carryOut(Transaction t, boolean set) {
    Port port = ports.areSwitch() ? ports.of(t.modifier() & 0xFFFF) : ports.of(t.port());
    if (port != null && port.value(PortInfo.VL_CAP) == 1) {
      return MadStatus.BAD_METHOD_ATTRIBUTE;
    }
    int part = (t.modifier() >>> 16) - 1;
    BlockTable table = port == null ? null : table(port, part >> 1);
    if (table == null) {
      t.clearAnswer();
      return MadStatus.INVALID_FIELD;
    }
    if (!set) {
      return table.get(t, part & 1);
    }
    int code = table.set(t, part & 1);
    if (isEchoing && code == MadStatus.OK) {
      MemorySegment.copy(t.request(), Smp.DATA, t.response(), Smp.DATA, Smp.DATA_BYTES);
    }
    return code;
  }

  /// @param priority 0 low, 1 high
  private @Nullable BlockTable table(Port port, int priority) {
    return switch (priority) {
      case 0 -> table(port, priority, port.value(PortInfo.VL_ARBITRATION_LOW_CAP));
      case 1 -> table(port, priority, port.value(PortInfo.VL_ARBITRATION_HIGH_CAP));
      default -> null;
    };
  }

  private BlockTable table(Port port, int priority, long entries) {
    return tables.computeIfAbsent(
        port.number() * 2 + priority,
        _ -> new BlockTable(Attribute.VL_ARBITRATION_TABLE, (int) entries, 2));
  }
}
