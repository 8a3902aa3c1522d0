package org.ibassay.link;

import java.util.List;

/// A parameter of a driver's URIs: which names a URI may give, and what the documentation shows.
///
/// @param name as it stands in a URI
/// @param values what it may be, for people
/// @param meaning for people; says whether it has to be given
public record UriParameter(String name, String values, String meaning) {

  /// The names of some, for [DutUri#allowOnly].
  public static String[] names(List<UriParameter> parameters) {
    return parameters.stream().map(UriParameter::name).toArray(String[]::new);
  }
}
