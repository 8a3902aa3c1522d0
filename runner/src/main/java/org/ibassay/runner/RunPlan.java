package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.suite.Page;

/// What to run, and how.
///
/// @param targets the DUTs, each with its tests
/// @param parameters of the tests
/// @param safe whether only tests that read are to be run
/// @param ownFabric whether tests may change a fabric that another subnet manager runs
/// @param window how many bodies of a repetition may be under way on a real link
/// @param timing patience of the tester's ports
/// @param expectations known non-conformances
/// @param rounds how often to run it all
/// @param claims what the DUTs are said to implement
/// @param strict the readings that are to be judged
public record RunPlan(
    List<Target> targets,
    ParameterValues parameters,
    boolean safe,
    boolean ownFabric,
    int window,
    Timing timing,
    Expectations expectations,
    int rounds,
    Claims claims,
    StrictReadings strict) {

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

  /// Keeps a copy.
  public RunPlan {
    targets = List.copyOf(targets);
  }

  /// Without claims, and strict about no reading.
  public RunPlan(
      List<Target> targets,
      ParameterValues parameters,
      boolean safe,
      boolean ownFabric,
      int window,
      Timing timing,
      Expectations expectations,
      int rounds) {
    this(
        targets,
        parameters,
        safe,
        ownFabric,
        window,
        timing,
        expectations,
        rounds,
        Claims.NONE,
        StrictReadings.NONE);
  }
}
