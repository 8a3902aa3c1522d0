package org.ibassay.runner.cause;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.WrongField;

/// Finds what the wrong values of a field have in common.
final class Values {
  private static final Pattern NUMBER =
      Pattern.compile("0x\\p{XDigit}+|\\b\\p{XDigit}{8,}\\b|\\b\\d[\\d.,:]*");
  private static final Pattern VALUE = Pattern.compile("(?!.* or )(?:[\\d\"]|\\p{XDigit}+:).*");
  private static final int MOST_VALUES = 3;
  private static final String ICRC = "ICRC";

  private Values() {}

  /// Returns the expected and received texts without their numbers.
  static String form(CheckLog.Failure failure) {
    return form(failure.expected()) + "; " + form(failure.actual());
  }

  private static String form(String text) {
    return NUMBER.matcher(text).replaceAll("#");
  }

  /// The property of a failure that concerns no field.
  static Likeness unlike(CheckLog.Failure failure) {
    return new Likeness(
        Likeness.SAME,
        form(failure),
        "Expected %s; received %s"
            .formatted(
                FailureText.readable(failure.expected()), FailureText.readable(failure.actual())));
  }

  /// Returns the properties that the wrong values of a field may share with others.
  static List<Likeness> likenesses(Symptom symptom) {
    List<CheckLog.Failure> examples = symptom.examples();
    String title = title(examples.getFirst());
    if (!examples.stream().allMatch(Values::isPlain)) {
      return List.of(unlike(examples.getFirst()));
    }
    if (title.equals(ICRC)) {
      return List.of(
          new Likeness(Likeness.SAME, "ICRC is wrong")); // its value depends on the packet
    }
    Set<String> received = values(examples, CheckLog.Failure::actual);
    Set<String> expected = values(examples, CheckLog.Failure::expected);
    List<Likeness> all = new ArrayList<>();
    String first = received.iterator().next();
    if (received.size() == 1 && expected.size() == 1) {
      all.add(
          new Likeness(
              Likeness.SAME,
              "%s is %s instead of %s".formatted(title, first, expected.iterator().next())));
    }
    if (received.size() == 1) {
      all.add(
          new Likeness(
              Likeness.SAME_RECEIVED,
              Likeness.SAME_RECEIVED + title + first,
              "%s is %s%s".formatted(title, first, insteadOf(expected))));
    }
    addBitOrShift(all, title, pairs(examples), examples);
    if (expected.size() == 1) {
      all.add(
          new Likeness(
              Likeness.SAME_EXPECTED,
              Likeness.SAME_EXPECTED + title + expected,
              "%s is %s%s".formatted(title, oneOf(received), insteadOf(expected))));
    }
    all.add(
        new Likeness(
            Likeness.SAME_TEST,
            Likeness.SAME_TEST + title + symptom.test().page().id(),
            "%s is %s".formatted(title, pairs(examples))));
    return all;
  }

  /// Lists the received values with those expected instead, if they are few: `1 instead of 0, 0
  /// instead of 1 or 7`.
  private static String pairs(List<CheckLog.Failure> examples) {
    Map<String, Set<String>> expected = new LinkedHashMap<>();
    for (CheckLog.Failure failure : examples) {
      expected
          .computeIfAbsent(value(failure, CheckLog.Failure::actual), _ -> new LinkedHashSet<>())
          .add(value(failure, CheckLog.Failure::expected));
    }
    if (expected.size() > MOST_VALUES) {
      return oneOf(expected.keySet()) + insteadOf(values(examples, CheckLog.Failure::expected));
    }
    return expected.entrySet().stream()
        .map(entry -> entry.getKey() + insteadOf(entry.getValue()))
        .collect(joining(", "));
  }

  private static void addBitOrShift(
      List<Likeness> all, String title, String pairs, List<CheckLog.Failure> examples) {
    List<WrongField> fields = examples.stream().map(CheckLog.Failure::field).toList();
    if (!fields.stream().allMatch(field -> field != null && field.expected() != null)) {
      return;
    }
    Set<BigInteger> masks =
        distinct(fields, f -> Objects.requireNonNull(f.expected()).xor(f.actual()));
    BigInteger mask = masks.iterator().next();
    if (masks.size() == 1 && mask.bitCount() == 1 && fields.getFirst().width() > 1) {
      int bit = mask.getLowestSetBit();
      Set<BigInteger> bits = distinct(fields, f -> f.actual().and(mask));
      String says = "%s: bit %d is ".formatted(title, bit);
      if (bits.size() == 1) {
        String is = bits.contains(mask) ? "1 instead of 0" : "0 instead of 1";
        all.add(new Likeness(Likeness.ONE_BIT, says + is));
      }
      boolean hasOtherBits =
          fields.stream()
              .anyMatch(f -> Objects.requireNonNull(f.expected()).andNot(mask).signum() != 0);
      // for 0 and 1, the values are clearer
      String text = hasOtherBits ? says + "inverted" : "%s is %s".formatted(title, pairs);
      all.add(new Likeness(Likeness.ONE_BIT_INVERTED, says + "inverted", text));
    }
    Set<BigInteger> shifts =
        distinct(fields, f -> f.actual().subtract(Objects.requireNonNull(f.expected())));
    if (shifts.size() == 1) {
      BigInteger shift = shifts.iterator().next();
      String how = shift.signum() > 0 ? "high" : "low";
      all.add(
          new Likeness(Likeness.SHIFTED, "%s is too %s by %s".formatted(title, how, shift.abs())));
    }
  }

  private static Set<BigInteger> distinct(
      List<WrongField> fields, Function<WrongField, BigInteger> value) {
    Set<BigInteger> values = new LinkedHashSet<>();
    fields.forEach(field -> values.add(value.apply(field)));
    return values;
  }

  /// The name of the field and of what holds it: `PortInfo:LID`, `BTH:P_Key`; empty where the
  /// failure is about no field. Fields of the MAD header have their bare names, as some messages
  /// do.
  static String title(CheckLog.Failure failure) {
    WrongField field = failure.field();
    if (field == null) {
      return "";
    }
    return field.attribute() == null
        ? name(failure).replaceFirst("^MADHeader:", "")
        : field.attribute() + ":" + field.name();
  }

  /// The name of the field as the failure's texts begin with it.
  private static String name(CheckLog.Failure failure) {
    String expected = failure.expected();
    String name = Objects.requireNonNull(failure.field()).name();
    int at = expected.indexOf(name + " ");
    // includes the header, as in `BTH:P_Key`
    return at > 0 && expected.charAt(at - 1) == ':' ? expected.substring(0, at) + name : name;
  }

  /// Whether a failure's texts contain only the field's values.
  private static boolean isPlain(CheckLog.Failure failure) {
    String name = name(failure);
    return Stream.of(failure.expected(), failure.actual())
        .allMatch(text ->
            text.startsWith(name + " ")
                && VALUE.matcher(text.substring(name.length() + 1)).matches());
  }

  /// Values as printed in messages.
  private static Set<String> values(
      List<CheckLog.Failure> examples, Function<CheckLog.Failure, String> side) {
    Set<String> values = new LinkedHashSet<>();
    for (CheckLog.Failure failure : examples) {
      values.add(value(failure, side));
    }
    return values;
  }

  private static String value(CheckLog.Failure failure, Function<CheckLog.Failure, String> side) {
    return ValueMeanings.added(side.apply(failure))
        .substring(name(failure).length() + 1)
        .replaceFirst(" in \\w+[(,].*", "");
  }

  private static String insteadOf(Set<String> expected) {
    return expected.size() > MOST_VALUES
        ? " instead of several other values"
        : " instead of " + oneOf(expected);
  }

  private static String oneOf(Set<String> values) {
    return values.size() > MOST_VALUES
        ? values.stream().limit(2).collect(joining(", ", "", ", ..."))
        : String.join(", ", values).replaceFirst(", ([^,]*)$", " or $1");
  }
}
