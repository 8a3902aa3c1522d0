package org.ibassay.qualify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;

/// Reads the effects of all deviations on the tests from the golden files of the qualification,
/// which are included as a resource; the build compares them with the devices. Effects of a user's
/// deviations, and on a user's tests, can be added.
final class KnownFaults {
  /// The effects of the golden files.
  static final KnownFaults RECORDED = new KnownFaults(Map.of());

  private static final String ON = " on ";

  private final Map<String, String> added;
  private final Set<String> families;

  /// @param added further effects as text, by `TEST/FAMILY.txt`
  KnownFaults(Map<String, String> added) {
    this.added = Map.copyOf(added);
    families =
        Stream.concat(
                Deviation.all().stream()
                    .map(deviation -> DeviationEffects.family(deviation.name())),
                added.keySet().stream().map(DeviationEffects::familyOf))
            .collect(Collectors.toSet());
  }

  /// Returns the deviations that fail one of some tests, with all of their effects.
  ///
  /// @param failed ids of the tests that they must fail
  /// @param tests all tests
  /// @param kinds kinds of devices, as in a `sim:` URI
  List<KnownFault> of(
      Collection<String> failed, Collection<String> tests, Collection<String> kinds) {
    Map<String, List<FailedStep>> steps = new LinkedHashMap<>();
    for (String test : failed) {
      families.forEach(family -> read(test, family, key -> isOf(key, kinds), steps));
    }
    Set<String> found = Set.copyOf(steps.keySet());
    Set<String> foundFamilies =
        found.stream().map(DeviationEffects::family).collect(Collectors.toSet());
    for (String test : tests) {
      if (!failed.contains(test)) {
        foundFamilies.forEach(family -> read(test, family, found::contains, steps));
      }
    }
    return steps.entrySet().stream()
        .map(e -> new KnownFault(e.getKey().substring(0, e.getKey().indexOf(ON)), e.getValue()))
        .toList();
  }

  /// Returns the golden files of some tests, by `TEST/FAMILY.txt`.
  Map<String, String> files(Collection<String> tests) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String test : tests) {
      for (String family : families) {
        String text = text(test, family);
        if (!text.isEmpty()) {
          files.put("%s/%s.txt".formatted(test, family), text);
        }
      }
    }
    return files;
  }

  private static boolean isOf(String key, Collection<String> kinds) {
    return kinds.contains(key.substring(key.indexOf(ON) + ON.length()));
  }

  /// @param picks selects what to read by `deviation on kind`
  private void read(
      String test, String family, Predicate<String> picks, Map<String, List<FailedStep>> steps) {
    read(test, text(test, family).lines().iterator(), picks, steps);
  }

  /// Returns the effects as text; empty if there are none.
  private String text(String test, String family) {
    String file = "%s/%s.txt".formatted(test, family);
    return added.containsKey(file) ? added.getOrDefault(file, "") : recorded("golden/" + file);
  }

  private static String recorded(String name) {
    try (InputStream in = KnownFaults.class.getResourceAsStream(name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(
      String test,
      Iterator<String> lines,
      Predicate<String> picks,
      Map<String, List<FailedStep>> steps) {
    List<List<FailedStep>> current = new ArrayList<>();
    while (lines.hasNext()) {
      String line = lines.next();
      if (!line.startsWith(" ")) {
        current.clear();
        int kinds = line.indexOf(ON) + ON.length();
        String deviation = line.substring(0, kinds);
        for (String kind : line.substring(kinds, line.lastIndexOf(' ')).split(", ", -1)) {
          if (picks.test(deviation + kind)) {
            current.add(steps.computeIfAbsent(deviation + kind, _ -> new ArrayList<>()));
          }
        }
      } else if (!current.isEmpty()) {
        FailedStep step = FailedStep.of(test, line);
        current.forEach(of -> of.add(step));
      }
    }
  }
}
