package org.ibassay.decode;

import java.util.List;

/// A field of a packet as people read it.
///
/// @param name as the specification spells it
/// @param values one text for each element
/// @param meaning of the value: which of its bits are set, and what other parts of it hold; empty
///   where it has no parts, or none to name
/// @param parts the names of all its parts
/// @param bit where it starts, counted from where its section starts
/// @param width of all elements, in bits; 0 of what stands in no bits of the packet
public record PacketRow(
    String name, List<String> values, String meaning, List<String> parts, int bit, int width) {

  /// Returns a row for a statement about the packet that no bits of it hold.
  static PacketRow said(String name, String text) {
    return new PacketRow(name, List.of(text), "", List.of(), 0, 0);
  }

  /// The value, or the values in a row, and the meaning.
  public String text() {
    return String.join(" ", values) + (meaning.isEmpty() ? "" : " (" + meaning + ")");
  }
}
