package org.ibassay.cli.qualify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.cli.qualify.Mutant.Fate;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `ibassay qualify` shows, and the effects of every deviation as they are held in files.
///
/// A run writes what it saw to files of those names in `target`; after a deliberate change, read
/// the difference line by line before it becomes the new expectation.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class QualificationTest {
  // What `ibassay qualify` takes when it is not told.
  private static final long SEED = 1;
  private static final int PAIRS = 1000;

  private Qualification found = Qualification.NONE;

  /// The file is for the published documentation.
  @BeforeAll
  void qualify() throws IOException {
    found = new Qualifier(Pages.all(), SEED, PAIRS, (_, _) -> {}).qualify();
    Files.writeString(Path.of("target/qualification.json"), QualificationJson.text(found, "build"));
  }

  @ParameterizedTest
  @CsvSource({"rc-deviations.txt, true", "deviations.txt, false"})
  void eachDeviationFailsTheChecksThatItTouchesAndNoOther(String file, boolean ofConnections)
      throws IOException {
    List<Mutant> mutants =
        found.mutants().stream()
            .filter(mutant -> mutant.deviation().startsWith("rc.") == ofConnections)
            .toList();
    assertThat(HeldEffects.seen(file, mutants)).containsExactlyElementsOf(HeldEffects.held(file));
  }

  @Test
  void noDeviationSurvives() {
    assertThat(found.mutants(Fate.SURVIVED)).extracting(m -> m.trial().uri()).isEmpty();
  }

  @Test
  void everyClaimedAssertionCanFail() {
    assertThat(found.unguarded()).isEmpty();
  }

  @Test
  void whatIsClaimedIsVerified() {
    assertThat(found.unverified()).isEmpty();
  }

  @Test
  void everyTestPassesOnAConformingDutOrDoesNotApply() {
    assertThat(found.wronged().stream().map(t -> t.uri() + t.wrong().toList())).isEmpty();
    assertThat(found.variants()).allSatisfy(t -> assertThat(t.count(PASS)).isPositive());
  }

  @Test
  void noDutGivesTheTesterTrouble() {
    assertThat(found.troubled()).isEmpty();
  }

  @Test
  void noFaultHidesAnother() {
    assertThat(found.hidden()).isEmpty();
  }

  @Test
  void nothingIsLeftToBeMended() {
    assertThat(found.isWhole()).isTrue();
    assertThat(found.exit()).isZero();
  }

  @Test
  void testsOfSubnetManagersApplyToTheseOnly() {
    for (DutOutcome variant : found.variants()) {
      outcomes(variant, page -> page.roles().contains(DutRole.SM))
          .forEach(outcome ->
              assertThat(outcome.verdict())
                  .as("%s on %s", outcome.test(), variant.uri())
                  .isEqualTo(variant.uri().startsWith("sim:sm") ? PASS : NOT_APPLICABLE));
    }
  }

  @Test
  void testsOfConnectionsApplyToAnAdapterThatHasAll() {
    DutOutcome adapter =
        found.variants().stream().filter(v -> v.uri().equals("sim:ca")).findFirst().orElseThrow();
    assertThat(outcomes(adapter, page -> page.id().matches("[CR]09_.*")))
        .isNotEmpty()
        .allSatisfy(outcome -> assertThat(outcome.verdict()).as(outcome.test()).isEqualTo(PASS));
  }

  private static Stream<Outcome> outcomes(DutOutcome trial, Predicate<Page> which) {
    return trial.outcomes().stream()
        .filter(outcome -> which.test(Pages.of(outcome.test()).orElseThrow()));
  }
}
