package org.ibassay.link;

import java.util.List;

/// The checks that judged a packet. Created once per step and used for every packet that the step
/// checks.
///
/// @param step the step, its id on the page
/// @param assertions assertions that the step proves
public record Judgement(String step, List<String> assertions) {

  /// The form used in captures: `step 10: a#1, a#2`.
  @Override
  public String toString() {
    return "step " + step + (assertions.isEmpty() ? "" : ": " + String.join(", ", assertions));
  }
}
