package org.ibassay.suite.c15;

import static org.ibassay.wire.sa.PathRecord.DGID;
import static org.ibassay.wire.sa.PathRecord.MTU;
import static org.ibassay.wire.sa.PathRecord.MTU_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.NUMB_PATH;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME;
import static org.ibassay.wire.sa.PathRecord.PACKET_LIFE_TIME_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.P_KEY;
import static org.ibassay.wire.sa.PathRecord.RATE;
import static org.ibassay.wire.sa.PathRecord.RATE_SELECTOR;
import static org.ibassay.wire.sa.PathRecord.REVERSIBLE;
import static org.ibassay.wire.sa.PathRecord.SGID;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.ibassay.suite.SaChecks;
import org.ibassay.suite.SaRecord;
import org.ibassay.wire.Field;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.Mtu;
import org.ibassay.wire.sa.Rate;
import org.ibassay.wire.sa.SaRequest;
import org.ibassay.wire.sa.Selector;
import org.jspecify.annotations.Nullable;

/// The components by which paths are requested, and the check that a path has them.
///
/// @param gids SGID and DGID, if requested
/// @param components other components
record PathQuery(Map<Field, Gid> gids, Map<Field, Long> components) {
  private static final int MEMBERSHIP = 0x8000;

  private static final Map<Field, Field> SELECTORS =
      Map.of(MTU, MTU_SELECTOR, RATE, RATE_SELECTOR, PACKET_LIFE_TIME, PACKET_LIFE_TIME_SELECTOR);

  private static final List<String> WORDS = List.of(" greater than", " less than", "", " the best");

  /// Returns a query between two ports, by their GIDs.
  static PathQuery of(Gid from, Gid to) {
    Map<Field, Gid> gids = new LinkedHashMap<>();
    gids.put(SGID, from);
    gids.put(DGID, to);
    return new PathQuery(gids, Map.of());
  }

  /// Returns a query from a port, by its GID.
  static PathQuery from(Gid from) {
    return new PathQuery(Map.of(SGID, from), Map.of());
  }

  /// Returns a query by no component.
  static PathQuery ofNothing() {
    return new PathQuery(Map.of(), Map.of());
  }

  /// Returns a copy with one more component.
  PathQuery with(Field component, long value) {
    Map<Field, Long> more = new LinkedHashMap<>(components);
    more.put(component, value);
    return new PathQuery(gids, more);
  }

  /// Returns a copy with an MTU, rate or packet lifetime, and its selector.
  PathQuery with(Field value, int selector, long wished) {
    return with(selectorOf(value), selector).with(value, wished);
  }

  static Field selectorOf(Field value) {
    return Objects.requireNonNull(SELECTORS.get(value));
  }

  /// Returns a request for these paths.
  SaRequest in(SaRequest request) {
    gids.forEach(request::with);
    components.forEach(request::with);
    return request;
  }

  /// Returns the component added last and its selector, for messages; of two GIDs the second.
  String what() {
    Field last = last();
    if (last == null) {
      return "DGID of GUID";
    }
    long selector = components.getOrDefault(SELECTORS.getOrDefault(last, last), 0L);
    return last.name() + (SELECTORS.containsKey(last) ? WORDS.get((int) selector) : "");
  }

  /// Returns the value added last.
  long value() {
    Field last = last();
    return last == null
        ? Objects.requireNonNull(gids.get(DGID)).guid()
        : Objects.requireNonNull(components.get(last));
  }

  private @Nullable Field last() {
    return components.keySet().stream()
        .filter(field -> !field.equals(NUMB_PATH))
        .reduce((_, later) -> later)
        .orElse(null);
  }

  /// Verifies that a path has what was requested. Reversible 0 requests a path whether reversible
  /// or not.
  void verifyMet(SaChecks checks, SaRecord path) {
    gids.forEach((field, gid) -> checks.verifyGid(path, field, gid));
    components.forEach((field, value) -> verifyMet(checks, path, field, value));
  }

  private void verifyMet(SaChecks checks, SaRecord path, Field field, long wished) {
    if (SELECTORS.containsKey(field)) {
      verifyChosen(checks, path, field, wished);
    } else if (field.equals(P_KEY)) {
      long actual = path.data(P_KEY);
      checks.verify(
          path,
          P_KEY,
          ((actual ^ wished) & ~MEMBERSHIP) == 0,
          () -> "P_Key 0x%04X, whatever its membership".formatted(wished),
          () -> "P_Key 0x%04X".formatted(actual));
    } else if (SELECTORS.containsValue(field)) {
      checks.verifyData(path, field, 0, Selector.EXACTLY);
    } else if (!field.equals(NUMB_PATH) && !(field.equals(REVERSIBLE) && wished == 0)) {
      checks.verifyData(path, field, 0, wished);
    }
  }

  /// In a response the selector is "exactly", whatever the request's.
  private void verifyChosen(SaChecks checks, SaRecord path, Field value, long wished) {
    int selector = Math.toIntExact(components.getOrDefault(selectorOf(value), 0L));
    long actual = path.data(value);
    checks.verify(
        path,
        value,
        isChosen(selector, compare(value, actual, wished)),
        () -> "%s%s %d".formatted(value.name(), WORDS.get(selector), wished),
        () -> "%s %d".formatted(value.name(), actual));
  }

  private static boolean isChosen(int selector, int compared) {
    return switch (selector) {
      case Selector.GREATER_THAN -> compared > 0;
      case Selector.LESS_THAN -> compared < 0;
      case Selector.EXACTLY -> compared == 0;
      default -> true;
    };
  }

  /// Rate codes are not in the order of the rates; a reserved one is slower than all.
  static int compare(Field value, long one, long other) {
    IntUnaryOperator rank = code -> Rate.of(code).map(Rate::ordinal).orElse(-1);
    return value.equals(RATE)
        ? Integer.compare(rank.applyAsInt((int) one), rank.applyAsInt((int) other))
        : Long.compare(one, other);
  }

  /// Whether a code stands for a value.
  static boolean isValue(Field value, long code) {
    return (!value.equals(MTU) || Mtu.bytes(Math.toIntExact(code)) > 0)
        && (!value.equals(RATE) || Rate.of(Math.toIntExact(code)).isPresent());
  }

  /// Returns the next greater value; empty after the last.
  static OptionalLong above(Field value, long code) {
    return values(value)
        .filter(other -> compare(value, other, code) > 0)
        .reduce((one, other) -> compare(value, one, other) < 0 ? one : other);
  }

  /// Returns the next smaller value; empty before the first.
  static OptionalLong below(Field value, long code) {
    return values(value)
        .filter(other -> compare(value, other, code) < 0)
        .reduce((one, other) -> compare(value, one, other) > 0 ? one : other);
  }

  private static LongStream values(Field value) {
    return LongStream.rangeClosed(0, value.max()).filter(code -> isValue(value, code));
  }
}
