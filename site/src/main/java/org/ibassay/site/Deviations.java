package org.ibassay.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Every deviation with what it does wrong and which tests notice, by family.
///
/// @param families in the order of their names
/// @param tests the ids of all tests, in the order of their sections
public record Deviations(List<Family> families, List<String> tests) {
  private static final String FAIL = "fail";

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
  /// @param kinds of device that it was tried on, as URIs name them
  /// @param tests that do not pass
  /// @param doubtful those of the kinds on which no test fails it, though some notice
  /// @param survives whether no test notices it on some device
  public record Row(
      String name,
      String summary,
      List<String> kinds,
      List<Seen> tests,
      List<String> doubtful,
      boolean survives) {
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
  /// @param failed assertions, and steps without one
  public record Seen(String test, String verdict, List<String> failed) {
    private static final String STEP = "step ";

    /// Where to read of an assertion or step, from the site's root.
    public String place(String id) {
      return id.startsWith(STEP)
          ? "tests/%s.html#%s".formatted(test, IdOrder.step(id.substring(STEP.length())))
          : "coverage.html#" + IdOrder.anchor(id);
    }

    /// Whether the test finds the fault, rather than being kept from its checks.
    public boolean fails() {
      return verdict.equals(FAIL);
    }
  }

  static Deviations of(List<String> tests, QualificationView qualified) {
    Map<String, List<Row>> families = new TreeMap<>();
    for (QualificationView.Mutation deviation : qualified.deviations()) {
      families
          .computeIfAbsent(family(deviation.name()), f -> new ArrayList<>())
          .add(row(deviation, tests));
    }
    return new Deviations(
        families.entrySet().stream().map(e -> new Family(e.getKey(), e.getValue())).toList(),
        tests);
  }

  private static Row row(QualificationView.Mutation deviation, List<String> tests) {
    return new Row(
        deviation.name(),
        deviation.summary(),
        deviation.devices().stream().map(QualificationView.Device::kind).toList(),
        tests.stream()
            .flatMap(test -> seen(deviation, test).stream())
            .sorted(Comparator.comparing(seen -> !seen.fails()))
            .toList(),
        deviation.devices().stream()
            .filter(QualificationView.Device::isDoubtful)
            .map(QualificationView.Device::kind)
            .toList(),
        deviation.survives());
  }

  /// What a test makes of a deviation on all devices together.
  private static Optional<Seen> seen(QualificationView.Mutation deviation, String test) {
    List<QualificationView.Outcome> outcomes =
        deviation.devices().stream()
            .flatMap(device -> device.tests().stream())
            .filter(outcome -> outcome.id().equals(test))
            .toList();
    return outcomes.stream()
        .map(QualificationView.Outcome::verdict)
        .min(Comparator.comparing(verdict -> !verdict.equals(FAIL)))
        .map(worst ->
            new Seen(
                test,
                worst,
                outcomes.stream()
                    .flatMap(outcome -> outcome.assertions().stream())
                    .filter(assertion -> assertion.verdict().equals(FAIL))
                    .map(QualificationView.Assertion::id)
                    .distinct()
                    .sorted(IdOrder.IN_ORDER)
                    .toList()));
  }

  static String family(String name) {
    return name.substring(0, name.indexOf('.'));
  }

  /// How many deviations fail an assertion in a test.
  long failing(String test, String assertion) {
    return rows()
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
    return rows().filter(Row::survives).count();
  }

  /// Those that are noticed, but failed by no test on some kind of device.
  public List<Row> doubtful() {
    return rows().filter(row -> !row.survives && !row.doubtful.isEmpty()).toList();
  }

  private Stream<Row> rows() {
    return families.stream().flatMap(family -> family.rows.stream());
  }
}
