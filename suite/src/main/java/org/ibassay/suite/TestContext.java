package org.ibassay.suite;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.dut.Dut;
import org.jspecify.annotations.Nullable;

/// What the runner supplies to a test.
///
/// @param dut the DUT
/// @param page the test's page
/// @param parameters values of the test's [Parameter]s
/// @param window how many iterations of a repetition may run concurrently on a real link
/// @param progress receives the progress of a long procedure
/// @param strictness the readings that the run is strict about
/// @param whyNoSet why the test must not change the DUT; null if it may
public record TestContext(
    Dut dut,
    Page page,
    Parameters parameters,
    int window,
    Progress progress,
    Strictness strictness,
    @Nullable String whyNoSet) {

  /// The context of a run that is strict about no reading and may change the DUT.
  public TestContext(Dut dut, Page page, Parameters parameters, int window, Progress progress) {
    this(dut, page, parameters, window, progress, _ -> null, null);
  }

  /// Looks up how the run treats a reading.
  @FunctionalInterface
  public interface Strictness {
    /// The id of the way that the DUT must follow; null if the run leaves the reading open.
    @Nullable String way(Reading reading);
  }

  /// Looks up the values of parameters.
  @FunctionalInterface
  public interface Parameters {
    /// The values, unsigned; more than one only if the parameter allows it.
    List<Long> values(Parameter parameter);
  }

  /// Receives the progress of a procedure.
  @FunctionalInterface
  public interface Progress {
    /// @param done amount done, in the same units as `total`
    /// @param total amount of the whole
    void at(long done, long total);

    /// Called when the procedure starts to wait on a real link.
    default void waiting(Duration duration) {}
  }
}
