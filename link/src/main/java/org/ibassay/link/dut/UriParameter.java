package org.ibassay.link.dut;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A parameter of a driver's URIs, with its parser and its texts for messages and documentation.
///
/// A driver declares each parameter once, lists it in [DutDriver#parameters] and reads it by [#in].
///
/// @param <T> type of its values
/// @param name name in a URI
/// @param values the values allowed, for documentation
/// @param meaning for documentation; says whether it is required
/// @param expected what error messages say is expected
/// @param reader parses a value
public record UriParameter<T>(
    String name, String values, String meaning, String expected, ValueReader<T> reader) {

  /// Parses a value.
  ///
  /// @param <T> type of the value
  @FunctionalInterface
  public interface ValueReader<T> {
    /// Returns the value; empty if the text is invalid.
    Optional<T> read(String text);
  }

  /// Returns a parameter whose error messages equal its documentation.
  public static <T> UriParameter<T> of(
      String name, String values, String meaning, ValueReader<T> reader) {
    return new UriParameter<>(name, values, meaning, values, reader);
  }

  /// Returns a parameter that allows any text.
  public static UriParameter<String> text(String name, String values, String meaning) {
    return of(name, values, meaning, Optional::of);
  }

  /// Returns a parameter that is a number, decimal or `0x`, within bounds.
  public static UriParameter<Long> number(String name, long low, long high, String meaning) {
    String bounds = low + " to " + high;
    return new UriParameter<>(
        name,
        bounds,
        meaning,
        "a number from " + bounds,
        text -> number(text).filter(number -> number >= low && number <= high));
  }

  /// Unlike [Long#decode], treats `010` as ten.
  private static Optional<Long> number(String digits) {
    try {
      return Optional.of(
          digits.startsWith("0x")
              ? Long.parseLong(digits.substring(2), 16)
              : Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// Returns the value in a URI, if there is one.
  ///
  /// @throws DutUriException if it is repeated or invalid; says what is expected
  public Optional<T> in(DutUri uri) throws DutUriException {
    Optional<String> text = uri.single(name);
    return text.isEmpty() ? Optional.empty() : Optional.of(read(uri, text.get()));
  }

  /// Returns the value in a URI, which is required.
  ///
  /// @throws DutUriException if it is missing, repeated or invalid; says what is expected
  public T requiredIn(DutUri uri) throws DutUriException {
    Optional<T> value = in(uri);
    if (value.isEmpty()) {
      throw new DutUriException(uri.text(), "does not say " + name + "=, " + expected);
    }
    return value.get();
  }

  /// Returns all values in a URI, in the order given.
  ///
  /// @throws DutUriException if one is invalid; says what is expected
  public List<T> allIn(DutUri uri) throws DutUriException {
    List<T> values = new ArrayList<>();
    for (String text : uri.all(name)) {
      values.add(read(uri, text));
    }
    return values;
  }

  private T read(DutUri uri, String text) throws DutUriException {
    Optional<T> value = reader.read(text);
    if (value.isEmpty()) {
      throw new DutUriException(uri.text(), name + "=" + text + ": expected " + expected);
    }
    return value.get();
  }

  /// Returns the names of parameters, for [DutUri#allowOnly].
  public static String[] names(List<UriParameter<?>> parameters) {
    return parameters.stream().map(UriParameter::name).toArray(String[]::new);
  }
}
