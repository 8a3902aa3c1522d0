package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Checks that every link of the site leads to an existing page and anchor, and that all pages have
/// different titles.
final class LinkCheck {
  private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");
  private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");
  private static final Pattern ABROAD = Pattern.compile("(https?|mailto):.*");

  private final Path site;
  private final List<String> problems = new ArrayList<>();
  private final Map<Path, Set<String>> ids = new TreeMap<>();
  private final Map<String, Path> titles = new HashMap<>();

  LinkCheck(Path site) throws IOException {
    this.site = site;
    Map<Path, String> pages = new TreeMap<>();
    try (Stream<Path> found = Files.walk(site)) {
      for (Path file : found.filter(Files::isRegularFile).sorted().toList()) {
        boolean isPage = file.toString().endsWith(".html");
        String text = isPage ? Files.readString(file) : "";
        ids.put(file, ids(file, text));
        pages.put(file, text);
      }
    }
    pages.forEach(this::checkLinks);
    pages.forEach(this::checkTitle);
  }

  /// Returns the problems; empty if there are none.
  List<String> problems() {
    return List.copyOf(problems);
  }

  /// Whether a page has that anchor.
  boolean has(String page, String id) {
    return ids.getOrDefault(site.resolve(page), Set.of()).contains(id);
  }

  private Set<String> ids(Path file, String text) {
    Set<String> ids = new HashSet<>();
    Matcher id = ID.matcher(text);
    while (id.find()) {
      if (!ids.add(id.group(1))) {
        problem(file, "has id \"" + id.group(1) + "\" twice");
      }
    }
    return ids;
  }

  private void checkLinks(Path file, String text) {
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      String target = link.group(1);
      if (!ABROAD.matcher(target).matches() && !leadsSomewhere(file, target)) {
        problem(file, "links to \"" + target + "\", which does not exist");
      }
    }
  }

  private void checkTitle(Path file, String text) {
    Matcher title = TITLE.matcher(text);
    while (title.find()) {
      Path other = titles.putIfAbsent(title.group(1), file);
      if (other != null) {
        problem(file, "has the title of " + site.relativize(other) + ": " + title.group(1));
      }
    }
  }

  private boolean leadsSomewhere(Path from, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path to = path.isEmpty() ? from : from.resolveSibling(path).normalize();
    Set<String> there = ids.get(to);
    return there != null && (hash < 0 || there.contains(target.substring(hash + 1)));
  }

  private void problem(Path file, String what) {
    problems.add(site.relativize(file) + " " + what);
  }
}
