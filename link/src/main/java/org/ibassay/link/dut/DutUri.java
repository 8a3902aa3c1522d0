package org.ibassay.link.dut;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The URI of a DUT: `scheme:target?name=value&name=value`.
///
/// @param text as the user wrote it
/// @param scheme selects the driver
/// @param target what the driver opens, e.g. `switch` or `mlx5_0/1`
/// @param parameters in the order given; names may be repeated
public record DutUri(String text, String scheme, String target, List<Parameter> parameters) {
  /// The number of parameters that a message lists.
  private static final int MOST_NAMED = 30;

  private static final int CLOSEST = 5;

  /// @param name as written
  /// @param value as written; may be empty
  public record Parameter(String name, String value) {}

  /// Copies the list.
  public DutUri {
    parameters = List.copyOf(parameters);
  }

  /// Parses a URI.
  ///
  /// @throws DutUriException names the invalid part and what is allowed there
  public static DutUri parse(String text) throws DutUriException {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new DutUriException(text, "has no scheme; expected SCHEME:TARGET, e.g. sim:switch");
    }
    int question = text.indexOf('?', colon);
    String target = text.substring(colon + 1, question < 0 ? text.length() : question);
    if (target.isEmpty()) {
      throw new DutUriException(
          text, "names no target after \"" + text.substring(0, colon + 1) + "\"");
    }
    List<Parameter> parameters = new ArrayList<>();
    if (question >= 0) {
      for (String part : text.substring(question + 1).split("&", -1)) {
        parameters.add(parameter(text, part));
      }
    }
    return new DutUri(text, text.substring(0, colon), target, parameters);
  }

  /// Returns the text with a parameter set to another value, or added.
  public String withParameter(String name, String value) {
    String others =
        parameters.stream()
            .filter(p -> !p.name.equals(name))
            .map(p -> p.name + "=" + p.value + "&")
            .collect(Collectors.joining());
    return "%s:%s?%s%s=%s".formatted(scheme, target, others, name, value);
  }

  private static Parameter parameter(String text, String part) throws DutUriException {
    int equals = part.indexOf('=');
    if (equals < 1) {
      throw new DutUriException(text, "has \"" + part + "\" where NAME=VALUE is expected");
    }
    return new Parameter(part.substring(0, equals), part.substring(equals + 1));
  }

  /// Returns the value of a parameter that must not be repeated.
  ///
  /// @throws DutUriException if it was given more than once
  public Optional<String> single(String name) throws DutUriException {
    List<String> values = all(name);
    if (values.size() > 1) {
      throw new DutUriException(text, "gives \"" + name + "\" " + values.size() + " times");
    }
    return values.stream().findFirst();
  }

  /// Returns all values of a parameter, in the order given.
  public List<String> all(String name) {
    return parameters.stream().filter(p -> p.name.equals(name)).map(Parameter::value).toList();
  }

  /// Rejects all other parameters.
  ///
  /// @throws DutUriException names the first other one, and those allowed
  public void allowOnly(String... names) throws DutUriException {
    List<String> allowed = List.of(names);
    for (Parameter parameter : parameters) {
      if (!allowed.contains(parameter.name)) {
        throw new DutUriException(
            text,
            "unknown parameter \"%s\"; %s".formatted(parameter.name, near(parameter, allowed)));
      }
    }
  }

  private static String near(Parameter unknown, List<String> allowed) {
    if (allowed.size() <= MOST_NAMED) {
      return "allowed: " + String.join(", ", allowed);
    }
    String near = String.join(", ", NameSuggestions.to(unknown.name, allowed, CLOSEST));
    return "closest: %s; the DUT URI reference of the documentation lists all %d"
        .formatted(near, allowed.size());
  }

  @Override
  public String toString() {
    return text;
  }
}
