package org.ibassay.suite;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the steps that the text of a page mentions, as in "step 5", "steps A1 to A4.2".
public final class StepReferences {
  private static final String STEP = "([A-Z]?\\d+(?:\\.\\d+)*)";

  /// A reference. Its groups: the word "step" or "steps", the first step, and if there is a second
  /// step, the word between them and that step.
  public static final Pattern PATTERN =
      Pattern.compile("\\b([Ss]teps?) " + STEP + "(?:( to | and | or )" + STEP + ")?");

  private StepReferences() {}

  /// Returns the ids of the steps that a text mentions.
  public static Set<String> in(String text) {
    return PATTERN
        .matcher(text)
        .results()
        .flatMap(found -> Stream.of(found.group(2), found.group(4)))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
