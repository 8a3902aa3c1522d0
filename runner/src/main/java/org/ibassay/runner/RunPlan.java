package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.suite.Page;

/// The tests to run, and how.
///
/// @param targets the DUTs, each with its tests
/// @param parameters of the tests
/// @param manner how the tests are carried out
/// @param expectations known non-conformances
/// @param claims what the DUTs are said to implement
/// @param strict the readings that are to be judged
public record RunPlan(
    List<Target> targets,
    ParameterValues parameters,
    Manner manner,
    Expectations expectations,
    Claims claims,
    StrictReadings strict) {

  /// The end of the reason of a test that applies but was left out at the user's request.
  public static final String LEFT_OUT = "left out by --safe";

  /// A DUT and what to run against it.
  ///
  /// @param dut of a valid URI, not open yet
  /// @param pages of the tests
  public record Target(DutTarget dut, List<Page> pages) {
    /// Keeps a copy.
    public Target {
      pages = List.copyOf(pages);
    }

    /// The DUT's URI, as the user wrote it.
    String uri() {
      return dut.uri().text();
    }
  }

  /// How tests are carried out.
  ///
  /// @param safe whether only tests that read are to be run
  /// @param ownFabric whether tests may change a fabric that another subnet manager runs
  /// @param window how many bodies of a repetition may be under way on a real link
  /// @param timing patience of the tester's ports
  /// @param rounds how often to run it all
  /// @param counters whether the DUT's counters are compared with what the tester sent and received
  public record Manner(
      boolean safe, boolean ownFabric, int window, Timing timing, int rounds, boolean counters) {
    /// All tests, once, with one request under way at a time.
    public static final Manner DEFAULT = new Manner(false, false, 1, Timing.DEFAULT, 1, false);

    /// The same, but for the patience.
    public Manner with(Timing patience) {
      return new Manner(safe, ownFabric, window, patience, rounds, counters);
    }

    private Manner oneAtATime() {
      return new Manner(safe, ownFabric, 1, timing, rounds, counters);
    }
  }

  /// Keeps a copy.
  public RunPlan {
    targets = List.copyOf(targets);
  }

  /// Carries out tests with their parameters' default values, and nothing known of the DUTs.
  public static RunPlan of(List<Target> targets) {
    return new RunPlan(
        targets,
        ParameterValues.defaults(),
        Manner.DEFAULT,
        Expectations.NONE,
        Claims.NONE,
        StrictReadings.NONE);
  }

  /// The same, of other DUTs.
  public RunPlan with(List<Target> others) {
    return new RunPlan(others, parameters, manner, expectations, claims, strict);
  }

  /// The same, but for the tests' parameters.
  public RunPlan with(ParameterValues values) {
    return new RunPlan(targets, values, manner, expectations, claims, strict);
  }

  /// The same, carried out otherwise.
  public RunPlan with(Manner other) {
    return new RunPlan(targets, parameters, other, expectations, claims, strict);
  }

  /// The same, with non-conformances that are known.
  public RunPlan with(Expectations known) {
    return new RunPlan(targets, parameters, manner, known, claims, strict);
  }

  /// The same, of DUTs that are said to implement something.
  public RunPlan with(Claims said) {
    return new RunPlan(targets, parameters, manner, expectations, said, strict);
  }

  /// The same, with readings that are judged.
  public RunPlan with(StrictReadings judged) {
    return new RunPlan(targets, parameters, manner, expectations, claims, judged);
  }

  /// The same, with one request under way at a time.
  RunPlan oneAtATime() {
    return with(manner.oneAtATime());
  }
}
