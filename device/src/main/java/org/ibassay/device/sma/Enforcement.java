package org.ibassay.device.sma;

import java.util.stream.IntStream;
import org.ibassay.wire.attribute.PortInfo;

/// Which packets an external port of a switch lets in (PartitionEnforcementInbound): a seam. All
/// packets other than SMPs have P_Key 0xFFFF.
public interface Enforcement {
  /// The P_Key of packets.
  int P_KEY = 0xFFFF;

  /// The number of a partition, in a P_Key.
  int BASE = 0x7FFF;

  /// The rules of a conforming switch.
  Enforcement CONFORMING = new Enforcement() {};

  /// Whether a port checks P_Keys.
  default boolean isOn(Port port) {
    return port.value(PortInfo.PARTITION_ENFORCEMENT_INBOUND) == 1;
  }

  /// Whether SMPs by LID are checked, too.
  default boolean isForSmps() {
    return false;
  }

  /// Whether a P_KeyTable has the partition of packets. The packets are those of a full member: the
  /// table may have either membership.
  ///
  /// @param keys whole P_KeyTable of the port
  default boolean isIn(int[] keys) {
    return IntStream.of(keys).anyMatch(key -> (key & BASE) == BASE);
  }
}
