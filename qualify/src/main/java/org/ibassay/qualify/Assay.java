package org.ibassay.qualify;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.DutDriver;
import org.ibassay.qualify.Variants.Variant;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.Suite;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.TransportTest;
import org.ibassay.suite.UcTest;

/// Runs tests on simulated DUTs, in this process; several threads may run different DUTs.
final class Assay {
  /// Prefix of the tests of packets over Ethernet.
  private static final String FRAMES = "F09_";

  private static final Set<String> TRANSPORT =
      Set.of("rc", "extended", "roce", "uc", "ud", "cm", "gmp", "way", "death");

  private static final Pattern DEVIATION = Pattern.compile("deviation=([^&]+)");

  private final Suite suite;
  private final Choice choice;
  private final DutDriver driver;
  private final Map<String, Set<String>> families;
  private final Drivers drivers;
  private final Timing timing;

  /// Selects the tests to run on a DUT.
  interface Choice {
    Choice ALL =
        new Choice() {
          @Override
          public boolean isSelected(String test, String deviation) {
            return true;
          }

          @Override
          public boolean isSelected(Page page, Variant variant) {
            return true;
          }
        };

    /// Whether to run a test on a DUT with a deviation, among the tests that it can affect.
    ///
    /// @param test id of the test
    /// @param deviation name of the deviation
    boolean isSelected(String test, String deviation);

    /// Whether to run a test on a conforming DUT. By default, tests of the transport are left out
    /// if the DUT differs from others only in its management, and tests of management if it differs
    /// only in its transport. On a manager with parameters that an adapter also has, only the tests
    /// of managers run.
    default boolean isSelected(Page page, Variant variant) {
      if (!variant.uri().contains("?")) {
        return true;
      }
      if (!familiesOf(page.id(), Pages.newTest(page)).isEmpty()) {
        return !variant.isOfManagement();
      }
      return !variant.isOfTransport()
          && (!variant.isAdapterToo() || page.roles().contains(DutRole.SM));
    }
  }

  /// @param pages pages of the tests
  Assay(List<Page> pages) {
    this(pages, Timing.DEFAULT);
  }

  /// @param pages pages of the tests
  Assay(List<Page> pages, Choice choice) {
    this(own(pages), choice, new SimDriver(), Timing.DEFAULT);
  }

  /// @param timing timeouts and retries of the tester
  Assay(List<Page> pages, Timing timing) {
    this(own(pages), Choice.ALL, new SimDriver(), timing);
  }

  /// @param driver driver of simulated DUTs
  Assay(Suite suite, Choice choice, DutDriver driver) {
    this(suite, choice, driver, Timing.DEFAULT);
  }

  private Assay(Suite suite, Choice choice, DutDriver driver, Timing timing) {
    this.suite = suite;
    this.families =
        suite.pages().stream()
            .collect(
                Collectors.toMap(
                    Page::id, page -> familiesOf(page.id(), suite.maker().apply(page))));
    this.choice = choice;
    this.driver = driver;
    this.drivers = new Drivers(List.of(driver));
    this.timing = timing;
  }

  private static Suite own(List<Page> pages) {
    return new Suite(pages, Pages::newTest);
  }

  /// Records what one test observes of a DUT.
  TesterView sight(String uri, Page page) {
    TesterView sight = new TesterView(driver);
    Suite one = new Suite(List.of(page), suite.maker());
    new Assay(one, Choice.ALL, sight, Timing.DEFAULT).result(uri, Map.of());
    return sight;
  }

  List<Page> pages() {
    return suite.pages();
  }

  /// Runs the tests one after another on one DUT, as a user does.
  ///
  /// @param variant variant with a valid kind and valid parameters
  DutOutcome run(Variant variant) {
    List<Page> tested = pages().stream().filter(page -> choice.isSelected(page, variant)).toList();
    Iterator<TestResult> results =
        result(variant.uri(), tested, variant.parameters(), StrictReadings.NONE).tests().iterator();
    List<Outcome> outcomes =
        pages().stream()
            .map(page ->
                tested.contains(page) ? Outcome.of(results.next()) : Outcome.untouched(page))
            .toList();
    return new DutOutcome(variant.uri(), variant.parameters(), variant.ways(), outcomes);
  }

  /// Runs some of the tests with a strict reading.
  ///
  /// @param open outcomes of a run that left the reading open
  StrictOutcome strict(TakenWay asked, DutOutcome open) {
    List<Page> meeting =
        pages().stream().filter(page -> open.outcome(page.id()).meets(asked.reading())).toList();
    StrictReadings strict =
        new StrictReadings(
            Map.of(asked.reading(), asked.reading().way(asked.way()).orElseThrow()), List.of());
    List<Outcome> outcomes =
        result(open.uri(), meeting, open.parameters(), strict).tests().stream()
            .map(Outcome::of)
            .toList();
    return new StrictOutcome(
        asked, open, new DutOutcome(open.uri(), open.parameters(), open.ways(), outcomes));
  }

  /// Runs each test on a separate DUT, so that no test's outcome depends on other tests. Tests that
  /// the deviations cannot affect do not run: the simulated device handles connections, unreliable
  /// datagrams and management datagrams by independent code.
  ///
  /// @param uri URI with a valid kind, valid parameters and deviations
  DutOutcome runApart(String uri) {
    List<String> deviations = DEVIATION.matcher(uri).results().map(name -> name.group(1)).toList();
    List<Outcome> outcomes =
        pages().stream()
            .map(page -> isTouched(page, deviations) ? outcome(uri, page) : Outcome.untouched(page))
            .toList();
    return new DutOutcome(uri, Map.of(), outcomes);
  }

  private Outcome outcome(String uri, Page page) {
    return Outcome.of(result(uri, List.of(page), Map.of(), StrictReadings.NONE).tests().getFirst());
  }

  private boolean isTouched(Page page, List<String> deviations) {
    return deviations.stream()
        .anyMatch(name -> canTouch(page, name) && choice.isSelected(page.id(), name));
  }

  private boolean canTouch(Page page, String deviation) {
    String family = deviation.substring(0, deviation.indexOf('.'));
    Set<String> ofTransport = families.getOrDefault(page.id(), Set.of());
    return TRANSPORT.contains(family) ? ofTransport.contains(family) : ofTransport.isEmpty();
  }

  /// Returns the families of deviations of the transport that affect a test; none for other tests.
  private static Set<String> familiesOf(String id, ExecutableTest test) {
    return switch (test) {
      case TransportTest _ when id.startsWith(FRAMES) -> Set.of("rc", "roce", "way", "death");
      case TransportTest _ -> Set.of("rc", "extended", "way", "death");
      case DatagramTest _ -> Set.of("ud", "way", "death");
      case UcTest _ -> Set.of("uc", "way", "death");
      case CmTest _ -> Set.of("cm", "gmp", "way", "death");
      default -> Set.of();
    };
  }

  RunResult result(String uri, Map<String, String> parameters) {
    return result(uri, pages(), parameters, StrictReadings.NONE);
  }

  private RunResult result(
      String uri, List<Page> pages, Map<String, String> parameters, StrictReadings strict) {
    try {
      RunPlan.Target target = new RunPlan.Target(drivers.parse(uri), pages);
      return new Run(
              plan(target, parameters, strict),
              new Suite(pages, suite.maker()),
              InstantSource.system(),
              new Interruption(),
              Journals.in(Path.of("none"), "ibassay"), // unused: a simulated DUT has no journal
              List.of())
          .execute(Tap.NONE);
    } catch (UsageException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private RunPlan plan(RunPlan.Target target, Map<String, String> parameters, StrictReadings strict)
      throws UsageException {
    return RunPlan.of(List.of(target))
        .with(ParameterValues.of(parameters))
        .with(RunPlan.Manner.DEFAULT.with(timing))
        .with(strict);
  }
}
