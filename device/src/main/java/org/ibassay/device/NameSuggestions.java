package org.ibassay.device;

import java.util.Comparator;
import java.util.List;

/// Finds what a user may have meant.
final class NameSuggestions {
  private NameSuggestions() {}

  /// @return the candidates that take the fewest edits to become `word`, the closest first; those
  ///   of the family that `word` names, which is what stands before its dot, before all others
  static List<String> to(String word, List<String> candidates, int count) {
    return candidates.stream()
        .sorted(
            Comparator.comparing((String candidate) -> !family(candidate).equals(family(word)))
                .thenComparingInt(candidate -> edits(word, candidate)))
        .limit(count)
        .toList();
  }

  private static String family(String name) {
    return name.substring(0, Math.max(0, name.indexOf('.')));
  }

  /// Levenshtein's distance: how many characters to add, drop or change.
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
