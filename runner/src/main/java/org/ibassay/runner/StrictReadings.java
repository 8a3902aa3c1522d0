package org.ibassay.runner;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Reading.Way;
import org.ibassay.suite.TestContext;
import org.jspecify.annotations.Nullable;

/// The readings that a run is strict about, each with the way that the DUTs must follow.
///
/// @param ways ways by reading; all other readings stay open
/// @param named readings that were named individually
public record StrictReadings(Map<Reading, Way> ways, List<Reading> named)
    implements TestContext.Strictness {
  private static final String ALL = "all";

  /// All readings stay open.
  public static final StrictReadings NONE = new StrictReadings(Map.of(), List.of());

  /// Copies the collections.
  public StrictReadings {
    Map<Reading, Way> copy = new EnumMap<>(Reading.class);
    copy.putAll(ways);
    ways = Collections.unmodifiableMap(copy);
    named = List.copyOf(named);
  }

  /// Parses the user's options.
  ///
  /// @param texts each `ID`, which means the first way, `ID=WAY`, or `all`: the first way of every
  ///   reading that is not named separately
  /// @throws UsageException names the error and the readings or ways that exist
  public static StrictReadings of(List<String> texts) throws UsageException {
    Map<Reading, Way> named = new EnumMap<>(Reading.class);
    for (String text : texts) {
      if (!text.equals(ALL)) {
        int equals = text.indexOf('=');
        Reading reading = reading(equals < 0 ? text : text.substring(0, equals));
        Way way = equals < 0 ? reading.ways().getFirst() : way(reading, text.substring(equals + 1));
        if (named.put(reading, way) != null) {
          throw new UsageException("--strict %s: given twice".formatted(reading.id()));
        }
      }
    }
    Map<Reading, Way> ways = new EnumMap<>(Reading.class);
    if (texts.contains(ALL)) {
      Arrays.stream(Reading.values()).forEach(r -> ways.put(r, r.ways().getFirst()));
    }
    ways.putAll(named);
    return new StrictReadings(ways, List.copyOf(named.keySet()));
  }

  private static Reading reading(String id) throws UsageException {
    List<String> ids = Arrays.stream(Reading.values()).map(Reading::id).toList();
    List<String> close = Selection.close(id, ids);
    return Reading.of(id)
        .orElseThrow(() ->
            new UsageException(
                "--strict %s: no such reading%s; expected one of %s, or \"%s\" for all"
                    .formatted(
                        id,
                        close.isEmpty() ? "" : "; did you mean: " + String.join(", ", close),
                        String.join(", ", ids),
                        ALL)));
  }

  private static Way way(Reading reading, String id) throws UsageException {
    String known =
        reading.ways().stream()
            .map(way -> "%s (%s)".formatted(way.id(), way.meaning()))
            .collect(Collectors.joining(", "));
    return reading
        .way(id)
        .orElseThrow(() ->
            new UsageException(
                "--strict %s=%s: expected a way of that reading: %s"
                    .formatted(reading.id(), id, known)));
  }

  @Override
  public @Nullable String way(Reading reading) {
    Way way = ways.get(reading);
    return way == null ? null : way.id();
  }
}
