package org.ibassay.pages;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses a list of steps: `- 7: text [assertion, assertion]`. A nested item with an id is a
/// separate step, one without belongs to the text of the step that contains it.
final class StepList {
  private static final Pattern WITH_ID =
      Pattern.compile("(" + IdSyntax.STEP + "):(?:\\s+(.*))?", Pattern.DOTALL);

  /// What was probably meant as an id: no words, a digit first or second, periods.
  private static final Pattern LIKE_AN_ID =
      Pattern.compile("[A-Za-z]?[0-9.]+[a-z]?:.*", Pattern.DOTALL);

  private static final Pattern TRAILING_BRACKETS =
      Pattern.compile("(.*?)(?:^|\\s)\\[([^\\[\\]]*)\\]", Pattern.DOTALL);

  private final Consumer<Problem> problems;
  private final List<Open> steps = new ArrayList<>();

  /// The last step and those that contain it.
  private final Deque<Open> open = new ArrayDeque<>();

  private StepList(Consumer<Problem> problems) {
    this.problems = problems;
  }

  /// A step of which more text may follow.
  private static final class Open {
    private final String id;
    private final Set<String> assertions = new LinkedHashSet<>();
    private Bullet bullet;

    Open(String id, Bullet bullet) {
      this.id = id;
      this.bullet = bullet;
    }

    Step closed(String page) {
      return new Step(id, bullet.text(), List.copyOf(assertions), page, bullet.line());
    }
  }

  /// @param page simple name of the class
  /// @param prefix letter with which the ids of this list start, or empty
  static List<Step> read(String page, Lines lines, String prefix, Consumer<Problem> problems) {
    StepList list = new StepList(problems);
    lines.bullets(problems).forEach(list::add);
    List<Step> steps = list.steps.stream().map(s -> s.closed(page)).toList();
    for (Step step : steps) {
      if (!step.id().startsWith(prefix)) {
        problems.accept(
            new Problem(
                step.line(),
                "step id '%s': ids in this section start with %s".formatted(step.id(), prefix)));
      }
    }
    return steps;
  }

  private void add(Bullet bullet) {
    Open owner = ownerOf(bullet);
    Matcher withId = WITH_ID.matcher(bullet.text());
    if (withId.matches()) {
      String text = withId.group(2) == null ? "" : withId.group(2);
      Open step = new Open(withId.group(1), bullet);
      step.bullet = withoutAssertions(bullet.withText(text), step.assertions);
      steps.add(step);
      open.add(step);
      if (step.bullet.text().isEmpty()) {
        problem(bullet, "step " + step.id + " has no text");
      }
    } else if (owner == null || LIKE_AN_ID.matcher(bullet.text()).matches()) {
      problem(
          bullet,
          "malformed step id; expected digits with dots, or a capital letter and such a number,"
              + " and a colon, e.g. '- 25.3: text', found: - "
              + bullet.text());
    } else {
      owner.bullet = owner.bullet.with(withoutAssertions(bullet, owner.assertions));
    }
  }

  private @Nullable Open ownerOf(Bullet bullet) {
    while (!open.isEmpty() && open.getLast().bullet.indent() >= bullet.indent()) {
      open.removeLast();
    }
    return open.peekLast();
  }

  private Bullet withoutAssertions(Bullet bullet, Set<String> assertions) {
    String text = bullet.text();
    Matcher brackets = TRAILING_BRACKETS.matcher(text);
    if (brackets.matches()) {
      text = brackets.group(1).strip();
      for (String id : IdSyntax.list(brackets.group(2))) {
        if (IdSyntax.isAssertion(id)) {
          assertions.add(id);
        } else {
          problem(bullet, "malformed assertion id '" + id + "'" + DocPageParser.LIKE_AN_ASSERTION);
        }
      }
    }
    if (IdSyntax.mentionsAssertion(text)) {
      problem(bullet, "assertions of a step stand in brackets at the end of an item: " + text);
    }
    return bullet.withText(text);
  }

  private void problem(Bullet bullet, String message) {
    problems.accept(new Problem(bullet.line(), message));
  }
}
