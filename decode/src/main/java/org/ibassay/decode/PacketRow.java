package org.ibassay.decode;

import java.util.List;

/// A field of a packet in readable form.
///
/// @param name name in the specification
/// @param values one text for each element
/// @param meaning meaning of the value: the names of bits that are set, and the values of its other
///   parts; empty if it has no named parts
/// @param parts the names of all its parts
/// @param bit offset from the start of its section, in bits
/// @param width of all elements, in bits; 0 if it represents no bits of the packet
public record PacketRow(
    String name, List<String> values, String meaning, List<String> parts, int bit, int width) {

  /// Returns a row for a statement about the packet that represents none of its bits.
  static PacketRow said(String name, String text) {
    return new PacketRow(name, List.of(text), "", List.of(), 0, 0);
  }

  /// The values, separated by spaces, and the meaning.
  public String text() {
    return String.join(" ", values) + (meaning.isEmpty() ? "" : " (" + meaning + ")");
  }
}
