package org.ibassay.suite;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// What the runner hands to a test.
///
/// @param dut under test
/// @param page the test's own page
/// @param parameters values for the test's [Parameter]s
/// @param window how many bodies of a repetition may be under way on a real link
/// @param progress learns how far a long procedure is
/// @param strictness the readings that the run is strict about
/// @param whyNoSet why the test may not change the DUT; null where it may
public record TestContext(
    Dut dut,
    Page page,
    Parameters parameters,
    int window,
    Progress progress,
    Strictness strictness,
    @Nullable String whyNoSet) {

  /// Of a run that is strict about no reading, and changes the DUT.
  public TestContext(Dut dut, Page page, Parameters parameters, int window, Progress progress) {
    this(dut, page, parameters, window, progress, _ -> null, null);
  }

  /// Looks up what a run asks of a reading.
  @FunctionalInterface
  public interface Strictness {
    /// The id of the way that the DUT has to go; null where the run leaves it open.
    @Nullable String way(Reading reading);
  }

  /// Looks up a parameter's value.
  @FunctionalInterface
  public interface Parameters {
    /// The values, unsigned; more than one only where the parameter allows it.
    List<Long> values(Parameter parameter);
  }

  /// Learns how far a procedure is.
  @FunctionalInterface
  public interface Progress {
    /// @param done of `total`
    /// @param total whole length, in the caller's units
    void at(long done, long total);

    /// The procedure lets time pass on a real link.
    default void waiting(Duration duration) {}
  }
}
