package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a procedure that was tried once: what became of it, which does not count yet.
///
/// @param log its checks
/// @param end why it was cut short by the DUT or the link, or null
/// @param missing the check that a packet came which did not, where that cut it short, or null
record Trial(CheckLog log, @Nullable TestException end, CheckLog.@Nullable Failure missing) {
  boolean failed() {
    return !log.allPassed();
  }

  /// Which checks failed or could not be made, and what cut it short.
  List<String> outcome() {
    List<String> outcome = new ArrayList<>();
    log.steps()
        .values()
        .forEach(tally -> {
          tally.examples().forEach(f -> outcome.add(f.step() + f.where() + f.expected()));
          outcome.addAll(tally.inconclusive());
        });
    if (end != null) {
      outcome.add(String.valueOf(end.getMessage()));
    }
    return outcome;
  }

  /// Whether all was checked, and held.
  boolean passed() {
    return !failed() && end == null && !log.isOpen();
  }
}
