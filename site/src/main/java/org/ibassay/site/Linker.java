package org.ibassay.site;

import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes links of the ids in rendered text: of assertions, tests and steps.
final class Linker {
  private static final Pattern TAG_OR_TEXT = Pattern.compile("<[^>]*>|[^<]+");
  private static final Pattern ASSERTION =
      Pattern.compile("\\b(?:[vV]\\d+[a-z]+\\d+-[\\d.]+|ia-[a-z0-9.-]+)#\\d+(?:\\.\\d+)*");
  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\d\\d_\\w+");
  private static final Pattern STEPS =
      Pattern.compile(
          "\\b([Ss]teps?) ([A-Z]?\\d+(?:\\.\\d+)*)(?:( to | and | or )([A-Z]?\\d+(?:\\.\\d+)*))?");

  private final String root;
  private final Set<String> assertions;
  private final Set<String> tests;
  private final Set<String> steps;

  /// @param root way to the site's root
  /// @param steps of the page on which the text stands
  Linker(String root, Set<String> assertions, Set<String> tests, Set<String> steps) {
    this.root = root;
    this.assertions = assertions;
    this.tests = tests;
    this.steps = steps;
  }

  /// The same text with links in it.
  String linked(String html) {
    StringBuilder linked = new StringBuilder();
    Matcher part = TAG_OR_TEXT.matcher(html);
    boolean inLink = false;
    while (part.find()) {
      String text = part.group();
      if (text.startsWith("<")) {
        inLink = text.startsWith("<a ") || (inLink && !text.equals("</a>"));
        linked.append(text);
      } else {
        linked.append(inLink ? text : inText(text));
      }
    }
    return linked.toString();
  }

  private String inText(String text) {
    String some = ASSERTION.matcher(text).replaceAll(found -> quoted(assertion(found.group())));
    if (!some.equals(text)) {
      return some;
    }
    some = TEST.matcher(text).replaceAll(found -> quoted(test(found.group())));
    return some.equals(text) ? STEPS.matcher(text).replaceAll(found -> quoted(steps(found))) : some;
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }

  private String assertion(String id) {
    return assertions.contains(id)
        ? "<a class=\"id\" href=\"%scoverage.html#%s\">%s</a>".formatted(root, Ids.anchor(id), id)
        : id;
  }

  private String test(String id) {
    return tests.contains(id)
        ? "<a class=\"id\" href=\"%stests/%s.html\">%s</a>".formatted(root, id, id)
        : id;
  }

  private String steps(MatchResult found) {
    String first = "%s %s".formatted(found.group(1), step(found.group(2)));
    return Optional.ofNullable(found.group(4))
        .map(last -> first + found.group(3) + step(last))
        .orElse(first);
  }

  private String step(String id) {
    return steps.contains(id) ? "<a href=\"#%s\">%s</a>".formatted(Ids.step(id), id) : id;
  }
}
