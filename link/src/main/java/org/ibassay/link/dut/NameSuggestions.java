package org.ibassay.link.dut;

import java.util.Comparator;
import java.util.List;

/// Finds names similar to a misspelled one.
public final class NameSuggestions {
  private NameSuggestions() {}

  /// Returns the most similar names.
  ///
  /// @return the candidates with the smallest edit distance to `word`, closest first; those of its
  ///   family, the part before the dot, precede all others
  public static List<String> to(String word, List<String> candidates, int count) {
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

  /// Levenshtein distance: the number of characters to insert, delete or replace.
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
