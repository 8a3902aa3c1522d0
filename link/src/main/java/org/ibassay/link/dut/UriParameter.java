package org.ibassay.link.dut;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A parameter of a driver's URIs: how it is read, and what messages and documentation say of it.
///
/// A driver declares each parameter once, lists it in [DutDriver#parameters] and reads it by [#in].
///
/// @param <T> what a value is read as
/// @param name as it stands in a URI
/// @param values what it may be, for people
/// @param meaning for people; says whether it has to be given
/// @param expected what a message about a wrong value says that is expected
/// @param reader turns the text into the value
public record UriParameter<T>(
    String name, String values, String meaning, String expected, ValueReader<T> reader) {

  /// Reads the text of a value.
  ///
  /// @param <T> what a value is read as
  @FunctionalInterface
  public interface ValueReader<T> {
    /// The value; empty when the text is not one of the parameter's.
    Optional<T> read(String text);
  }

  /// A parameter whose messages say the same as its documentation.
  public static <T> UriParameter<T> of(
      String name, String values, String meaning, ValueReader<T> reader) {
    return new UriParameter<>(name, values, meaning, values, reader);
  }

  /// A parameter that takes any text.
  public static UriParameter<String> text(String name, String values, String meaning) {
    return of(name, values, meaning, Optional::of);
  }

  /// A number, decimal or `0x`, between two bounds.
  public static UriParameter<Long> number(String name, long low, long high, String meaning) {
    String bounds = low + " to " + high;
    return new UriParameter<>(
        name,
        bounds,
        meaning,
        "a number from " + bounds,
        text -> number(text).filter(number -> number >= low && number <= high));
  }

  /// Not [Long#decode], to which `010` is eight.
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

  /// The value that a URI gives, if it gives one.
  ///
  /// @throws DutUriException when it is given more than once, or is wrong; says what is expected
  public Optional<T> in(DutUri uri) throws DutUriException {
    Optional<String> text = uri.single(name);
    return text.isEmpty() ? Optional.empty() : Optional.of(read(uri, text.get()));
  }

  /// The value that a URI has to give.
  ///
  /// @throws DutUriException when it is not given once, or is wrong; says what is expected
  public T requiredIn(DutUri uri) throws DutUriException {
    Optional<T> value = in(uri);
    if (value.isEmpty()) {
      throw new DutUriException(uri.text(), "does not say " + name + "=, " + expected);
    }
    return value.get();
  }

  /// Every value that a URI gives, in the order given.
  ///
  /// @throws DutUriException when one is wrong; says what is expected
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

  /// The names of some, for [DutUri#allowOnly].
  public static String[] names(List<UriParameter<?>> parameters) {
    return parameters.stream().map(UriParameter::name).toArray(String[]::new);
  }
}
