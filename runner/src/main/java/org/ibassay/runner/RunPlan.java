package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.suite.Page;

/// The tests to run, and how.
///
/// @param targets the DUTs, each with its tests
/// @param parameters parameters of the tests
/// @param manner how the tests are run
/// @param expectations known non-conformances
/// @param claims what the DUTs are claimed to implement
/// @param strict readings that are judged
public record RunPlan(
    List<Target> targets,
    ParameterValues parameters,
    Manner manner,
    Expectations expectations,
    Claims claims,
    StrictReadings strict) {

  /// End of the reason for a test that applies but was left out at the user's request.
  public static final String LEFT_OUT = "left out by --safe";

  /// A DUT and the tests to run against it.
  ///
  /// @param dut DUT of a valid URI, not open yet
  /// @param pages pages of the tests
  public record Target(DutTarget dut, List<Page> pages) {
    /// Copies the list.
    public Target {
      pages = List.copyOf(pages);
    }

    /// The DUT's URI, as the user wrote it.
    String uri() {
      return dut.uri().text();
    }
  }

  /// How tests are run.
  ///
  /// @param safe whether only tests that read are run
  /// @param ownFabric whether tests may change a fabric that another subnet manager manages
  /// @param window how many iterations of a repetition may run concurrently on a real link
  /// @param timing timeouts and retries of the tester's ports
  /// @param rounds number of rounds
  /// @param counters whether the DUT's counters are compared with what the tester sent and received
  public record Manner(
      boolean safe, boolean ownFabric, int window, Timing timing, int rounds, boolean counters) {
    /// All tests, once, with one outstanding request at a time.
    public static final Manner DEFAULT = new Manner(false, false, 1, Timing.DEFAULT, 1, false);

    /// Returns this manner with other timeouts and retries.
    public Manner with(Timing patience) {
      return new Manner(safe, ownFabric, window, patience, rounds, counters);
    }

    private Manner withWindowOfAtMost(int most) {
      return new Manner(safe, ownFabric, Math.min(most, window), timing, rounds, counters);
    }
  }

  /// Copies the list.
  public RunPlan {
    targets = List.copyOf(targets);
  }

  /// A plan with default parameters and without knowledge of the DUTs.
  public static RunPlan of(List<Target> targets) {
    return new RunPlan(
        targets,
        ParameterValues.defaults(),
        Manner.DEFAULT,
        Expectations.NONE,
        Claims.NONE,
        StrictReadings.NONE);
  }

  /// Returns this plan with other DUTs.
  public RunPlan with(List<Target> others) {
    return new RunPlan(others, parameters, manner, expectations, claims, strict);
  }

  /// Returns this plan with other parameters.
  public RunPlan with(ParameterValues values) {
    return new RunPlan(targets, values, manner, expectations, claims, strict);
  }

  /// Returns this plan with another manner.
  public RunPlan with(Manner other) {
    return new RunPlan(targets, parameters, other, expectations, claims, strict);
  }

  /// Returns this plan with known non-conformances.
  public RunPlan with(Expectations known) {
    return new RunPlan(targets, parameters, manner, known, claims, strict);
  }

  /// Returns this plan with claims.
  public RunPlan with(Claims said) {
    return new RunPlan(targets, parameters, manner, expectations, said, strict);
  }

  /// Returns this plan with readings to judge.
  public RunPlan with(StrictReadings judged) {
    return new RunPlan(targets, parameters, manner, expectations, claims, judged);
  }

  /// Returns this plan with a limit on the number of outstanding requests.
  public RunPlan withWindowOfAtMost(int most) {
    return with(manner.withWindowOfAtMost(most));
  }
}
