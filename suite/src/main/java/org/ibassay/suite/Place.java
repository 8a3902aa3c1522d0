package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The iterations within which a check was made, e.g. block 4, port group 0.
///
/// @param coordinates outermost first; empty outside of repetitions
public record Place(List<Coordinate> coordinates) {
  /// Outside of repetitions.
  public static final Place NOWHERE = new Place(List.of());

  /// @param dimension name of the loop variable, in the singular: `block`, `entry`, `port group`
  /// @param value value of the loop variable
  public record Coordinate(String dimension, long value) {
    private static final Set<String> PORTS = Set.of("port", "switch port", "AttributeModifier");

    /// Whether the value may be a port number of the DUT.
    public boolean isPort() {
      return PORTS.contains(dimension);
    }

    @Override
    public String toString() {
      return dimension + " " + number(dimension, value);
    }
  }

  /// A number as messages print it: LIDs, AttributeIDs, keys, masks, AttributeModifiers above 16
  /// bits, and values above 32 bits, such as GUIDs, in hexadecimal.
  public static String number(String dimension, long value) {
    if (dimension.endsWith("LID")
        || dimension.equals("AttributeID")
        || dimension.equals("attribute")) {
      return "0x%04X".formatted(value & 0xFFFF);
    }
    if (dimension.endsWith("_Key")) {
      return "0x%04X".formatted(value);
    }
    if (value >>> Integer.SIZE != 0) {
      return "0x%016X".formatted(value);
    }
    return isMask(dimension, value) ? "0x%08X".formatted(value) : Long.toString(value);
  }

  /// Whether a value is a mask or an AttributeModifier with high bits set.
  private static boolean isMask(String dimension, long value) {
    return value >>> Short.SIZE != 0
        && (dimension.startsWith("Get of ")
            || dimension.contains("Mask")
            || dimension.equals("AttributeModifier"));
  }

  /// Copies the list.
  public Place {
    coordinates = List.copyOf(coordinates);
  }

  /// Returns a place within this one.
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
