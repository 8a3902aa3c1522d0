package org.ibassay.link;

import java.util.List;

/// By what a packet was judged. Made once a step, used for every packet that the step checks.
///
/// @param step that checks it, its id on the page
/// @param assertions that the step proves
public record Judgement(String step, List<String> assertions) {

  /// As a capture writes it: `step 10: a#1, a#2`.
  @Override
  public String toString() {
    return "step " + step + (assertions.isEmpty() ? "" : ": " + String.join(", ", assertions));
  }
}
