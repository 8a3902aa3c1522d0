package org.ibassay.device.sma;

import java.util.HashMap;
import java.util.Map;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SlToVlMappingTable;
import org.ibassay.wire.mad.MadStatus;

/// SLtoVLMappingTable (14.2.5.8). AttributeModifier of a switch: input port in bits 15-8, output
/// port in bits 7-0; an end node ignores it. Not supported if IsSLMappingSupported is 0.
final class SlToVlHandler implements AttributeHandler {
  private static final int SLS = 16;

  private final Ports ports;
  private final Map<Integer, long[]> tables = new HashMap<>();

  SlToVlHandler(Ports ports) {
    this.ports = ports;
  }

  @Override
  public int get(Transaction t) {
    int code = check(t);
    if (code == MadStatus.OK) {
      show(t, table(t));
    }
    return code;
  }

  @Override
  public int set(Transaction t) {
    int code = check(t);
    if (code == MadStatus.OK) {
      long[] table = table(t);
      for (int sl = 0; sl < SLS; sl++) {
        table[sl] = t.asked(SlToVlMappingTable.SL_TO_VL, sl);
      }
      show(t, table);
    }
    return code;
  }

  private int check(Transaction t) {
    if (ports.addressed(t.port()).value(PortInfo.IS_SL_MAPPING_SUPPORTED) == 0) {
      return MadStatus.BAD_METHOD_ATTRIBUTE; // C14-31
    }
    boolean exists = !ports.areSwitch() || (isInput(t.modifier() >> 8) && isOutput(t.modifier()));
    if (!exists) {
      t.clearAnswer();
    }
    return exists ? MadStatus.OK : MadStatus.INVALID_FIELD;
  }

  /// Packets that a switch itself sends by its external ports have input port 0, even if it is a
  /// base port 0.
  private boolean isInput(int number) {
    return ports.of(number & 0xFF) != null;
  }

  /// Only an enhanced port 0 has VLs to map to. The test specification has the same ranges
  /// (C14_024_08_04: output from 0 with EnhancedPort0, otherwise from 1; input always from 0), and
  /// OpenSM sets the same tables.
  private boolean isOutput(int number) {
    Port port = ports.of(number & 0xFF);
    return port != null && port.role() != PortRole.BASE_PORT0;
  }

  /// The table; initially every SL maps to VL 0.
  private long[] table(Transaction t) {
    int key = ports.areSwitch() ? t.modifier() & 0xFFFF : t.port();
    return tables.computeIfAbsent(key, _ -> new long[SLS]);
  }

  private static void show(Transaction t, long[] table) {
    t.clearAnswer();
    for (int sl = 0; sl < SLS; sl++) {
      t.answer(SlToVlMappingTable.SL_TO_VL, sl, table[sl]);
    }
  }
}
