package org.ibassay.suite;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Steps that the text of a page names, as in "step 5", "steps A1 to A4.2".
public final class StepReferences {
  private static final String STEP = "([A-Z]?\\d+(?:\\.\\d+)*)";

  /// One reference. Its groups: the word "step" or "steps", the first step, and where there is a
  /// last one, the word between them and the last step.
  public static final Pattern PATTERN =
      Pattern.compile("\\b([Ss]teps?) " + STEP + "(?:( to | and | or )" + STEP + ")?");

  private StepReferences() {}

  /// The ids of the steps that a text names.
  public static Set<String> in(String text) {
    return PATTERN
        .matcher(text)
        .results()
        .flatMap(found -> Stream.of(found.group(2), found.group(4)))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
