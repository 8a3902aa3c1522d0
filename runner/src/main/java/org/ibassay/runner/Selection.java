package org.ibassay.runner;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.suite.Page;

/// Selects tests by what a user enters.
///
/// A selector is
/// - a test's id, `C14_024_12`, or a glob of ids, `C14_*` (`*` any characters, `?` one);
/// - a section, `24.1.5.15`: its tests and those of every section below it, so `24.1.5` selects
///   `24.1.5.15` too, but not `24.1.50`;
/// - an assertion id, `v1c14-024.1.1#12.02`: every test that claims it; without its number,
///   `v1c14-024.1.1`, every test that claims one of them.
///
/// Ids of tests and assertions are case-insensitive, because the pages themselves print both
/// `V1c09-027#12` and `v1c14-...`.
public final class Selection {
  private static final int SUGGESTIONS = 3;

  private Selection() {}

  /// Returns the tests that any of the selectors selects, in the order of `pages`; all of them if
  /// there is no selector.
  ///
  /// @throws UsageException if a selector selects nothing; names it and similar names
  public static List<Page> of(List<String> selectors, List<Page> pages) throws UsageException {
    if (selectors.isEmpty()) {
      return List.copyOf(pages);
    }
    Set<String> picked = new HashSet<>();
    for (String selector : selectors) {
      Pattern ids = glob(selector);
      List<Page> matching = pages.stream().filter(page -> picks(selector, ids, page)).toList();
      if (matching.isEmpty()) {
        throw new UsageException(complaint(selector, pages));
      }
      matching.forEach(page -> picked.add(page.id()));
    }
    return pages.stream().filter(page -> picked.contains(page.id())).toList();
  }

  /// Returns the names that any of the selectors, each a name or a glob, selects; all of them if
  /// there is no selector.
  ///
  /// @throws UsageException if a selector selects nothing; lists similar names
  public static List<String> named(List<String> selectors, List<String> names)
      throws UsageException {
    List<Pattern> globs = selectors.stream().map(Selection::glob).toList();
    for (int i = 0; i < selectors.size(); i++) {
      String selector = selectors.get(i);
      Pattern glob = globs.get(i);
      if (names.stream().noneMatch(name -> glob.matcher(name).matches())) {
        List<String> close = close(selector, names);
        throw new UsageException(
            "no such name: \"%s\"%s"
                .formatted(
                    selector,
                    close.isEmpty() ? "" : "; did you mean: " + String.join(", ", close)));
      }
    }
    return names.stream()
        .filter(name ->
            selectors.isEmpty() || globs.stream().anyMatch(glob -> glob.matcher(name).matches()))
        .toList();
  }

  /// Whether one of the selectors selects a test.
  public static boolean isAnyOf(List<String> selectors, Page page) {
    return selectors.stream().anyMatch(selector -> picks(selector, glob(selector), page));
  }

  private static boolean picks(String selector, Pattern ids, Page page) {
    return ids.matcher(page.id()).matches()
        || page.section().equals(selector)
        || page.section().startsWith(selector + ".")
        || page.claims(assertion -> isNamed(selector, assertion));
  }

  /// Whether a selector is an assertion's id, or the part before its number, as `describe` prints a
  /// page's coverage: `v1c14-017` for `v1c14-017#01`.
  public static boolean isNamed(String selector, String assertion) {
    return selector.equalsIgnoreCase(assertion)
        || selector.equalsIgnoreCase(assertion.substring(0, Math.max(0, assertion.indexOf('#'))));
  }

  private static Pattern glob(String selector) {
    String regex =
        selector
            .chars()
            .mapToObj(c ->
                switch (c) {
                  case '*' -> ".*";
                  case '?' -> ".";
                  default -> Pattern.quote(Character.toString(c));
                })
            .collect(Collectors.joining());
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  private static String complaint(String selector, List<Page> pages) {
    Set<String> names =
        pages.stream()
            .flatMap(page ->
                Stream.of(List.of(page.id(), page.section()), page.claimed())
                    .flatMap(Collection::stream))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<String> close = close(selector, names);
    return "no test matches \""
        + selector
        + "\""
        + (close.isEmpty() ? "" : "; did you mean: " + String.join(", ", close))
        + "; expected a test ID (C14_024_12), a glob (C14_*), a section (24.1.5.15) or an"
        + " assertion ID (v1c14-024.1.1#12.02); see \"ibassay list\"";
  }

  /// Returns the names that start with `wanted` or that a typing error could have turned into it,
  /// nearest first.
  public static List<String> close(String wanted, Collection<String> names) {
    int tolerated = Math.max(2, wanted.length() / 3);
    String lower = wanted.toLowerCase(Locale.ROOT);
    return names.stream()
        .filter(name ->
            (!lower.isEmpty() && name.toLowerCase(Locale.ROOT).startsWith(lower))
                || distance(lower, name.toLowerCase(Locale.ROOT)) <= tolerated)
        .sorted(Comparator.comparingInt(n -> distance(lower, n.toLowerCase(Locale.ROOT))))
        .limit(SUGGESTIONS)
        .toList();
  }

  /// Levenshtein distance: the number of characters to insert, delete or replace.
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchanged = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(exchanged, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
