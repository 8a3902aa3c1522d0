package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ibassay.wire.attribute.LinearForwardingTable;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.SwitchInfo;
import org.ibassay.wire.mad.Smp;

/// The linear forwarding tables of a subnet's switches, which route packets to each of its LIDs.
final class LinearTables {
  private static final byte NO_PORT = (byte) 255;
  private static final int EACH = LinearForwardingTable.PORT.count();

  private final Map<Integer, Map<FoundPort, Integer>> egresses = new HashMap<>();
  private final int top;

  LinearTables(Topology topology) {
    int last = 0;
    for (FoundPort port : topology.endPorts()) {
      Map<FoundPort, Integer> ways = topology.egresses(port);
      int base = (int) port.value(PortInfo.LID);
      int lids = 1 << port.value(PortInfo.LMC);
      for (int lid = base; lid < base + lids; lid++) {
        egresses.put(lid, ways);
        last = Math.max(last, lid);
      }
    }
    top = last;
  }

  /// Returns SwitchInfo for a Set: with the last LID, and PortStateChange cleared.
  MemorySegment switchInfo(FoundSwitch of) {
    MemorySegment info = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).copyFrom(of.info());
    SwitchInfo.LINEAR_FDB_TOP.set(info, 0, top);
    SwitchInfo.PORT_STATE_CHANGE.set(info, 0, 1);
    return info;
  }

  /// Returns all blocks of a switch up to that of the last LID.
  List<MemorySegment> blocks(FoundSwitch of) {
    List<MemorySegment> blocks = new ArrayList<>();
    for (int first = 0; first <= top; first += EACH) {
      MemorySegment block = MemorySegment.ofArray(new byte[Smp.DATA_BYTES]).fill(NO_PORT);
      for (int i = 0; i < EACH; i++) {
        Map<FoundPort, Integer> ways = egresses.get(first + i);
        if (ways != null) {
          int egress = Objects.requireNonNull(ways.get(of.port0()));
          LinearForwardingTable.PORT.set(block, 0, i, egress);
        }
      }
      blocks.add(block);
    }
    return blocks;
  }
}
