package org.ibassay.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The tests of one chapter of the specification.
///
/// @param number as in the tests' ids, e.g. `14`
/// @param title in our words
/// @param tests in the order of their sections
public record Chapter(String number, String title, List<TestView> tests) {
  private static final Map<String, String> TITLES =
      Map.of(
          "09", "Transport: connections, datagrams, frames",
          "12", "Communication management",
          "13", "Management datagrams and response time",
          "14", "Subnet management",
          "15", "Subnet administration",
          "16", "Performance management");

  /// The target of links to it.
  public String anchor() {
    return "chapter-" + number;
  }

  static List<Chapter> of(List<TestView> tests) {
    Map<String, List<TestView>> chapters = new TreeMap<>();
    for (TestView test : tests) {
      String number = test.page().id().replaceFirst("^[A-Z](\\d+)_.*", "$1");
      chapters.computeIfAbsent(number, n -> new ArrayList<>()).add(test);
    }
    return chapters.entrySet().stream()
        .map(e -> new Chapter(e.getKey(), title(e.getKey()), e.getValue()))
        .toList();
  }

  private static String title(String number) {
    String title = TITLES.get(number);
    if (title == null) {
      throw new IllegalStateException("chapter " + number + " has no title; give it one here");
    }
    return title;
  }
}
