package org.ibassay.runner;

import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Reading.Way;
import org.jspecify.annotations.Nullable;

/// The ways of a reading that a DUT followed.
///
/// @param reading the reading
/// @param dut index into [RunResult#duts]
/// @param ways the ways observed, in the reading's own order; several if the DUT's behavior varies
/// @param asked the way that the run is strict about, or null
public record ReadingResult(Reading reading, int dut, List<Seen> ways, @Nullable Way asked) {

  /// A way and the tests that observed it.
  ///
  /// @param tests ids, in the order run
  public record Seen(Way way, List<String> tests) {
    /// Copies the list.
    public Seen {
      tests = List.copyOf(tests);
    }
  }

  /// Copies the list.
  public ReadingResult {
    ways = List.copyOf(ways);
  }

  ReadingResult(Reading reading, int dut, List<Seen> ways, StrictReadings strict) {
    this(reading, dut, ways, strict.ways().get(reading));
  }

  /// The ids of the ways: `accept`, or `now accept, now refuse`.
  public String text() {
    return ways.size() == 1
        ? ways.getFirst().way().id()
        : ways.stream().map(seen -> "now " + seen.way().id()).collect(Collectors.joining(", "));
  }

  /// Whether the run is not strict about the reading, or the DUT always follows the required way.
  public boolean isAllowed() {
    return asked == null || ways.stream().allMatch(seen -> seen.way().equals(asked));
  }
}
