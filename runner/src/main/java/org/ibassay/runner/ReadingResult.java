package org.ibassay.runner;

import java.util.List;
import java.util.stream.Collectors;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Reading.Way;
import org.jspecify.annotations.Nullable;

/// Which way a DUT goes where a reading is open.
///
/// @param reading that is open
/// @param dut index into [RunResult#duts]
/// @param ways that tests saw it go, in the reading's own order; several where it goes now this
///   way, now that
/// @param asked the way that the run is strict about, or null
public record ReadingResult(Reading reading, int dut, List<Seen> ways, @Nullable Way asked) {

  /// A way, and who saw it.
  ///
  /// @param tests their ids, in the order run
  public record Seen(Way way, List<String> tests) {
    /// Keeps a copy.
    public Seen {
      tests = List.copyOf(tests);
    }
  }

  /// Keeps a copy.
  public ReadingResult {
    ways = List.copyOf(ways);
  }

  ReadingResult(Reading reading, int dut, List<Seen> ways, StrictReadings strict) {
    this(reading, dut, ways, strict.ways().get(reading));
  }

  /// The ways by their ids, for people: `accept`, or `now accept, now refuse`.
  public String text() {
    return ways.size() == 1
        ? ways.getFirst().way().id()
        : ways.stream().map(seen -> "now " + seen.way().id()).collect(Collectors.joining(", "));
  }

  /// Whether the DUT always goes the way that the run is strict about, or the run is not.
  public boolean isAllowed() {
    return asked == null || ways.stream().allMatch(seen -> seen.way().equals(asked));
  }
}
