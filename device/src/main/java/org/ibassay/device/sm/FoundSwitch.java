package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.NodeInfo;

/// A switch during a sweep.
///
/// @param ports from port 0 on
/// @param info SwitchInfo; updated in place when it is set
record FoundSwitch(List<FoundPort> ports, MemorySegment info) {
  static FoundSwitch of(List<Integer> route, MemorySegment nodeInfo, MemorySegment info) {
    int last = (int) NodeInfo.NUM_PORTS.get(nodeInfo, 0);
    return new FoundSwitch(
        IntStream.rangeClosed(0, last)
            .mapToObj(number -> new FoundPort(route, nodeInfo, number))
            .toList(),
        info);
  }

  FoundPort port0() {
    return ports.getFirst();
  }

  List<FoundPort> external() {
    return ports.subList(1, ports.size());
  }

  List<Integer> route() {
    return port0().route();
  }

  long value(Field field) {
    return field.get(info, 0);
  }

  /// @param port0 the completed port 0
  SubnetSwitch known(EndPort port0) {
    return new SubnetSwitch(
        route(), port0, info, external().stream().map(FoundPort::known).toList());
  }
}
