package org.ibassay.runner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.ibassay.suite.TestContext;

/// The parameters of a run: the checked values of the user, and defaults for the rest.
public final class ParameterValues implements TestContext.Parameters {
  private final Map<Parameter, List<Long>> values = new EnumMap<>(Parameter.class);
  private final Map<Parameter, String> given = new EnumMap<>(Parameter.class);

  private ParameterValues() {}

  /// @param texts the user's values, by the names of the parameters
  /// @throws UsageException names the parameter and the values allowed
  public static ParameterValues of(Map<String, String> texts) throws UsageException {
    ParameterValues result = new ParameterValues();
    for (Parameter parameter : Parameter.values()) {
      result.values.put(parameter, parse(parameter, parameter.fallback()));
    }
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      Parameter parameter = named(entry.getKey());
      result.values.put(parameter, parse(parameter, entry.getValue()));
      result.given.put(parameter, entry.getValue());
    }
    if (result.values(Parameter.M_KEY_DUT).equals(result.values(Parameter.M_KEY_OTHER))) {
      throw new UsageException(
          "parameters M_KEY_DUT and M_KEY_OTHER are both "
              + hex(result.values(Parameter.M_KEY_DUT).getFirst())
              + ": a wrong key has to differ from the right one");
    }
    return result;
  }

  /// Returns the default values.
  static ParameterValues defaults() {
    try {
      return of(Map.of());
    } catch (UsageException e) {
      throw new IllegalStateException("a parameter's default value is not allowed", e);
    }
  }

  /// @throws UsageException if there is none; lists those that exist
  public static Parameter named(String name) throws UsageException {
    for (Parameter parameter : Parameter.values()) {
      if (parameter.name().equals(name)) {
        return parameter;
      }
    }
    throw new UsageException(
        "no parameter is called \""
            + name
            + "\"; there are "
            + Arrays.stream(Parameter.values())
                .map(Parameter::name)
                .collect(Collectors.joining(", ")));
  }

  @Override
  public List<Long> values(Parameter parameter) {
    return values.getOrDefault(parameter, List.of());
  }

  /// Returns the values that the user gave, as written.
  public Map<Parameter, String> given() {
    return new EnumMap<>(given);
  }

  /// Returns the parameters that a test reads, as notes: `LEASE_PERIOD = 2 (seconds)`; empty if it
  /// reads none.
  List<String> readBy(Page page) {
    String all =
        Arrays.stream(Parameter.values())
            .filter(parameter -> page.parameters().contains(parameter.name()))
            .map(parameter ->
                "%s = %s (%s)"
                    .formatted(
                        parameter.name(),
                        given.getOrDefault(parameter, parameter.fallback()),
                        isList(parameter) ? "each in turn" : parameter.unit()))
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? List.of() : List.of("parameters of this run: " + all);
  }

  /// Whether a parameter may have several values, separated by commas.
  public static boolean isList(Parameter parameter) {
    return parameter == Parameter.M_KEY_PROTECT_BITS || parameter == Parameter.START_PSN;
  }

  /// Describes the values allowed for a parameter.
  public static String allowed(Parameter parameter) {
    if (!parameter.words().isEmpty()) {
      return String.join(" or ", parameter.words());
    }
    if (parameter == Parameter.M_KEY_PROTECT_BITS) {
      return "2, 3 or 2,3";
    }
    return isList(parameter) ? range(parameter) + ", or several with commas" : range(parameter);
  }

  private static String range(Parameter parameter) {
    return parameter.high() == -1L
        ? hex(parameter.low()) + " to " + hex(parameter.high())
        : parameter.low() + " to " + parameter.high();
  }

  private static List<Long> parse(Parameter parameter, String text) throws UsageException {
    List<Long> numbers = new ArrayList<>();
    String[] parts = isList(parameter) ? text.split(",", -1) : new String[] {text};
    for (String part : parts) {
      long number = number(parameter, text, part.strip());
      if (numbers.contains(number)) {
        throw refusal(parameter, text);
      }
      numbers.add(number);
    }
    return List.copyOf(numbers);
  }

  private static long number(Parameter parameter, String text, String part) throws UsageException {
    if (!parameter.words().isEmpty()) {
      return place(parameter, text, part);
    }
    long number;
    try {
      boolean isHex = part.startsWith("0x") || part.startsWith("0X");
      number = isHex ? Long.parseUnsignedLong(part, 2, part.length(), 16) : unsigned(part);
    } catch (NumberFormatException e) {
      throw refusal(parameter, text);
    }
    if (Long.compareUnsigned(number, parameter.low()) < 0
        || Long.compareUnsigned(number, parameter.high()) > 0) {
      throw refusal(parameter, text);
    }
    return number;
  }

  private static long place(Parameter parameter, String text, String word) throws UsageException {
    int place = parameter.words().indexOf(word);
    if (place < 0) {
      throw refusal(parameter, text);
    }
    return place;
  }

  private static long unsigned(String part) {
    if (part.startsWith("+")) {
      throw new NumberFormatException(part);
    }
    return Long.parseUnsignedLong(part);
  }

  private static UsageException refusal(Parameter parameter, String text) {
    String notation = parameter.words().isEmpty() ? ", decimal or 0x" : "";
    return new UsageException(
        "parameter %s=%s: expected %s%s (%s; %s)"
            .formatted(
                parameter,
                text,
                allowed(parameter),
                notation,
                parameter.unit(),
                parameter.meaning()));
  }

  private static String hex(long value) {
    return "0x%X".formatted(value);
  }
}
