package org.ibassay.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.device.Deviation;
import org.ibassay.device.variant.NodeKind;

/// Every deviation with what it does wrong and which tests notice, by family.
///
/// @param families in the order of their names
/// @param tests the ids of all tests, in the order of their sections
public record Deviations(List<Family> families, List<String> tests) {

  /// @param name what stands before the dot
  /// @param rows one a deviation
  public record Family(String name, List<Row> rows) {

    /// How many of its deviations a test fails.
    public long failing(String test) {
      return rows.stream().filter(row -> row.fails(test)).count();
    }

    /// How dark a test's cell is: `none`, or `h1` to `h4` by the part of the deviations it fails.
    public String heat(String test) {
      long failing = failing(test);
      return failing == 0 ? "none" : "h" + Math.ceilDiv(4 * failing, rows.size());
    }
  }

  /// One deviation.
  ///
  /// @param name as URIs give it
  /// @param summary what the device does wrong
  /// @param kinds that can have it, as URIs name them
  /// @param tests that do not pass
  public record Row(String name, String summary, List<String> kinds, List<Seen> tests) {
    /// A DUT that has it.
    public String uri() {
      return "sim:%s?deviation=%s".formatted(kinds.getFirst(), name);
    }

    /// Whether a test fails on it.
    public boolean fails(String test) {
      return tests.stream().anyMatch(seen -> seen.test.equals(test) && seen.fails());
    }
  }

  /// @param test its id
  /// @param verdict `fail`, `inconclusive` or `error`
  /// @param failed assertions
  public record Seen(String test, String verdict, List<String> failed) {
    /// Whether the test finds the fault, rather than being kept from its checks.
    public boolean fails() {
      return verdict.equals("fail");
    }
  }

  static Deviations of(List<String> tests, Effects effects) {
    Map<String, List<Row>> families = new TreeMap<>();
    for (Deviation deviation : Deviation.all()) {
      families
          .computeIfAbsent(family(deviation.name()), f -> new ArrayList<>())
          .add(row(deviation, effects));
    }
    return new Deviations(
        families.entrySet().stream().map(e -> new Family(e.getKey(), e.getValue())).toList(),
        tests);
  }

  private static Row row(Deviation deviation, Effects effects) {
    return new Row(
        deviation.name(),
        deviation.summary(),
        deviation.kinds().stream().sorted().map(NodeKind::word).toList(),
        effects.of(deviation.name()).stream()
            .map(noticed ->
                new Seen(
                    noticed.test(),
                    noticed.verdict(),
                    noticed.failed().stream().sorted(Ids.IN_ORDER).toList()))
            .sorted(Comparator.comparing(seen -> !seen.fails()))
            .toList());
  }

  static String family(String name) {
    return name.substring(0, name.indexOf('.'));
  }

  /// How many deviations fail an assertion in a test.
  long failing(String test, String assertion) {
    return families.stream()
        .flatMap(family -> family.rows.stream())
        .flatMap(row -> row.tests.stream())
        .filter(seen -> seen.test.equals(test) && seen.failed.contains(assertion))
        .count();
  }

  /// How many deviations there are.
  public int count() {
    return families.stream().mapToInt(family -> family.rows.size()).sum();
  }

  /// How many no test notices.
  public long survivors() {
    return families.stream()
        .flatMap(family -> family.rows.stream())
        .filter(row -> row.tests.isEmpty())
        .count();
  }
}
