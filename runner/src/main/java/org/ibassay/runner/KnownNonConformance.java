package org.ibassay.runner;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A non-conformance that is known: one assertion of one test that a device is expected to fail.
///
/// @param file that it was read from
/// @param entry its number there, from 1
/// @param test the test's id
/// @param assertion as results name it
/// @param reason why it is put up with
/// @param owner who answers for it
/// @param firmware of the device in which it was seen, for people: no management attribute tells a
///   device's firmware, so it is not compared
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

  /// The reason, and who answers for it till when.
  public String text() {
    String seen = firmware == null ? "" : "firmware " + firmware + ", ";
    return "%s (%s%s, until %s)".formatted(reason, seen, owner, expires);
  }
}
