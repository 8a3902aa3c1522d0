package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.ibassay.runner.Verdict.NOT_APPLICABLE;
import static org.ibassay.runner.Verdict.PASS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Checks the results of `ibassay qualify`, and compares the effects of every deviation with
/// `src/test/golden`, which has a file for each test and family of deviations.
///
/// After a deliberate change read the differences line by line, then run again with
/// `-Dibassay.accept=true` to make them the expectation. `-Dibassay.qualify=C14_024_12` restricts a
/// run to tests, or families of deviations: see [QualificationScope]. After a change of a message,
/// `-Dibassay.qualify.texts=REGEX` runs the deviations and tests whose recorded text it matches.
@Tag("qualification")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class QualificationTest {
  private static final Path GOLDEN = Path.of("src/test/golden");

  /// Pairs of deviations that no failure distinguishes. It only goes down.
  private static final int MOST_ALIKE = 166;

  private QualificationScope scope = QualificationScope.NONE;
  private Qualification found = Qualification.NONE;
  private GoldenFiles golden = new GoldenFiles(GOLDEN, _ -> true);
  private RecordedEffects recorded = new RecordedEffects(Map.of());

  /// Writes the file for the published documentation.
  @BeforeAll
  void qualify() throws Exception {
    scope = QualificationScope.of(System.getProperty("ibassay.qualify", ""));
    golden = new GoldenFiles(GOLDEN, scope::holds);
    String texts = System.getProperty("ibassay.qualify.texts", "");
    recorded = new RecordedEffects(golden.read(), texts);
    if (!texts.isEmpty()) {
      scope = scope.of(recorded.deviations());
    }
    Assay.Choice choice = isWhole() ? Assay.Choice.ALL : recorded::isSelected;
    found = new Qualifier(scope.pages(), scope.duts(), choice, (_, _) -> {}).qualify();
    if (scope.hasAllTests() && scope.hasAllDuts()) {
      Files.writeString(
          Path.of("target/qualification.json"), QualificationJson.text(found, "build"));
    }
  }

  private boolean isWhole() {
    return scope.isWhole() && System.getProperty("ibassay.qualify.texts", "").isEmpty();
  }

  @Test
  void eachDeviationFailsTheChecksThatItTouchesAndNoOther() throws IOException {
    Map<String, String> tried = DeviationEffects.files(found.mutants());
    Map<String, String> seen =
        isWhole() ? tried : recorded.completed(tried, Set.copyOf(found.tests()));
    if (Boolean.getBoolean("ibassay.accept")) {
      golden.accept(seen);
    }
    String difference = golden.difference(seen);
    if (!difference.isEmpty()) {
      fail("Not as in %s (-Dibassay.accept=true takes it over):%n%s".formatted(GOLDEN, difference));
    }
  }

  @Test
  void fewDeviationsLookAlike() throws IOException {
    assertThat(LookAlikes.of(new GoldenFiles(GOLDEN, _ -> true).read()).pairs())
        .isLessThanOrEqualTo(MOST_ALIKE);
  }

  @Test
  void noDeviationSurvives() {
    assertThat(found.survivors()).extracting(m -> m.run().uri()).isEmpty();
  }

  @Test
  void everyClaimedAssertionCanFail() {
    assumeThat(scope.hasAllDuts()).isTrue();
    assertThat(found.unguarded()).isEmpty();
  }

  @Test
  void whatIsClaimedIsVerified() {
    assumeThat(scope.hasAllDuts()).isTrue();
    assertThat(found.unverified()).isEmpty();
  }

  @Test
  void everyTestPassesOnAConformingDutOrDoesNotApply() {
    assertThat(found.wronged().stream().flatMap(QualificationTest::wrong)).isEmpty();
    if (scope.hasAllTests()) {
      assertThat(found.variants()).allSatisfy(t -> assertThat(t.count(PASS)).isPositive());
    }
  }

  private static Stream<String> wrong(DutOutcome run) {
    return run.wrong()
        .map(outcome -> "%s: %s, where %s".formatted(run.uri(), outcome.test(), outcome.noticed()));
  }

  /// A run that is strict about a reading fails the DUTs that follow another way, in the checks
  /// that depend on it, and no others.
  @Test
  void aWayThatIsAskedForFailsThoseThatGoAnother() {
    assertThat(found.misjudged().stream().map(t -> t.asked() + t.strict().uri() + t.wrong()))
        .isEmpty();
    assertThat(found.strict())
        .allSatisfy(run ->
            assertThat(run.fails())
                .as("strict about %s: %s", run.asked(), run.strict().uri())
                .isEqualTo(run.gone().anyMatch(way -> !way.equals(run.asked()))));
  }

  /// A run that is strict about the first ways fails exactly the DUTs whose parameters select
  /// another way: no other DUT follows one.
  @Test
  void onlyDutsThatNameAnotherWayGoIt() {
    for (DutOutcome variant : found.variants()) {
      assertThat(variant.ways()).as(variant.uri()).containsAll(variant.seen().toList());
    }
  }

  /// Where a public page is clear, the verdict stands: a DUT that follows another way fails exactly
  /// that check.
  @Test
  void aPagesLetterFailsThoseThatGoAnotherWay() {
    assumeThat(scope.hasAllDuts()).isTrue();
    assertThat(found.variants().stream().flatMap(DutOutcome::failedByLetter).map(Outcome::test))
        .containsAll(
            VariantReadings.LETTERS.stream()
                .map(VariantReadings.Letter::test)
                .filter(found.tests()::contains)
                .toList());
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
    assumeThat(scope.hasAllDuts()).isTrue();
    assertThat(found.isWhole()).isEqualTo(scope.hasAllTests());
    assertThat(found.exit()).isZero();
  }

  @Test
  void testsOfSubnetManagersApplyToTheseOnly() {
    for (DutOutcome variant : found.variants()) {
      outcomes(variant, page -> page.roles().contains(DutRole.SM))
          .forEach(outcome ->
              assertThat(outcome.verdict())
                  .as("%s on %s", outcome.test(), variant.uri())
                  .isIn(ofManager(variant.uri(), outcome.test())));
    }
  }

  /// A manager without groups, subscriptions, a switch, a table of many records or requests in
  /// segments does not need their tests.
  private static List<Verdict> ofManager(String uri, String test) {
    if (!uri.startsWith("sim:sm")) {
      return List.of(NOT_APPLICABLE);
    }
    boolean hasGroups = !uri.contains("multicast=false") && !uri.contains("subscriptions=false");
    boolean hasLongTable = !uri.contains("vl-"); // VL arbitration has the longest
    boolean forwards = uri.contains("switches=") && !uri.contains("proxy-join=refuse");
    boolean isOfGroups =
        test.matches(
            "S15_(Mc.*|GroupSelection|Inform.*|.*Reports|TableLengths|NewGroup|ManyGroups)");
    boolean isOfLongTables = test.startsWith("S15_Rmpp");
    boolean mayNotApply =
        (isOfGroups && !hasGroups)
            || (isOfLongTables && !hasLongTable)
            || (test.equals("S15_RmppRequest") && uri.contains("multipath=false"))
            || (test.equals("S15_McForwarding") && !forwards)
            || (test.equals("S14_Return") && uri.contains("switches=") && !uri.contains("traps="))
            || (test.equals("S15_PortReports") && !uri.contains("host="))
            || (test.equals("S14_Routes") && !uri.contains("switches="));
    return mayNotApply ? List.of(PASS, NOT_APPLICABLE) : List.of(PASS);
  }

  @Test
  void testsOfConnectionsApplyToAnAdapterThatHasAll() {
    assumeThat(scope.hasAllTests() && scope.hasAllDuts()).isTrue();
    DutOutcome adapter =
        found.variants().stream().filter(v -> v.uri().equals("sim:ca")).findFirst().orElseThrow();
    assertThat(outcomes(adapter, page -> page.id().matches("[CR]09_.*")))
        .isNotEmpty()
        .allSatisfy(outcome -> assertThat(outcome.verdict()).as(outcome.test()).isEqualTo(PASS));
  }

  private static Stream<Outcome> outcomes(DutOutcome run, Predicate<Page> which) {
    return run.outcomes().stream()
        .filter(outcome -> which.test(Pages.of(outcome.test()).orElseThrow()));
  }
}
