package org.ibassay.suite.c09;

import java.util.List;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.jspecify.annotations.Nullable;

/// # Completion of requests whose response carries data
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
/// - I2: The QP's ACK timeout is 0, infinite: the DUT never retransmits.
abstract class C09_060 extends TransportTest {
  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel();
    step("I2");
    return true;
  }

  /// Returns why the DUT does not send two READs or atomics before the first is answered, or null
  /// if it does.
  ///
  /// @return the limit that the DUT declares
  final @Nullable String lackForTwo() throws TestException {
    return dut().attributes().maxReadsAsInitiator() < 2
        ? "the DUT has at most one READ or atomic outstanding"
        : null;
  }

  /// Returns why the DUT does not send two atomics before the first is answered, or null if it
  /// does.
  ///
  /// @return the limit that the DUT declares
  final @Nullable String lackForTwoAtomics() throws TestException {
    return dut().attributes().atomics() == Atomics.NONE ? "the DUT has no atomics" : lackForTwo();
  }

  /// Verifies that exactly one request has completed, the first, with success.
  final void verifyFirstCompleted(List<Completion> completions) {
    work().verifySucceeded(completions, 1);
    if (!completions.isEmpty()) {
      long id = completions.getFirst().id();
      verify(0, id == 1, () -> "completion of request 1", () -> "completion of request " + id);
    }
  }
}
