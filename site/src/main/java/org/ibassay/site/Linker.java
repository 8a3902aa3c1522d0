package org.ibassay.site;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibassay.suite.StepReferences;

/// Adds links to rendered text, for the assertions, tests, steps and procedures that it mentions.
final class Linker {
  private static final Pattern TAG_OR_TEXT = Pattern.compile("<[^>]*>|[^<]+");
  private static final Pattern ASSERTION =
      Pattern.compile("\\b(?:[vV]\\d+[a-z]+\\d+-[\\d.]+|ia-[a-z0-9.-]+)#\\d+(?:\\.\\d+)*");
  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\d\\d_\\w+");
  private static final Pattern CALL = Pattern.compile("\\b([A-Za-z]\\w+)(?=\\()");

  private final String root;
  private final Set<String> assertions;
  private final Set<String> tests;
  private final Set<String> steps;
  private final Set<String> calls;

  /// @param root path to the site's root
  /// @param steps steps of the page that contains the text
  /// @param calls names of the procedures that the page describes
  Linker(
      String root,
      Set<String> assertions,
      Set<String> tests,
      Set<String> steps,
      Set<String> calls) {
    this.root = root;
    this.assertions = assertions;
    this.tests = tests;
    this.steps = steps;
    this.calls = calls;
  }

  /// Returns the text with links.
  String linked(String html) {
    String some = replaced(html, ASSERTION, found -> assertion(found.group()));
    some = replaced(some, TEST, found -> test(found.group()));
    some = replaced(some, CALL, found -> call(found.group()));
    return replaced(some, StepReferences.PATTERN, this::steps);
  }

  /// Returns the method that a page calls `SendMad`: `sendMad`.
  static String methodName(String called) {
    return called.substring(0, 1).toLowerCase(Locale.ROOT) + called.substring(1);
  }

  /// Replaces in text only, not in tags or existing links.
  private static String replaced(
      String html, Pattern pattern, Function<MatchResult, String> replacement) {
    StringBuilder linked = new StringBuilder();
    Matcher part = TAG_OR_TEXT.matcher(html);
    boolean inLink = false;
    while (part.find()) {
      String text = part.group();
      if (text.startsWith("<")) {
        inLink = text.startsWith("<a ") || (inLink && !text.equals("</a>"));
        linked.append(text);
      } else if (inLink) {
        linked.append(text);
      } else {
        linked.append(
            pattern
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found))));
      }
    }
    return linked.toString();
  }

  private String assertion(String id) {
    return assertions.contains(id)
        ? "<a class=\"id\" href=\"%scoverage.html#%s\">%s</a>"
            .formatted(root, IdOrder.anchor(id), id)
        : id;
  }

  private String test(String id) {
    return tests.contains(id)
        ? "<a class=\"id\" href=\"%stests/%s.html\">%s</a>".formatted(root, id, id)
        : id;
  }

  private String call(String name) {
    return calls.contains(methodName(name))
        ? "<a class=\"call\" href=\"#call-%s\">%s</a>".formatted(methodName(name), name)
        : name;
  }

  private String steps(MatchResult found) {
    String first = "%s %s".formatted(found.group(1), step(found.group(2)));
    return Optional.ofNullable(found.group(4))
        .map(last -> first + found.group(3) + step(last))
        .orElse(first);
  }

  private String step(String id) {
    return steps.contains(id) ? "<a href=\"#%s\">%s</a>".formatted(IdOrder.step(id), id) : id;
  }
}
