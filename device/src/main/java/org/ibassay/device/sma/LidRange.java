package org.ibassay.device.sma;

/// Decides whether a packet is for a port.
@FunctionalInterface
public interface LidRange {
  /// The 2^LMC LIDs from PortInfo:LID on (4.1.3).
  LidRange CONFORMING = (lid, base, lmc) -> lid != 0 && (lid & (-1 << lmc)) == (base & (-1 << lmc));

  /// @param lid DLID of the packet
  /// @param base PortInfo:LID of the port
  /// @param lmc PortInfo:LMC of the port
  boolean accepts(int lid, int base, int lmc);
}
