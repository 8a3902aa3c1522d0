package org.ibassay.device;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ibassay.device.deviation.DeviationCatalog;
import org.ibassay.device.deviation.DeviationSpec;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;

/// A small named deviation from the specification that a simulated device can have, by
/// `deviation=NAME` in its URI. Each is deterministic.
///
/// @param name name in URIs
/// @param summary what the device does wrong, in one line
/// @param kinds the kinds of device on which it is visible, by `sim:KIND?deviation=NAME`
/// @param given URI parameters without which it is not visible; a device with the deviation has
///   them unless its URI overrides them
public record Deviation(
    String name, String summary, Set<NodeKind> kinds, Map<String, String> given) {

  /// Copies the collections.
  public Deviation {
    kinds = Set.copyOf(kinds);
    given = Map.copyOf(given);
  }

  /// Returns all deviations, by name.
  public static List<Deviation> all() {
    return DeviationCatalog.all().stream().map(Deviation::of).toList();
  }

  /// Returns all deviations, followed by those of the user.
  public static List<Deviation> with(List<OwnDeviation> own) {
    return Stream.concat(all().stream(), own.stream().map(OwnDeviation::spec).map(Deviation::of))
        .toList();
  }

  private static Deviation of(DeviationSpec deviation) {
    Map<String, String> given = new TreeMap<>();
    deviation
        .given()
        .forEach((parameter, value) -> given.put(parameter.word(), text(parameter, value)));
    return new Deviation(deviation.name(), deviation.summary(), deviation.kinds(), given);
  }

  private static String text(SimParameter parameter, long value) {
    return parameter.words().isEmpty() ? Long.toString(value) : parameter.words().get((int) value);
  }
}
