package org.ibassay.device;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.deviation.Edits;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;

/// A deviation that a user's own tests have to notice: something that a simulated device does wrong
/// with management datagrams, named as in `sim:ca?deviation=acme.guid-moves`.
///
/// @param name a family, a dot, and what is wrong, in lower case with dashes; the family is none of
///   ours
/// @param summary what the device does wrong, in one line
/// @param kinds of device that it can be seen on
/// @param fault made anew for each device, so that it may keep what it has seen
public record OwnDeviation(
    String name, String summary, Set<NodeKind> kinds, Supplier<? extends Fault> fault) {

  /// The fault of a device. Requests and responses are whole MADs of 256 bytes, which the fields of
  /// `org.ibassay.wire` read and write: those of `MadHeader` at 0, those of an attribute at
  /// `Smp.DATA`.
  public interface Fault {
    /// Whether the device hears a request; it never answers one that it does not hear.
    default boolean hears(MemorySegment request) {
      return true;
    }

    /// Changes a response that conforms.
    default void edit(MemorySegment request, MemorySegment response) {}
  }

  /// Checks the name, and keeps a copy.
  ///
  /// @throws IllegalArgumentException when the name is none
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
