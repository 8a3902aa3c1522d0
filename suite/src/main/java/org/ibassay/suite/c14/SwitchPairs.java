package org.ibassay.suite.c14;

/// The pairs of input and output port for which a switch has an SLtoVLMappingTable each.
///
/// @param firstOutput 0 with an enhanced port 0, else 1
/// @param numPorts NodeInfo:NumPorts, the last port
/// @param isWhole whether all are walked
record SwitchPairs(int firstOutput, int numPorts, boolean isWhole) {
  /// The most ports whose pairs are all walked in any case.
  private static final int ALL_UP_TO = 48;

  /// Whether a pair is walked: of a switch with many ports those of an input and an output port
  /// that are equal, and those with a first or last port.
  boolean isWalked(int input, int output) {
    return isWhole
        || numPorts <= ALL_UP_TO
        || input == output
        || input <= 1
        || input == numPorts
        || output == firstOutput
        || output == numPorts;
  }

  /// AttributeModifier of a pair.
  static long modifier(int input, int output) {
    return ((long) input << 8) | output;
  }
}
