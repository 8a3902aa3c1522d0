package org.ibassay.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// All deviations, by family, with the tests that notice them.
///
/// @param families ordered by name
/// @param tests ids of all tests, in the order of their sections
public record Deviations(List<Family> families, List<String> tests) {
  private static final String FAIL = "fail";

  /// @param name part of the deviations' names before the period
  /// @param rows one per deviation
  public record Family(String name, List<Row> rows) {

    /// The number of its deviations that a test fails.
    public long failing(String test) {
      return rows.stream().filter(row -> row.fails(test)).count();
    }

    /// The class of a test's cell: `none`, or `h1` to `h4` by the share of deviations that it
    /// fails.
    public String heat(String test) {
      long failing = failing(test);
      return failing == 0 ? "none" : "h" + Math.ceilDiv(4 * failing, rows.size());
    }
  }

  /// One deviation.
  ///
  /// @param name as in URIs
  /// @param summary what the device does wrong
  /// @param kinds kinds of device on which it was tried, as in URIs
  /// @param tests tests that do not pass
  /// @param doubtful kinds on which no test fails it, although some notice it
  /// @param survives whether no test notices it on some device
  public record Row(
      String name,
      String summary,
      List<String> kinds,
      List<Seen> tests,
      List<String> doubtful,
      boolean survives) {
    /// The URI of a DUT with it.
    public String uri() {
      return "sim:%s?deviation=%s".formatted(kinds.getFirst(), name);
    }

    /// Whether a test fails because of it.
    public boolean fails(String test) {
      return tests.stream().anyMatch(seen -> seen.test.equals(test) && seen.fails());
    }
  }

  /// @param test id of the test
  /// @param verdict `fail`, `inconclusive` or `error`
  /// @param failed failed assertions, and failed steps without one
  public record Seen(String test, String verdict, List<String> failed) {
    private static final String STEP = "step ";

    /// The address of an assertion or step, relative to the site's root.
    public String place(String id) {
      return id.startsWith(STEP)
          ? "tests/%s.html#%s".formatted(test, IdOrder.step(id.substring(STEP.length())))
          : "coverage.html#" + IdOrder.anchor(id);
    }

    /// Whether the test fails, rather than being inconclusive.
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

  /// Combines a test's outcomes for a deviation on all devices.
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

  /// The number of deviations that fail an assertion in a test.
  long failing(String test, String assertion) {
    return rows()
        .flatMap(row -> row.tests.stream())
        .filter(seen -> seen.test.equals(test) && seen.failed.contains(assertion))
        .count();
  }

  /// The number of deviations.
  public int count() {
    return families.stream().mapToInt(family -> family.rows.size()).sum();
  }

  /// The number of deviations that no test notices.
  public long survivors() {
    return rows().filter(Row::survives).count();
  }

  /// Deviations that are noticed, but that no test fails on some kind of device.
  public List<Row> doubtful() {
    return rows().filter(row -> !row.survives && !row.doubtful.isEmpty()).toList();
  }

  private Stream<Row> rows() {
    return families.stream().flatMap(family -> family.rows.stream());
  }
}
