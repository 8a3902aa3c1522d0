package org.ibassay.device;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/// A user's deviations, found by `ServiceLoader`: a jar names its implementation in
/// `META-INF/services/org.ibassay.device.OwnDeviations`.
public interface OwnDeviations {
  /// Returns all of them.
  List<OwnDeviation> all();

  /// Loads all deviations that users provide.
  ///
  /// @param loader finds the providers
  /// @throws IllegalArgumentException names a deviation whose name is used already
  /// @throws java.util.ServiceConfigurationError if a provider cannot be loaded
  static List<OwnDeviation> in(ClassLoader loader) {
    Set<String> families = new HashSet<>();
    Deviation.all().forEach(deviation -> families.add(family(deviation.name())));
    Set<String> names = new HashSet<>();
    List<OwnDeviation> all = new ArrayList<>();
    ServiceLoader.load(OwnDeviations.class, loader).forEach(provider -> all.addAll(provider.all()));
    for (OwnDeviation deviation : all) {
      if (families.contains(family(deviation.name()))) {
        throw new IllegalArgumentException(
            "the deviation %s: the family %s belongs to ibassay; choose another name"
                .formatted(deviation.name(), family(deviation.name())));
      }
      if (!names.add(deviation.name())) {
        throw new IllegalArgumentException("two deviations are named " + deviation.name());
      }
    }
    return all;
  }

  private static String family(String deviation) {
    return deviation.substring(0, deviation.indexOf('.'));
  }
}
