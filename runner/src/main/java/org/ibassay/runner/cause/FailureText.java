package org.ibassay.runner.cause;

import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Place;
import org.ibassay.suite.WrongField;
import org.ibassay.wire.attribute.Attribute;
import org.jspecify.annotations.Nullable;

/// A failure for people: elements of repeated fields have their number, ports say whose they are,
/// values of fields are not taken for places, and enumerated values have their names.
public final class FailureText {
  /// Attributes, which are dimensions where a test walks through their AttributeModifiers.
  private static final Set<String> ATTRIBUTES =
      Attribute.all().stream().map(Attribute::name).collect(Collectors.toSet());

  private FailureText() {}

  /// Completes "expected ...".
  public static String expected(CheckLog.Failure failure) {
    return readable(withElement(failure, failure.expected()));
  }

  /// Completes "received ...".
  public static String received(CheckLog.Failure failure) {
    return readable(withElement(failure, failure.actual()));
  }

  /// Completes "expected ...", with the names of attributes.
  ///
  /// @param request the request that was answered; null if unknown
  public static String expected(CheckLog.Failure failure, @Nullable String request) {
    return withAttributes(expected(failure), request);
  }

  /// Completes "received ...", with the names of attributes.
  ///
  /// @param request the request that was answered; null if unknown
  public static String received(CheckLog.Failure failure, @Nullable String request) {
    return withAttributes(received(failure), request);
  }

  private static String withAttributes(String text, @Nullable String request) {
    return request == null ? text : MadNames.withAttributes(text, request);
  }

  /// Explains abbreviations and values.
  static String readable(String text) {
    return MadNames.withCommands(CmNames.abbreviated(ValueMeanings.added(text)));
  }

  private static String withElement(CheckLog.Failure failure, String text) {
    WrongField field = failure.field();
    if (field == null
        || field.index() == WrongField.PLAIN
        || !text.startsWith(field.name() + " ")) {
      return text;
    }
    String rest = text.substring(field.name().length());
    return "%s[%d]%s".formatted(field.name(), field.index(), rest);
  }

  /// Where in a repetition; empty where nothing was repeated.
  public static String where(CheckLog.Failure failure) {
    return failure.where().coordinates().stream()
        .map(FailureText::where)
        .collect(Collectors.joining(", "));
  }

  /// Whether the numbers of a dimension are AttributeModifiers of an attribute of that name.
  static boolean isAttribute(String dimension) {
    return ATTRIBUTES.contains(dimension);
  }

  private static String where(Place.Coordinate coordinate) {
    String dimension = coordinate.dimension();
    if (isAttribute(dimension)) {
      return "%s, AttributeModifier %d".formatted(dimension, coordinate.value());
    }
    if (Illegal.isField(dimension)) {
      return dimension + " = " + Place.number(dimension, coordinate.value());
    }
    return dimension.equals("port") ? "DUT " + coordinate : coordinate.toString();
  }
}
