package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Where in a repetition a check was made, e.g. block 4, port group 0.
///
/// @param coordinates outermost first; empty when nothing is repeated
public record Place(List<Coordinate> coordinates) {
  /// Not in a repetition.
  public static final Place NOWHERE = new Place(List.of());

  /// @param dimension what is counted, in the singular: `block`, `entry`, `port group`
  /// @param value its number
  public record Coordinate(String dimension, long value) {
    private static final Set<String> PORTS = Set.of("port", "switch port", "AttributeModifier");

    /// Whether it may be one of the DUT's ports.
    public boolean isPort() {
      return PORTS.contains(dimension);
    }

    @Override
    public String toString() {
      return dimension + " " + number(dimension, value);
    }
  }

  /// A number of a dimension, as messages write it: LIDs and AttributeIDs in hexadecimal, and so
  /// what takes more than 32 bits, as GUIDs do.
  public static String number(String dimension, long value) {
    if (dimension.endsWith("LID") || dimension.equals("AttributeID")) {
      return "0x%04X".formatted(value & 0xFFFF);
    }
    return value >>> Integer.SIZE == 0 ? Long.toString(value) : "0x%016X".formatted(value);
  }

  /// Keeps a copy.
  public Place {
    coordinates = List.copyOf(coordinates);
  }

  /// This place, one level deeper.
  public Place at(String dimension, long value) {
    List<Coordinate> deeper = new ArrayList<>(coordinates);
    deeper.add(new Coordinate(dimension, value));
    return new Place(deeper);
  }

  @Override
  public String toString() {
    return coordinates.stream().map(Coordinate::toString).collect(Collectors.joining(", "));
  }
}
