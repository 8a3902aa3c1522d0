package org.ibassay.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One header or attribute as text. If it is truncated, the fields that are present are described.
/// The module `decode` describes whole packets.
///
/// @param name name of a header, attribute or field, as the specification spells it
/// @param values one text per element of a field; empty for a header or attribute
/// @param meaning name of the value of an enumerated field; empty for others
/// @param parts the fields of a header or attribute, or the bits of a mask, in wire order
public record Described(String name, List<String> values, String meaning, List<Described> parts) {

  /// Keeps copies.
  public Described {
    values = List.copyOf(values);
    parts = List.copyOf(parts);
  }

  /// Describes a whole header or attribute.
  ///
  /// @param in contains it, or its first bytes
  /// @param base where it starts in `in`, in bytes
  public static Described of(Layout layout, MemorySegment in, long base) {
    List<Described> parts = new ArrayList<>();
    for (Field field : layout.fields()) {
      int present = FieldText.present(field, in, base);
      if (present > 0) {
        parts.add(of(layout, field, in, base, present));
      }
    }
    long left = Math.max(0, in.byteSize() - base);
    if (left < layout.bytes()) {
      parts.add(cutOff(left, layout.bytes()));
    }
    return new Described(layout.name(), List.of(), "", parts);
  }

  /// Describes one field of a layout, with its parts. Elements past the end of `in` are left out.
  public static Described of(Layout layout, Field field, MemorySegment in, long base) {
    return of(layout, field, in, base, FieldText.present(field, in, base));
  }

  private static Described cutOff(long present, long whole) {
    return new Described("cut off", List.of(present + " of " + whole + " bytes"), "", List.of());
  }

  private static Described of(
      Layout layout, Field field, MemorySegment in, long base, int present) {
    List<Described> bits =
        field.count() > 1
            ? List.of()
            : layout.partsOf(field).stream()
                .map(part ->
                    new Described(part.name(), FieldText.values(part, in, base, 1), "", List.of()))
                .toList();
    String meaning =
        field.names().isEmpty() || present == 0 ? "" : field.names().of(field.get(in, base));
    return new Described(field.name(), FieldText.values(field, in, base, present), meaning, bits);
  }

  /// Returns the value or values, with the name of the value; for a mask also the names of the bits
  /// that are set.
  public String text() {
    String set =
        meaning.isEmpty()
            ? parts.stream()
                .filter(part -> part.values.equals(List.of("1")))
                .map(Described::name)
                .collect(Collectors.joining(", "))
            : meaning;
    String text = String.join(" ", values);
    return values.isEmpty() || set.isEmpty() ? text : text + " (" + set + ")";
  }

  /// Returns the tree as indented lines, each ended by a line feed.
  public String toLines() {
    StringBuilder lines = new StringBuilder();
    write(lines, "");
    return lines.toString();
  }

  private void write(StringBuilder lines, String indent) {
    lines.append(indent).append(name);
    if (values.isEmpty()) {
      lines.append('\n');
      parts.forEach(part -> part.write(lines, indent + "  "));
    } else {
      lines.append(": ").append(text()).append('\n');
    }
  }
}
