package org.ibassay.decode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ibassay.wire.packet.Finding;
import org.jspecify.annotations.Nullable;

/// The meaning of a name in a filter: sections, or fields in sections; several if the same header
/// is displayed in several ways.
///
/// @param name as displayed in the tree
/// @param places the sections, each with the field, or with null for the section itself
/// @param special a term other than sections and fields; null for those
record FilterName(String name, List<Place> places, @Nullable FilterTerm special) {

  /// A field in a section.
  record Place(Section section, @Nullable Row row) {}

  private static final Map<String, FilterName> ALL = new LinkedHashMap<>();

  /// The maximum edit distance of a misspelled name.
  private static final int FAR = 4;

  private static final int SHOWN = 3;

  static {
    for (Section section : Sections.all()) {
      add(section.name, section, null);
      for (Row row : section.rows) {
        add(section.name + "." + row.name(), section, row);
        row.parts().forEach(part -> add(section.name + "." + part.name(), section, part));
      }
    }
    FilterTerm.NAMES.forEach(FilterName::add);
    add("Finding", FilterTerm.findings(null));
    for (Finding.Kind kind : Finding.Kind.values()) {
      add("Finding." + kind, FilterTerm.findings(kind));
    }
  }

  private static void add(String name, Section section, @Nullable Row row) {
    ALL.computeIfAbsent(plain(name), key -> new FilterName(name, new ArrayList<>(), null))
        .places
        .add(new Place(section, row));
  }

  private static void add(String name, FilterTerm special) {
    ALL.put(plain(name), new FilterName(name, List.of(), special));
  }

  boolean isField() {
    return special != null || places.getFirst().row != null;
  }

  /// The number of elements: 1 for a single value, and for a header.
  int elements() {
    return places.stream()
        .map(Place::row)
        .mapToInt(row -> row == null ? 1 : row.field().count())
        .max()
        .orElse(1);
  }

  /// Returns a name in any spelling; null if it does not exist.
  static @Nullable FilterName of(String name) {
    return ALL.get(plain(name));
  }

  /// Returns the names most similar to one that does not exist.
  static List<String> near(String name) {
    String wanted = plain(name);
    int far = Math.min(FAR, wanted.length() / 2);
    int nearest =
        ALL.keySet().stream().mapToInt(other -> distance(wanted, other)).min().orElse(far);
    return ALL.entrySet().stream()
        .filter(entry -> distance(wanted, entry.getKey()) <= Math.min(far, nearest + 1))
        .filter(entry -> nearest > 0 || distance(wanted, entry.getKey()) == 0)
        .sorted(Comparator.comparingInt(entry -> distance(wanted, entry.getKey())))
        .limit(SHOWN)
        .map(entry -> entry.getValue().name.replaceAll("[^A-Za-z0-9_.]", ""))
        .toList();
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9.]", "").toLowerCase(Locale.ROOT);
  }

  /// The number of characters to replace, insert or delete; 0 if one is the last part of the other.
  private static int distance(String one, String other) {
    if (other.endsWith("." + one)) {
      return 0;
    }
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int above = row[j];
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[other.length()];
  }
}
