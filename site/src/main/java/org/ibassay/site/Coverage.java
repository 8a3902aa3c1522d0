package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ibassay.suite.Page;
import org.ibassay.suite.coverage.UntestedPage;

/// All known assertions, with the tests that verify them, the deviations that fail them, or the
/// reason why they are not tested.
///
/// @param rows ordered by id, this suite's own last
public record Coverage(List<Row> rows) {

  /// One assertion.
  ///
  /// @param id id of the assertion
  /// @param proofs tests that verify it
  /// @param guards deviations that fail it
  /// @param missing public pages that name it, but whose tests do not check it
  public record Row(
      String id, List<Proof> proofs, List<String> guards, List<UntestedPage> missing) {

    /// The target of links to it.
    public String anchor() {
      return IdOrder.anchor(id);
    }

    /// Whether the id is this suite's own.
    public boolean isOwn() {
      return IdOrder.isOwn(id);
    }

    /// Whether a test verifies it.
    public boolean isVerified() {
      return !proofs.isEmpty();
    }

    /// The number of conforming devices on which one test verifies it, for the test with the most.
    public int verifiedOn() {
      return proofs.stream().mapToInt(Proof::verifiedOn).max().orElse(0);
    }

    /// The deviations, grouped by the part of their names before the period; ways of readings form
    /// a group of their own.
    public List<Family> families() {
      Map<String, List<String>> families = new TreeMap<>();
      guards.forEach(name ->
          families
              .computeIfAbsent(isWay(name) ? "" : Deviations.family(name), f -> new ArrayList<>())
              .add(name));
      return families.entrySet().stream().map(e -> new Family(e.getKey(), e.getValue())).toList();
    }
  }

  /// @param name what the deviations concern
  /// @param deviations their full names
  public record Family(String name, List<String> deviations) {
    /// The address of the description of a deviation, or of the reading of a way.
    public String address(String guard) {
      return isWay(guard)
          ? "readings.html#" + guard.substring(0, guard.indexOf('='))
          : "deviations.html#" + guard;
    }
  }

  /// Whether a guard is the way of a reading, `same-state=refuse`, that a strict run fails.
  private static boolean isWay(String guard) {
    return guard.indexOf('=') > 0;
  }

  /// A test that verifies an assertion.
  ///
  /// @param page the test's page
  /// @param steps steps that prove it
  /// @param verifiedOn number of conforming devices
  public record Proof(Page page, List<String> steps, int verifiedOn) {}

  /// Whether an assertion is listed.
  public boolean has(String assertion) {
    return rows.stream().anyMatch(row -> row.id().equals(assertion));
  }

  static Coverage of(List<Page> pages, List<UntestedPage> missing, QualificationView qualified) {
    Map<String, List<Proof>> proofs = new TreeMap<>(IdOrder.IN_ORDER);
    Map<String, List<UntestedPage>> untested = new TreeMap<>(IdOrder.IN_ORDER);
    for (Page page : pages) {
      for (String id : page.claimed()) {
        proofs
            .computeIfAbsent(id, i -> new ArrayList<>())
            .add(new Proof(page, steps(page, id), qualified.verifiedOn(page.id(), id)));
      }
    }
    for (UntestedPage page : missing) {
      for (String id : page.assertions()) {
        proofs.computeIfAbsent(id, i -> new ArrayList<>());
        untested.computeIfAbsent(id, i -> new ArrayList<>()).add(page);
      }
    }
    Map<String, Set<String>> guards = guards(qualified);
    return new Coverage(
        proofs.entrySet().stream()
            .map(e ->
                new Row(
                    e.getKey(),
                    List.copyOf(e.getValue()),
                    List.copyOf(guards.getOrDefault(e.getKey(), Set.of())),
                    untested.getOrDefault(e.getKey(), List.of())))
            .toList());
  }

  private static Map<String, Set<String>> guards(QualificationView qualified) {
    Map<String, Set<String>> guards = new TreeMap<>();
    for (QualificationView.Guard guard : qualified.assertions()) {
      guards.computeIfAbsent(guard.assertion(), a -> new TreeSet<>()).addAll(guard.killed());
    }
    return guards;
  }

  private static List<String> steps(Page page, String assertion) {
    return Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> step.assertions().contains(assertion))
        .map(Page.Step::id)
        .toList();
  }

  /// The number of assertions that a test verifies.
  public long verified() {
    return rows.stream().filter(Row::isVerified).count();
  }

  /// The number of assertions without a test.
  public long untested() {
    return rows.size() - verified();
  }

  /// The number of assertions that a deviation fails.
  public long guarded() {
    return rows.stream().filter(row -> !row.guards().isEmpty()).count();
  }

  /// Returns the row of an assertion.
  public Row row(String id) {
    return rows.stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }
}
