package org.ibassay.qualify;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.ibassay.qualify.DeviationEffects.familyOf;
import static org.ibassay.qualify.DeviationEffects.testOf;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;

/// The effects of each deviation on each test according to the golden files, and the pairs that a
/// build tries: one for each deviation on each kind of device, and enough to fail each step of a
/// test that can fail. A new deviation, which no file names, is tried on all tests.
final class RecordedEffects {
  private static final Pattern STEP = Pattern.compile("(?m)^  step (.+?), \\d+ of \\d+ at ");

  private static final Pattern DEVICES = Pattern.compile("(?m)^[a-z0-9]+\\.[^ ]+ on (.+) \\w+$");

  private static final Comparator<Pair> DRAWN =
      Comparator.<Pair>comparingInt(pair -> 0x9E3779B9 * pair.hashCode()).thenComparing(Pair::test);

  /// The lines by file and deviation.
  private final Map<String, Map<String, String>> effects = new TreeMap<>();

  private final Map<String, Set<String>> testsByDeviation = new HashMap<>();
  private final Set<Pair> tried = new HashSet<>();
  private final Set<String> ownFiles;
  private final boolean isByText;

  private record Pair(String test, String deviation) {}

  /// @param golden the texts by file
  RecordedEffects(Map<String, String> golden) {
    this(golden, "");
  }

  /// @param texts regular expression for the texts of the pairs that are tried; empty for those of
  ///   a build
  RecordedEffects(Map<String, String> golden, String texts) {
    isByText = !texts.isEmpty();
    golden.forEach((file, text) -> effects.put(file, DeviationEffects.byDeviation(text)));
    if (isByText) {
      addByText(Pattern.compile(texts));
      ownFiles = Set.of();
      return;
    }
    effects.forEach((file, all) ->
        all.keySet()
            .forEach(name ->
                testsByDeviation.computeIfAbsent(name, _ -> new HashSet<>()).add(testOf(file))));
    testsByDeviceAndDeviation().forEach(tests -> tests.stream().limit(1).forEach(tried::add));
    addWhatFailsTheOtherSteps();
    ownFiles = ownFiles();
  }

  private void addByText(Pattern texts) {
    effects.forEach((file, all) ->
        all.forEach((name, text) -> {
          if (texts.matcher(text).find()) {
            tried.add(new Pair(testOf(file), name));
          }
        }));
  }

  /// The names of the deviations that are tried.
  Set<String> deviations() {
    return tried.stream().map(Pair::deviation).collect(toSet());
  }

  /// Returns the tests that notice a deviation on a kind of device, in an arbitrary but
  /// reproducible order.
  private Collection<Set<Pair>> testsByDeviceAndDeviation() {
    Map<String, Set<Pair>> pairs = new TreeMap<>();
    effects.forEach((file, all) ->
        all.forEach((name, text) ->
            DEVICES
                .matcher(text)
                .results()
                .flatMap(line -> Stream.of(line.group(1).split(", ")))
                .forEach(device ->
                    pairs
                        .computeIfAbsent(device + " " + name, _ -> new TreeSet<>(DRAWN))
                        .add(new Pair(testOf(file), name)))));
    return pairs.values();
  }

  /// Adds pairs so that each step that a deviation fails is failed by one that is tried.
  private void addWhatFailsTheOtherSteps() {
    Map<String, Map<String, Set<String>>> byTest = new TreeMap<>();
    effects.forEach((file, all) ->
        all.forEach((name, text) ->
            byTest.computeIfAbsent(testOf(file), _ -> new TreeMap<>()).put(name, steps(text))));
    byTest.forEach((test, steps) -> {
      Set<String> failed =
          steps.entrySet().stream()
              .filter(entry -> tried.contains(new Pair(test, entry.getKey())))
              .flatMap(entry -> entry.getValue().stream())
              .collect(toSet());
      steps.entrySet().stream()
          .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
          .filter(entry -> failed.addAll(entry.getValue()))
          .forEach(entry -> tried.add(new Pair(test, entry.getKey())));
    });
  }

  private static Set<String> steps(String text) {
    return STEP.matcher(text).results().map(line -> line.group(1)).collect(toSet());
  }

  /// The files that name at least half of a family, one for each such family: those of the tests
  /// for which the family was made.
  private Set<String> ownFiles() {
    Map<String, Long> sizes =
        Deviation.all().stream()
            .map(Deviation::name)
            .collect(groupingBy(DeviationEffects::family, counting()));
    return effects.entrySet().stream()
        .filter(
            file -> 2L * file.getValue().size() >= sizes.getOrDefault(familyOf(file.getKey()), 0L))
        .map(Map.Entry::getKey)
        .collect(groupingBy(DeviationEffects::familyOf))
        .values()
        .stream()
        .filter(files -> files.size() == 1)
        .flatMap(List::stream)
        .collect(toSet());
  }

  /// Whether a build tries a deviation on a test.
  boolean isSelected(String test, String deviation) {
    Set<String> tests = testsByDeviation.getOrDefault(deviation, Set.of());
    return (tests.isEmpty() && !isByText)
        || tried.contains(new Pair(test, deviation))
        || ownFiles.contains(DeviationEffects.file(test, deviation));
  }

  /// Returns the actual texts, completed with recorded ones for tests and deviations that were not
  /// tried.
  Map<String, String> completed(Map<String, String> seen, Set<String> tests) {
    Set<String> names = Deviation.all().stream().map(Deviation::name).collect(toSet());
    Map<String, Map<String, String>> all = new TreeMap<>();
    seen.forEach((file, text) -> all.put(file, DeviationEffects.byDeviation(text)));
    effects.forEach((file, recorded) ->
        recorded.forEach((name, text) -> {
          String test = testOf(file);
          if (names.contains(name) && tests.contains(test) && !isSelected(test, name)) {
            all.computeIfAbsent(file, _ -> new TreeMap<>()).put(name, text);
          }
        }));
    Map<String, String> texts = new TreeMap<>();
    all.forEach((file, some) -> texts.put(file, String.join("", some.values())));
    return texts;
  }
}
