package org.ibassay.runner;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A known non-conformance: an assertion of a test that a device is expected to fail.
///
/// @param file file that contains it
/// @param entry its number in the file, from 1
/// @param test id of the test
/// @param assertion id as in results
/// @param reason why it is tolerated
/// @param owner person responsible for it
/// @param firmware firmware of the device in which it was observed; informative, because no
///   management attribute reports it
/// @param expires the last day on which it counts, in UTC
public record KnownNonConformance(
    String file,
    int entry,
    String test,
    String assertion,
    String reason,
    String owner,
    @Nullable String firmware,
    LocalDate expires) {

  /// The reason, the owner and the last day.
  public String text() {
    String seen = firmware == null ? "" : "firmware " + firmware + ", ";
    return "%s (%s%s, until %s)".formatted(reason, seen, owner, expires);
  }
}
