package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.ibassay.qualify.Mutant.Fate;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.report.JsonOutput;
import org.jspecify.annotations.Nullable;

/// Writes a qualification as JSON:
///
/// ```
/// { "suite": {"name": "ibassay", "version": "..."}, "exit": 0, "isWhole": true,
///   "counts": {"tests": 0, "assertions": 0, "verified": 0, "guarded": 0, "guardedOnce": 0,
///              "deviations": 0, "devices": 0, "killed": 0, "inconclusive": 0, "survived": 0,
///              "variants": 0, "wronged": 0, "pairs": 0},
///   "assertions": [ {"test": "C14_024_12", "assertion": "v1c13-024#07", "verifiedOn": 62,
///                    "killed": ["mft.code-7-missing"]} ],
///   "deviations": [ {"name": "mft.code-7-missing", "summary": "...",
///     "devices": [ {"kind": "switch", "uri": "sim:switch?deviation=mft.code-7-missing",
///       "fate": "killed",
///       "tests": [ {"id": "C14_024_12", "verdict": "fail", "reason": null,
///         "assertions": [ {"id": "v1c13-024#07", "verdict": "fail", "checks": 9, "failures": 3} ],
///         "failures": [ {"step": "10", "checks": 9, "failures": 3, "where": "block=31",
///                        "expected": "status code 7", "actual": "status code 0"} ]} ]} ]} ],
///   "variants": [ {"uri": "sim:ca?lid=17", "parameters": {}, "pass": 41, "notApplicable": 3,
///                  "readings": [ {"id": "same-state", "way": "refuse", "tests": ["C14"]} ],
///                  "byLetter": [], "wrong": []} ],
///   "strict": [ {"asked": {"id": "same-state", "way": "accept"}, "uri": "sim:ca?same-state=refuse",
///                "goes": ["refuse"], "fail": ["C14"], "pass": [], "wrong": []} ],
///   "pairs": {"seed": 1, "count": 1000, "hidden": 0, "undone": 0, "undeclared": 0,
///   "moved": 0, "softened": 0,
///     "changes": [ {"kind": "moved", "uri": "...", "test": "C14_024_12",
///                   "assertion": "v1c13-024#07", "alone": "fail", "together": "pass"} ]},
///   "lookAlikes": [ ["mft.a", "mft.b"] ] }
/// ```
///
/// `exit` is the exit code of `ibassay qualify`. `guarded`: assertions that some deviation fails.
/// `devices`: each deviation on each kind of DUT that shows it; they are `killed`, `inconclusive`
/// or `survived`. A device lists the tests that neither passed nor did not apply, with the
/// assertions that did neither; a step is listed with the first of its failures. `readings` lists
/// the ways that tests saw the DUT go, `byLetter` tests that fail just for the letter of a public
/// page. `wrong` lists, in the same form, tests that did not pass on a DUT that conforms, or left
/// it changed (`notRestored`). `strict` has tests that meet a reading, in a run that was strict
/// about it. In `better`, an empty `assertion` stands for the test's own verdict.
public final class QualificationJson {
  private QualificationJson() {}

  /// Returns the JSON text, UTF-8 when written to a file.
  ///
  /// @param version version of the suite
  public static String text(Qualification found, String version) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("suite", map("name", "ibassay", "version", version));
    tree.put("exit", found.exit());
    tree.put("isWhole", found.isWhole());
    tree.put("counts", counts(found));
    tree.put("assertions", found.guards().stream().map(QualificationJson::guard).toList());
    tree.put("deviations", deviations(found.mutants()));
    tree.put("variants", found.variants().stream().map(QualificationJson::variant).toList());
    tree.put("strict", found.strict().stream().map(QualificationJson::strict).toList());
    tree.put("pairs", pairs(found.pairs()));
    tree.put("lookAlikes", found.lookAlikes().groups());
    tree.put(
        "checksUnnoticed",
        found.removals().unnoticed().stream().map(QualificationJson::check).toList());
    return JsonOutput.text(tree);
  }

  private static Map<String, @Nullable Object> counts(Qualification found) {
    int assertions = found.guards().size();
    return map(
        "tests",
        found.tests().size(),
        "assertions",
        assertions,
        "verified",
        assertions - found.unverified().size(),
        "guarded",
        assertions - found.unguarded().size(),
        "guardedOnce",
        found.guardedOnce().size(),
        "deviations",
        found.deviations(),
        "devices",
        found.mutants().size(),
        "killed",
        found.mutants(Fate.KILLED).size(),
        "inconclusive",
        found.mutants(Fate.INCONCLUSIVE).size(),
        "survived",
        found.mutants(Fate.SURVIVED).size(),
        "variants",
        found.variants().size(),
        "strict",
        found.strict().size(),
        "wronged",
        found.wronged().size(),
        "pairs",
        found.pairs().count(),
        "checks",
        found.removals().checks(),
        "checksUnnoticed",
        found.removals().unnoticed().size());
  }

  private static Map<String, @Nullable Object> guard(Guard guard) {
    return map(
        "test", guard.test(),
        "assertion", guard.assertion(),
        "verifiedOn", guard.verifiedOn(),
        "killed", guard.killed());
  }

  private static Map<String, @Nullable Object> check(SingleCheck check) {
    return map(
        "test", check.test(),
        "step", check.step(),
        "assertion", check.assertion(),
        "field", check.field(),
        "reason", check.reason().text().isEmpty() ? null : check.reason().text());
  }

  private static List<Map<String, @Nullable Object>> deviations(List<Mutant> mutants) {
    Map<String, List<Mutant>> byName =
        mutants.stream()
            .collect(
                Collectors.groupingBy(Mutant::deviation, LinkedHashMap::new, Collectors.toList()));
    List<Map<String, @Nullable Object>> deviations = new ArrayList<>();
    byName.forEach((name, devices) ->
        deviations.add(
            map(
                "name", name,
                "summary", devices.getFirst().summary(),
                "devices", devices.stream().map(QualificationJson::device).toList())));
    return deviations;
  }

  private static Map<String, @Nullable Object> device(Mutant mutant) {
    return map(
        "kind", mutant.kind(),
        "uri", mutant.run().uri(),
        "fate", word(mutant.fate()),
        "tests", mutant.run().noticed().map(QualificationJson::outcome).toList());
  }

  private static Map<String, @Nullable Object> outcome(Outcome outcome) {
    return map(
        "id", outcome.test(),
        "verdict", outcome.verdict().text(),
        "reason", outcome.reason(),
        "assertions",
            outcome.assertions().stream()
                .filter(Outcome.Assertion::isNoticed)
                .map(QualificationJson::assertion)
                .toList(),
        "failures", outcome.failures().stream().map(QualificationJson::failure).toList());
  }

  private static Map<String, @Nullable Object> assertion(Outcome.Assertion assertion) {
    return map(
        "id", assertion.id(),
        "verdict", assertion.verdict().text(),
        "checks", assertion.checks(),
        "failures", assertion.failures());
  }

  private static Map<String, @Nullable Object> failure(Outcome.Failure failure) {
    return map(
        "step", failure.step(),
        "checks", failure.checks(),
        "failures", failure.failures(),
        "where", failure.where(),
        "expected", failure.expected(),
        "actual", failure.actual());
  }

  private static Map<String, @Nullable Object> variant(DutOutcome variant) {
    List<Map<String, @Nullable Object>> wrong =
        variant
            .wrong()
            .map(outcome -> {
              Map<String, @Nullable Object> tree = outcome(outcome);
              tree.put("notRestored", outcome.notRestored());
              return tree;
            })
            .toList();
    return map(
        "uri", variant.uri(),
        "parameters", variant.parameters(),
        "pass", variant.count(Verdict.PASS),
        "notApplicable", variant.count(Verdict.NOT_APPLICABLE),
        "readings", readings(variant.outcomes()),
        "byLetter", variant.failedByLetter().map(Outcome::test).toList(),
        "wrong", wrong);
  }

  private static List<Map<String, @Nullable Object>> readings(List<Outcome> outcomes) {
    Map<TakenWay, List<String>> tests = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      outcome
          .ways()
          .forEach(way -> tests.computeIfAbsent(way, _ -> new ArrayList<>()).add(outcome.test()));
    }
    return tests.entrySet().stream()
        .map(noted -> {
          Map<String, @Nullable Object> tree = way(noted.getKey());
          tree.put("tests", noted.getValue());
          return tree;
        })
        .toList();
  }

  private static Map<String, @Nullable Object> way(TakenWay way) {
    return map("id", way.reading().id(), "way", way.way());
  }

  private static Map<String, @Nullable Object> strict(StrictOutcome run) {
    return map(
        "asked", way(run.asked()),
        "uri", run.strict().uri(),
        "goes", run.gone().map(TakenWay::way).toList(),
        "fail", tests(run.strict(), Verdict.FAIL),
        "pass", tests(run.strict(), Verdict.PASS),
        "wrong", run.wrong().stream().map(QualificationJson::outcome).toList());
  }

  private static List<String> tests(DutOutcome run, Verdict verdict) {
    return run.outcomes().stream()
        .filter(outcome -> outcome.verdict() == verdict)
        .map(Outcome::test)
        .toList();
  }

  private static Map<String, @Nullable Object> pairs(Pairs pairs) {
    Map<String, @Nullable Object> tree = map("seed", pairs.seed(), "count", pairs.count());
    for (Pairs.Kind kind : Pairs.Kind.values()) {
      tree.put(word(kind), pairs.changes(kind).size());
    }
    tree.put(
        "changes",
        pairs.changes().stream()
            .filter(change -> change.kind() != Pairs.Kind.SOFTENED)
            .map(QualificationJson::change)
            .toList());
    return tree;
  }

  private static Map<String, @Nullable Object> change(Pairs.Change change) {
    return map(
        "kind", word(change.kind()),
        "uri", change.uri(),
        "test", change.test(),
        "assertion", change.assertion(),
        "alone", change.alone().text(),
        "together", change.together().text());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// @param entries alternating names and values; a value may be null
  private static Map<String, @Nullable Object> map(@Nullable Object... entries) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < entries.length; i += 2) {
      map.put((String) Objects.requireNonNull(entries[i]), entries[i + 1]);
    }
    return map;
  }
}
