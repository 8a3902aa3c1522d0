package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.qualify.DutOutcome;
import org.ibassay.qualify.Guard;
import org.ibassay.qualify.LookAlikes;
import org.ibassay.qualify.Mutant;
import org.ibassay.qualify.Mutant.Fate;
import org.ibassay.qualify.Outcome;
import org.ibassay.qualify.Pairs;
import org.ibassay.qualify.Pairs.Kind;
import org.ibassay.qualify.Qualification;
import org.ibassay.qualify.SingleCheck;
import org.ibassay.qualify.TakenWay;
import org.ibassay.qualify.UnnoticedReason;
import org.ibassay.runner.Verdict;

/// Formats a qualification: the assertions with the deviations that fail them, the deviations with
/// the tests that detect them, what needs to be fixed, and the counts.
final class QualificationText {
  private static final String INDENT = "  ";

  private final PrintWriter out;
  private final Terminal terminal;

  QualificationText(PrintWriter out, Terminal terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void print(Qualification found) {
    heading("Assertions and the deviations that fail them");
    Map<String, List<Guard>> byTest =
        found.guards().stream()
            .collect(Collectors.groupingBy(Guard::test, LinkedHashMap::new, Collectors.toList()));
    byTest.forEach(this::test);
    heading("Deviations and the tests that notice them");
    found.mutants().stream()
        .filter(mutant -> found.isWhole() || mutant.fate() != Fate.SURVIVED)
        .forEach(this::mutant);
    readings(found);
    toBeMended(found);
    summary(found);
  }

  /// Prints the checks that conforming devices fail, by the letter of a public page or in a strict
  /// run.
  private void readings(Qualification found) {
    section(
        "Conforming devices that fail only by the letter of a public page",
        found.variants().stream()
            .filter(variant -> variant.failedByLetter().findAny().isPresent())
            .map(variant ->
                "%s, %s: %s"
                    .formatted(
                        variant.uri(),
                        joined(variant.seen()),
                        joined(variant.failedByLetter().map(Outcome::test))))
            .toList());
    section(
        "Readings, and what strict runs fail",
        found.strict().stream()
            .map(trial ->
                "%s: %s, which follows %s, %s"
                    .formatted(
                        trial.asked(),
                        trial.strict().uri(),
                        joined(trial.gone().map(TakenWay::way)),
                        trial.fails() ? "fails" : "passes"))
            .toList());
    section(
        "Ways of simulated devices that no test detects",
        found.unseen().stream().map(TakenWay::toString).toList());
  }

  private static String joined(Stream<?> all) {
    return all.map(Object::toString).collect(Collectors.joining(", "));
  }

  private void heading(String text) {
    Text.wrap(text, terminal.columns()).forEach(line -> out.println(terminal.bold(line)));
    out.println();
  }

  private void test(String test, List<Guard> guards) {
    out.println(test);
    guards.forEach(guard ->
        bullet(
            "%s: %d%s; checked on %s"
                .formatted(
                    guard.assertion(),
                    guard.killed().size(),
                    guard.isGuardedOnce() ? ", only " + guard.killed().getFirst() : "",
                    Text.count(guard.verifiedOn(), "device"))));
    out.println();
  }

  private void mutant(Mutant mutant) {
    String noticed =
        switch (mutant.fate()) {
          case KILLED -> "killed by " + tests(mutant, Verdict.FAIL);
          case INCONCLUSIVE -> "inconclusive in " + tests(mutant, Verdict.INCONCLUSIVE);
          case SURVIVED -> "survives";
        };
    bullet(mutant.deviation() + " on " + mutant.kind() + ": " + noticed);
  }

  private static String tests(Mutant mutant, Verdict verdict) {
    return mutant.run().outcomes().stream()
        .filter(outcome -> outcome.verdict() == verdict)
        .map(outcome -> {
          long assertions =
              outcome.assertions().stream().filter(a -> a.verdict() == verdict).count();
          return outcome.test() + " (" + assertions + ")";
        })
        .collect(Collectors.joining(", "));
  }

  private void toBeMended(Qualification found) {
    section(
        "Guarded by one deviation only",
        found.guardedOnce().stream()
            .map(g -> g.test() + " " + g.assertion() + ": " + g.killed().getFirst())
            .toList());
    section("Guarded by none", found.unguarded().stream().map(Guard::toString).toList());
    section("Claimed but never checked", found.unverified().stream().map(Guard::toString).toList());
    section(
        "Deviations that no failure distinguishes",
        found.lookAlikes().groups().stream().map(group -> String.join(", ", group)).toList());
    for (UnnoticedReason reason : UnnoticedReason.values()) {
      String why = reason.text().isEmpty() ? "" : ", " + reason.text();
      section(
          "Checks that are not needed for any deviation at their step" + why,
          found.removals().unnoticed().stream()
              .filter(check -> check.reason() == reason)
              .map(SingleCheck::toString)
              .toList());
    }
    section("Survivors", found.survivors().stream().map(mutant -> mutant.run().uri()).toList());
    section(
        "Conforming devices that do not pass",
        found.wronged().stream().map(QualificationText::wrong).toList());
    section(
        "Strict runs that fail too much or too little",
        found.misjudged().stream()
            .map(trial ->
                "%s on %s: %s"
                    .formatted(
                        trial.asked(),
                        trial.strict().uri(),
                        joined(trial.wrong().stream().map(Outcome::test))))
            .toList());
    section(
        "Devices that cause tester errors",
        found.troubled().stream().map(DutOutcome::uri).toList());
    section(
        "Pairs of deviations that are not noticed although one alone is",
        found.hidden().stream().map(QualificationText::change).toList());
  }

  private static String wrong(DutOutcome trial) {
    return trial.uri()
        + (trial.parameters().isEmpty() ? "" : " " + trial.parameters())
        + ": "
        + trial
            .wrong()
            .map(outcome -> outcome.test() + " where " + outcome.noticed())
            .collect(Collectors.joining("; "));
  }

  private static String change(Pairs.Change change) {
    return "%s: %s %s, alone %s"
        .formatted(change.uri(), change.test(), change.together().text(), change.alone().text());
  }

  private void section(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println();
      heading(title);
      lines.forEach(this::bullet);
    }
  }

  private void bullet(String text) {
    Text.wrap("- " + text, terminal.columns() - INDENT.length())
        .forEach(line -> out.println(INDENT + line));
  }

  private void summary(Qualification found) {
    int claimed = found.guards().size();
    Pairs pairs = found.pairs();
    out.println();
    row(
        "assertions",
        "%d in %s: %d checked, %d guarded, %d by one deviation only"
            .formatted(
                claimed,
                Text.count(found.tests().size(), "test"),
                claimed - found.unverified().size(),
                claimed - found.unguarded().size(),
                found.guardedOnce().size()));
    row(
        "deviations",
        "%d on %s: %d killed, %d inconclusive, %d %s"
            .formatted(
                found.deviations(),
                Text.count(found.mutants().size(), "device"),
                found.mutants(Fate.KILLED).size(),
                found.mutants(Fate.INCONCLUSIVE).size(),
                found.mutants(Fate.SURVIVED).size(),
                found.isWhole() ? "survived" : "not noticed"));
    LookAlikes alike = found.lookAlikes();
    row(
        "",
        "%s indistinguishable, in %s"
            .formatted(
                Text.count(alike.pairs(), "pair"), Text.count(alike.groups().size(), "group")));
    row(
        "conforming",
        "%s: %d with a test that does not pass"
            .formatted(Text.count(found.variants().size(), "device"), found.wronged().size()));
    row(
        "pairs",
        "%d (--seed %d): %d hide a fault, %s undone, %d undeclared"
            .formatted(
                pairs.count(),
                pairs.seed(),
                pairs.changes(Kind.HIDDEN).size(),
                Text.count(pairs.changes(Kind.UNDONE).size(), "test"),
                pairs.changes(Kind.UNDECLARED).size()));
    row(
        "",
        "%s only softened, %d moved to another assertion"
            .formatted(
                Text.count(pairs.changes(Kind.SOFTENED).size(), "verdict"),
                pairs.changes(Kind.MOVED).size()));
    row(
        "checks",
        "%d, each removed in turn: %d (%.1f %%) not missed by any deviation"
            .formatted(
                found.removals().checks(),
                found.removals().unnoticed().size(),
                found.removals().percentUnnoticed()));
    String end = found.isSound() ? "no gaps found" : "gaps found";
    out.println(found.isSound() ? terminal.green(end) : terminal.red(end));
  }

  private void row(String what, String text) {
    out.println("%-12s%s".formatted(what, text));
  }
}
