package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.McMemberRecord.MTU;
import static org.ibassay.wire.sa.McMemberRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.McMemberRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.McMemberRecord.RATE;
import static org.ibassay.wire.sa.McMemberRecord.RATE_SELECTOR;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.PathRecord;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.Selector;

/// A component by which multicast groups are requested; an MTU, rate or packet lifetime with its
/// selector.
///
/// @param selector EXACTLY for components that have no selector
record GroupQuery(Field component, int selector, long value) {
  private static final List<String> WORDS = List.of(" greater than", " less than", "", " the best");

  private static final Map<Field, Field> SELECTORS =
      Map.of(MTU, MTU_SELECTOR, RATE, RATE_SELECTOR, PACKET_LIFE_TIME, PACKET_LIFE_TIME_SELECTOR);

  /// These quantities in PathRecord.
  private static final Map<Field, Field> SCALES =
      Map.of(
          MTU,
          PathRecord.MTU,
          RATE,
          PathRecord.RATE,
          PACKET_LIFE_TIME,
          PathRecord.PACKET_LIFE_TIME);

  /// Components with a selector.
  static final List<Field> CHOSEN = List.of(MTU, RATE, PACKET_LIFE_TIME);

  static GroupQuery of(Field component, long value) {
    return new GroupQuery(component, Selector.EXACTLY, value);
  }

  /// Returns queries with each selector that a group of that MTU, rate or packet lifetime matches.
  static List<GroupQuery> matching(Field component, long value) {
    List<GroupQuery> all = new ArrayList<>();
    all.add(of(component, value));
    for (long less : around(component, value, -1)) {
      all.add(new GroupQuery(component, Selector.GREATER_THAN, less));
      all.add(new GroupQuery(component, Selector.BEST, less));
    }
    for (long more : around(component, value, 1)) {
      all.add(new GroupQuery(component, Selector.LESS_THAN, more));
      all.add(new GroupQuery(component, Selector.BEST, more));
    }
    return all;
  }

  /// Returns queries with each selector that such a group does not match.
  static List<GroupQuery> mismatching(Field component, long value) {
    List<GroupQuery> all = new ArrayList<>();
    all.add(new GroupQuery(component, Selector.GREATER_THAN, value));
    all.add(new GroupQuery(component, Selector.LESS_THAN, value));
    for (long less : around(component, value, -1)) {
      all.add(of(component, less));
      all.add(new GroupQuery(component, Selector.LESS_THAN, less));
    }
    for (long more : around(component, value, 1)) {
      all.add(of(component, more));
      all.add(new GroupQuery(component, Selector.GREATER_THAN, more));
    }
    return all;
  }

  /// Returns the nearest value on one side, and the one whose code is farthest on the other side:
  /// codes of rates are not in the order of the rates.
  ///
  /// @param side -1 for smaller values, 1 for greater ones
  static Set<Long> around(Field component, long value, int side) {
    Field scale = scale(component);
    List<Long> there =
        LongStream.rangeClosed(0, component.max())
            .filter(code -> PathQuery.isValue(scale, code))
            .filter(code -> PathQuery.compare(scale, code, value) * side > 0)
            .boxed()
            .toList();
    Set<Long> chosen = new LinkedHashSet<>();
    there.stream()
        .min((one, other) -> PathQuery.compare(scale, one, other) * side)
        .ifPresent(chosen::add);
    there.stream()
        .min((one, other) -> Long.compare(one, other) * side)
        .filter(code -> (code - value) * side < 0)
        .ifPresent(chosen::add);
    return chosen;
  }

  /// Returns the smallest value.
  static long least(Field component) {
    return LongStream.rangeClosed(0, component.max())
        .filter(code -> isValue(component, code))
        .boxed()
        .min((one, other) -> compare(component, one, other))
        .orElseThrow();
  }

  /// Whether a code stands for a value.
  static boolean isValue(Field component, long code) {
    return PathQuery.isValue(scale(component), code);
  }

  /// Compares two values, of which codes of rates are not in order.
  static int compare(Field component, long one, long other) {
    return PathQuery.compare(scale(component), one, other);
  }

  private static Field scale(Field component) {
    return SCALES.getOrDefault(component, component);
  }

  /// Returns a request with this component, too.
  SaRequest in(SaRequest request) {
    Field own = SELECTORS.get(component);
    return (own == null ? request : request.with(own, selector)).with(component, value);
  }

  /// Whether a record has what was requested.
  boolean isMet(SaRecord record) {
    int compared = PathQuery.compare(scale(component), record.data(component), value);
    return switch (selector) {
      case Selector.GREATER_THAN -> compared > 0;
      case Selector.LESS_THAN -> compared < 0;
      case Selector.EXACTLY -> compared == 0;
      default -> true;
    };
  }

  /// Returns the component with its selector, for messages.
  String what() {
    return component.name() + WORDS.get(selector);
  }
}
