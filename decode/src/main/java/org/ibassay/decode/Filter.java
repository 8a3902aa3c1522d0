package org.ibassay.decode;

/// Selects packets.
@FunctionalInterface
public interface Filter {
  /// Selects all.
  Filter ALL = packet -> true;

  /// Whether it selects that packet.
  boolean selects(Dissector packet);

  /// Reads a filter:
  ///
  /// ```
  /// BTH.PSN == 5 && AETH          a value; a header or attribute that is there
  /// !(PortInfo.LID >= 0xC000)     numbers in decimal or hexadecimal
  /// IPv4.SourceAddress == 10.0.0.1 || BTH.OpCode == RC_ACK
  /// Comment ~ "step 10"            a text that has another in it
  /// ```
  ///
  /// A name is that of a header or attribute, a dot, and that of a field, as the tree shows them;
  /// case, spaces, `_` and other marks in names do not matter. A comparison is true when some such
  /// field is there for which it holds; so it is false, `!=` too, where there is none.
  ///
  /// @throws FilterException when it is none
  static Filter parse(String text) throws FilterException {
    return new FilterParser(text).parse();
  }

  /// Selects what both select.
  default Filter and(Filter other) {
    return packet -> selects(packet) && other.selects(packet);
  }

  /// Selects what one of them selects.
  default Filter or(Filter other) {
    return packet -> selects(packet) || other.selects(packet);
  }

  /// Selects what this one does not.
  default Filter not() {
    return packet -> !selects(packet);
  }
}
