package org.ibassay.site;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.suite.Family;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// What a test inherits from the classes that it extends.
final class Inheritance {
  private static final Pattern CALL = Pattern.compile("\\b([A-Za-z]\\w+)\\(|\\[#(\\w+)]");

  private final Page page;
  private final List<Family> lineage;
  private final Map<String, Called> described = new LinkedHashMap<>();

  /// A procedure that steps call.
  ///
  /// @param of class that contains it
  /// @param text in Markdown
  record Called(String name, String of, String text) {}

  Inheritance(Page page) {
    this.page = page;
    lineage = Pages.lineage(page);
    for (Family family : lineage) {
      for (Family.Helper helper : family.procedures()) {
        described.merge(
            helper.name(),
            new Called(helper.name(), family.id(), helper.text()),
            (nearest, other) -> nearest);
      }
    }
  }

  /// The superclasses that have a page, nearest first.
  List<Family> families() {
    return lineage.stream().filter(family -> family.title() != null).toList();
  }

  /// The class that the test's initialization is inherited from; empty if it is its own.
  String initializationOf() {
    return lineage.stream()
        .filter(family -> !family.initialization().isEmpty())
        .filter(family -> family.initialization().equals(page.initialization()))
        .map(Family::id)
        .findFirst()
        .orElse("");
  }

  /// The procedures that steps call, directly or indirectly, by name.
  Map<String, Called> calls() {
    Map<String, Called> calls = new TreeMap<>();
    Deque<String> texts = new ArrayDeque<>();
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .map(Page.Step::text)
        .forEach(texts::add);
    while (!texts.isEmpty()) {
      for (String name : named(texts.remove())) {
        Called called = described.get(name);
        if (called != null && calls.putIfAbsent(name, called) == null) {
          texts.add(called.text());
        }
      }
    }
    return calls;
  }

  private static Set<String> named(String text) {
    Set<String> names = new TreeSet<>();
    Matcher call = CALL.matcher(text);
    while (call.find()) {
      names.add(call.group(2) == null ? Linker.methodName(call.group(1)) : call.group(2));
    }
    return names;
  }
}
