package org.ibassay.device;

import java.util.List;
import java.util.Set;
import org.ibassay.device.deviation.Departure;
import org.ibassay.device.deviation.Departures;
import org.ibassay.device.variant.NodeKind;

/// A small named departure from the specification, which a simulated device can be given by
/// `deviation=NAME` in its URI. Each is deterministic.
///
/// @param name as URIs give it
/// @param summary what the device does wrong, in one line
/// @param kinds of device that it can be seen on: for each, `sim:KIND?deviation=NAME` shows it
public record Deviation(String name, String summary, Set<NodeKind> kinds) {

  /// Keeps a copy.
  public Deviation {
    kinds = Set.copyOf(kinds);
  }

  /// Every deviation, by name.
  public static List<Deviation> all() {
    return Departures.all().stream().map(Deviation::of).toList();
  }

  private static Deviation of(Departure departure) {
    return new Deviation(departure.name(), departure.summary(), departure.kinds());
  }
}
