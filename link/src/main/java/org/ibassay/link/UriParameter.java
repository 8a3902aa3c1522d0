package org.ibassay.link;

/// A parameter of a driver's URIs: which names a URI may give, and what the documentation shows.
///
/// @param name as it stands in a URI
/// @param values what it may be, for people
/// @param meaning for people; says whether it has to be given
public record UriParameter(String name, String values, String meaning) {}
