package org.ibassay.decode;

/// Selects packets.
@FunctionalInterface
public interface Filter {
  /// Selects all packets.
  Filter ALL = packet -> true;

  /// Whether a packet is selected.
  boolean selects(Dissector packet);

  /// Parses a filter:
  ///
  /// ```
  /// BTH.PSN == 5 && AETH          a value; a header or attribute that is present
  /// !(PortInfo.LID >= 0xC000)     numbers in decimal or hexadecimal
  /// IPv4.SourceAddress == 10.0.0.1 || BTH.OpCode == RC_ACK
  /// Comment ~ "step 10"            a text that contains another
  /// ```
  ///
  /// A name is the name of a header or attribute, a dot, and the name of a field, as displayed in
  /// the tree; case, spaces, `_` and other punctuation in names do not matter. A comparison is true
  /// if it holds for at least one such field; without one it is false, also `!=`.
  ///
  /// @throws FilterException if the text is no valid filter
  static Filter parse(String text) throws FilterException {
    return new FilterParser(text).parse();
  }

  /// Selects packets that both select.
  default Filter and(Filter other) {
    return packet -> selects(packet) && other.selects(packet);
  }

  /// Selects packets that at least one of them selects.
  default Filter or(Filter other) {
    return packet -> selects(packet) || other.selects(packet);
  }

  /// Selects packets that this one does not select.
  default Filter not() {
    return packet -> !selects(packet);
  }
}
