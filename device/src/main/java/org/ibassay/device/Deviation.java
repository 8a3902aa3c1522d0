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

/// A small named deviation from the specification, which a simulated device can be given by
/// `deviation=NAME` in its URI. Each is deterministic.
///
/// @param name as URIs give it
/// @param summary what the device does wrong, in one line
/// @param kinds of device that it can be seen on: for each, `sim:KIND?deviation=NAME` shows it
/// @param given parameters without which it could not be seen, as a URI would give them; a device
///   with the deviation has them unless its URI says otherwise
public record Deviation(
    String name, String summary, Set<NodeKind> kinds, Map<String, String> given) {

  /// Keeps copies.
  public Deviation {
    kinds = Set.copyOf(kinds);
    given = Map.copyOf(given);
  }

  /// Every deviation, by name.
  public static List<Deviation> all() {
    return DeviationCatalog.all().stream().map(Deviation::of).toList();
  }

  /// Every deviation, and those of a user's own after them.
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
