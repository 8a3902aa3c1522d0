package org.ibassay.cli;

import java.util.Set;
import java.util.function.Predicate;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// The tests whose packets are recorded for an audit, by subject.
enum AuditedTests {
  RC("rc.", id -> id.startsWith("C09_") || id.startsWith("R09_")),
  UC("uc.", id -> id.startsWith("W09_")),
  UD("ud.", id -> id.startsWith("U09_")),
  CM("cm.", id -> id.startsWith("M12_"));

  /// In these tests, the tester acknowledges packets that were never sent, or repeats packets or
  /// skips PSNs so often that an audit must consider the capture incomplete.
  private static final Set<String> LIKE_BAD_CAPTURES =
      Set.of(
          "R09_BothSides",
          "R09_DrainedQueue",
          "R09_FarPsns",
          "R09_Immediate",
          "R09_SendInvalidate",
          "R09_WrongResponse");

  /// Tests of boundaries, single bits, and repeated packets: their effects are visible in the DUT's
  /// memory and completions rather than on the wire.
  private static final Set<String> OFF_THE_WIRE =
      Set.of(
          "R09_AddressBits",
          "R09_AtomicRepeats",
          "R09_BthBits",
          "R09_ClosedQp",
          "R09_DuplicateOfMessage",
          "R09_Edges",
          "R09_GapInMessage",
          "R09_HeadersInMessage",
          "R09_LeastRights",
          "R09_LocalProtection",
          "R09_OpCodeOrder",
          "R09_PathMtu",
          "R09_RetryOfSeveral",
          "R09_RnrAgain",
          "R09_SentNotices",
          "R09_SolicitedEvent",
          "R09_TwoConnections",
          "W09_AnyStart",
          "W09_Edges",
          "W09_Gather",
          "W09_SentNotices",
          "W09_SolicitedEvent",
          "U09_Edges",
          "U09_Gather",
          "M12_ManyConnections",
          "M12_ReservedBits",
          "M12_ServiceType",
          "M12_TwoConnections");

  private final String family;

  @SuppressWarnings("ImmutableEnumChecker") // it has no state
  private final Predicate<String> some;

  AuditedTests(String family, Predicate<String> some) {
    this.family = family;
    this.some = some;
  }

  /// The prefix of the names of deviations in this subject.
  String family() {
    return family;
  }

  /// The resource with the findings of an audit of these tests.
  String file() {
    return family.replace(".", "-audit.txt");
  }

  String[] selectors() {
    return Pages.all().stream()
        .map(Page::id)
        .filter(some)
        .filter(id -> !LIKE_BAD_CAPTURES.contains(id) && !OFF_THE_WIRE.contains(id))
        .toArray(String[]::new);
  }
}
