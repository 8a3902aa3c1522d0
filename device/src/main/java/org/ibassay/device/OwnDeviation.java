package org.ibassay.device;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.deviation.Edits;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;

/// A user's deviation, which the user's tests must detect: an error of a simulated device in its
/// management datagrams, selected by `sim:ca?deviation=acme.guid-moves`.
///
/// @param name a family, a dot, and a description, in lower case with dashes; the family is none of
///   ibassay's
/// @param summary what the device does wrong, in one line
/// @param kinds the kinds of device on which it is visible
/// @param fault creates a fault for each device, so that a fault can have state
public record OwnDeviation(
    String name, String summary, Set<NodeKind> kinds, Supplier<? extends Fault> fault) {

  /// The fault of a device. Requests and responses are whole MADs of 256 bytes, which the fields of
  /// `org.ibassay.wire` read and write: those of `MadHeader` at offset 0, those of an attribute at
  /// `Smp.DATA`.
  public interface Fault {
    /// Whether the device receives a request; otherwise it does not respond.
    default boolean hears(MemorySegment request) {
      return true;
    }

    /// Changes a conforming response.
    default void edit(MemorySegment request, MemorySegment response) {}
  }

  /// Validates the name, and copies the set.
  ///
  /// @throws IllegalArgumentException if the name is invalid
  public OwnDeviation {
    if (!name.matches("[a-z0-9]+\\.[a-z0-9]+(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException(
          "deviation \"" + name + "\": expected a name such as acme.guid-moves");
    }
    kinds = Set.copyOf(kinds);
  }

  DeviationSpec spec() {
    return new DeviationSpec(name, summary, kinds, Map.of(), this::layOver);
  }

  private void layOver(Seams seams) {
    Fault made = fault.get();
    Edits.deafTo(t -> !made.hears(t.request())).accept(seams);
    Edits.responses(_ -> true, t -> made.edit(t.request(), t.response())).accept(seams);
  }
}
