package org.ibassay.pages;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A page with what it inherits: the nearest initialization, and all steps below Always.
///
/// @param own the page itself
/// @param initialization its own, or that of the nearest superclass that has one
/// @param always those of all superclasses, the most general first, then its own
record TestPage(DocPage own, List<Step> initialization, List<Step> always) {

  /// @param lineage a page and those of its superclasses, nearest first
  static TestPage of(List<DocPage> lineage) {
    Optional<List<Step>> initialization =
        lineage.stream().map(DocPage::initialization).filter(s -> !s.isEmpty()).findFirst();
    List<Step> always =
        lineage.reversed().stream().flatMap(page -> page.always().stream()).toList();
    return new TestPage(lineage.getFirst(), initialization.orElse(List.of()), always);
  }

  /// All steps.
  Stream<Step> steps() {
    return Stream.of(initialization, own.procedure(), always).flatMap(List::stream);
  }

  /// The ids of all steps.
  Set<String> stepIds() {
    return steps().map(Step::id).collect(Collectors.toSet());
  }

  /// Reports what the page of a test lacks.
  ///
  /// @param named strings in the code of the test and its superclasses
  void check(Set<String> named, Consumer<Problem> problems) {
    checkFields(problems);
    if (own.procedure().isEmpty()) {
      problems.accept(new Problem(own.line(), "the page has no steps below '## Procedure'"));
    }
    checkUnique(problems);
    checkProved(problems);
    steps()
        .filter(step -> !step.assertions().isEmpty() && !named.contains(step.id()))
        .map(step -> problem(step, "has assertions, but the code never names it: step(\"%s\")"))
        .forEach(problems);
  }

  /// Reports whether the page says what PROFILE=short leaves out, exactly if that is a parameter.
  void check(AnnotationFacts facts, Consumer<Problem> problems) {
    PageField key = PageField.LEFT_OUT;
    boolean isNeeded = facts.parameters().contains("PROFILE");
    if (isNeeded == own.field(key).isEmpty()) {
      String what = isNeeded ? "the page needs '- %s: ...'" : "'%s' needs the parameter PROFILE";
      problems.accept(new Problem(own.line(key), what.formatted(key)));
    }
  }

  private void checkFields(Consumer<Problem> problems) {
    for (PageField key : PageField.values()) {
      if (key != PageField.LEFT_OUT && own.field(key).isEmpty()) {
        problems.accept(new Problem(own.line(key), "the page needs '- " + key + ": ...'"));
      }
    }
    String section = own.field(PageField.SECTION);
    if (!section.isEmpty() && !IdSyntax.isSection(section)) {
      problems.accept(
          new Problem(
              own.line(PageField.SECTION),
              "malformed section '" + section + "'; expected one such as 24.1.5.15"));
    }
    for (String id : own.list(PageField.COVERAGE)) {
      if (!IdSyntax.isStatement(id)) {
        problems.accept(
            new Problem(
                own.line(PageField.COVERAGE),
                "malformed statement id '" + id + "'; expected one such as v1c14-024.1.1"));
      }
    }
    if (own.summary().isEmpty()) {
      problems.accept(new Problem(own.line(), "the page needs an abstract below its fields"));
    }
  }

  private void checkUnique(Consumer<Problem> problems) {
    Map<String, Step> seen = new HashMap<>();
    steps()
        .forEach(step -> {
          Step other = seen.putIfAbsent(step.id(), step);
          if (other != null) {
            problems.accept(
                problem(
                    step, "has the id of another, of " + other.page() + ", line " + other.line()));
          }
        });
  }

  private void checkProved(Consumer<Problem> problems) {
    List<String> listed = own.list(PageField.ASSERTIONS);
    int line = own.line(PageField.ASSERTIONS);
    if (listed.isEmpty() && !own.field(PageField.ASSERTIONS).isEmpty()) {
      problems.accept(new Problem(line, "a test lists at least one assertion"));
    }
    Set<String> proved =
        steps().flatMap(step -> step.assertions().stream()).collect(Collectors.toSet());
    for (String id : listed) {
      if (!IdSyntax.isAssertion(id)) {
        problems.accept(
            new Problem(
                line, "malformed assertion id '" + id + "'" + DocPageParser.LIKE_AN_ASSERTION));
      } else if (!proved.contains(id)) {
        problems.accept(
            new Problem(
                line, "assertion " + id + " is listed, but stands at no step that proves it"));
      }
    }
  }

  private Problem problem(Step step, String message) {
    boolean inherited = !step.page().equals(own.name());
    String of = inherited ? " of " + step.page() + ", line " + step.line() + "," : "";
    return new Problem(
        inherited ? own.line() : step.line(),
        "step " + step.id() + of + " " + message.formatted(step.id()));
  }

  /// Returns the JSON of an `org.ibassay.suite.Page`.
  ///
  /// @param parent simple name of the superclass, if that has a page
  Map<String, @Nullable Object> json(
      String className, @Nullable String parent, AnnotationFacts facts) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", own.name());
    json.put("className", className);
    json.put("parent", parent);
    json.put("section", own.field(PageField.SECTION));
    json.put("title", own.title());
    json.put("summary", own.summary());
    json.put("coverage", own.list(PageField.COVERAGE));
    json.put("topology", own.field(PageField.TOPOLOGY));
    json.put("qualifiers", own.field(PageField.QUALIFIERS));
    json.put("notes", own.notes().stream().map(Bullet::text).toList());
    json.put("assertions", own.list(PageField.ASSERTIONS));
    json.put("initialization", json(initialization));
    json.put("procedure", json(own.procedure()));
    json.put("always", json(always));
    json.put("dut", facts.dut());
    json.put("roles", facts.roles());
    json.put("effect", facts.effect());
    json.put("parameters", facts.parameters());
    json.put("leftOut", own.field(PageField.LEFT_OUT));
    return json;
  }

  /// Returns the JSON of a list of `org.ibassay.suite.Page.Step`.
  static List<Map<String, Object>> json(List<Step> steps) {
    List<Map<String, Object>> json = new ArrayList<>();
    for (Step step : steps) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", step.id());
      fields.put("text", step.text());
      fields.put("assertions", step.assertions());
      json.add(fields);
    }
    return json;
  }
}
