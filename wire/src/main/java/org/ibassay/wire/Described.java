package org.ibassay.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One header or attribute as text. Where it is cut off, the rest is described and the rest named.
/// Whole packets are for the module `decode`.
///
/// @param name of a header, attribute or field, as the specification spells it
/// @param values one text for each element of a field; none for a header or attribute
/// @param parts the fields of a header or attribute, or the bits of a mask, in wire order
public record Described(String name, List<String> values, List<Described> parts) {

  /// Keeps copies.
  public Described {
    values = List.copyOf(values);
    parts = List.copyOf(parts);
  }

  /// Describes a whole header or attribute.
  ///
  /// @param in holds it, or the beginning of it
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
    return new Described(layout.name(), List.of(), parts);
  }

  /// Describes one field of a layout, with its parts; no element where `in` ends before it.
  public static Described of(Layout layout, Field field, MemorySegment in, long base) {
    return of(layout, field, in, base, FieldText.present(field, in, base));
  }

  private static Described cutOff(long present, long whole) {
    return new Described("cut off", List.of(present + " of " + whole + " bytes"), List.of());
  }

  private static Described of(
      Layout layout, Field field, MemorySegment in, long base, int present) {
    List<Described> bits =
        field.count() > 1
            ? List.of()
            : layout.partsOf(field).stream()
                .map(part ->
                    new Described(part.name(), FieldText.values(part, in, base, 1), List.of()))
                .toList();
    return new Described(field.name(), FieldText.values(field, in, base, present), bits);
  }

  /// The value, or the values in a row; of a mask also the names of the bits that are set.
  public String text() {
    String set =
        parts.stream()
            .filter(part -> part.values.equals(List.of("1")))
            .map(Described::name)
            .collect(Collectors.joining(", "));
    String text = String.join(" ", values);
    return values.isEmpty() || set.isEmpty() ? text : text + " (" + set + ")";
  }

  /// The tree as indented lines, each with its line end.
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
