package org.ibassay.suite.c14;

/// The pairs of input and output port that each have an SLtoVLMappingTable in a switch.
///
/// @param firstOutput first output port: 0 with an enhanced port 0, else 1
/// @param numPorts NodeInfo:NumPorts, the last port
/// @param isWhole whether all pairs are tested
record SwitchPairs(int firstOutput, int numPorts, boolean isWhole) {
  private static final int FEW = 48;

  /// Whether a switch has so few ports that all pairs are always tested.
  static boolean areFew(int numPorts) {
    return numPorts <= FEW;
  }

  /// Whether a pair is tested: on a switch with many ports, pairs of equal input and output ports,
  /// and those with a first or last port.
  boolean isWalked(int input, int output) {
    return isWhole
        || input == output
        || input <= 1
        || input == numPorts
        || output == firstOutput
        || output == numPorts;
  }

  /// Returns the AttributeModifier of a pair.
  static long modifier(int input, int output) {
    return ((long) input << 8) | output;
  }
}
