package org.ibassay.site;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.ParameterValues;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Family;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;

/// A test as its page on the site shows it; texts are HTML if their names say so.
public record TestView(
    Page page,
    String tester,
    String abstractHtml,
    String topologyHtml,
    String qualifiersHtml,
    List<String> notesHtml,
    List<Proved> assertions,
    List<Steps> procedures,
    List<Given> parameters,
    List<Family> families,
    List<Call> calls,
    List<String> readings,
    List<Deviations.Row> deviations) {

  /// An assertion of the test.
  ///
  /// @param row its row in the matrix
  /// @param steps steps that prove it
  /// @param guards number of deviations that fail it in this test
  public record Proved(Coverage.Row row, List<String> steps, long guards) {}

  /// A list of steps.
  ///
  /// @param anchor target of links to it
  /// @param of class that it is inherited from, or empty
  public record Steps(String title, String anchor, String of, List<Step> steps) {}

  /// One step.
  ///
  /// @param depth nesting depth, from 0
  /// @param isOwn whether it is this suite's own and not on the public page
  public record Step(
      String id, int depth, boolean isOwn, String html, List<Coverage.Row> assertions) {
    /// The target of links to it.
    public String anchor() {
      return IdOrder.step(id);
    }
  }

  /// A parameter that the test reads.
  public record Given(Parameter parameter, String allowed) {}

  /// A procedure that steps call, of a superclass of the test.
  ///
  /// @param name name in the code
  /// @param of class that contains it
  public record Call(String name, String of, String html) {}

  private static final String ADDED = "Added: ";

  static TestView of(Page page, Specification all) {
    Set<String> steps = new HashSet<>();
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .forEach(step -> steps.add(step.id()));
    Inheritance inheritance = new Inheritance(page);
    Map<String, Inheritance.Called> calls = inheritance.calls();
    Linker linker = new Linker("../", all.assertionIds(), all.testIds(), steps, calls.keySet());
    return new TestView(
        page,
        all.suite().maker().apply(page).testerKind().title(),
        linker.linked(Markdown.html(page.summary())),
        Markdown.inline(page.topology()),
        linker.linked(Markdown.inline(page.qualifiers())),
        page.notes().stream().map(note -> linker.linked(Markdown.inline(note))).toList(),
        proved(page, all),
        Stream.of(
                new Steps(
                    "Initialization",
                    "initialization",
                    inheritance.initializationOf(),
                    views(page.initialization(), linker, all.coverage())),
                new Steps(
                    "Procedure", "procedure", "", views(page.procedure(), linker, all.coverage())),
                new Steps("Always", "always", "", views(page.always(), linker, all.coverage())))
            .filter(list -> !list.steps.isEmpty())
            .toList(),
        page.parameters().stream()
            .map(Parameter::valueOf)
            .map(parameter -> new Given(parameter, ParameterValues.allowed(parameter)))
            .toList(),
        inheritance.families(),
        calls.values().stream()
            .map(called ->
                new Call(called.name(), called.of(), linker.linked(Markdown.html(called.text()))))
            .toList(),
        all.qualified().metBy(page.id()),
        all.deviations().families().stream()
            .flatMap(family -> family.rows().stream())
            .filter(row -> row.fails(page.id()))
            .toList());
  }

  private static List<Proved> proved(Page page, Specification all) {
    return page.claimed().stream()
        .map(id -> {
          Coverage.Row row = all.coverage().row(id);
          List<String> steps =
              row.proofs().stream()
                  .filter(proof -> proof.page().id().equals(page.id()))
                  .flatMap(proof -> proof.steps().stream())
                  .toList();
          return new Proved(row, steps, all.deviations().failing(page.id(), id));
        })
        .toList();
  }

  private static List<Step> views(List<Page.Step> steps, Linker linker, Coverage coverage) {
    return steps.stream()
        .map(step -> {
          boolean saysSo = step.text().startsWith(ADDED);
          return new Step(
              step.id(),
              (int) step.id().chars().filter(c -> c == '.').count(),
              saysSo || step.id().matches("[AC].*"),
              linker.linked(Markdown.inline(step.text().replaceFirst("^" + ADDED, ""))),
              step.assertions().stream().map(coverage::row).toList());
        })
        .toList();
  }

  /// Whether it has a public page; otherwise all of its steps are this suite's own.
  public boolean hasPublicPage() {
    return !page.coverage().isEmpty();
  }

  /// Whether numbers are missing among the procedure's steps.
  public boolean skipsNumbers() {
    List<Integer> numbers =
        page.procedure().stream()
            .map(Page.Step::id)
            .filter(id -> id.matches("\\d+"))
            .map(Integer::valueOf)
            .toList();
    return !numbers.isEmpty() && numbers.getLast() > numbers.size();
  }

  /// The devices to which it applies, in words.
  public String dut() {
    String kinds = page.dut().stream().map(TestView::kind).collect(Collectors.joining(", "));
    return page.roles().isEmpty() ? kinds : role(page.roles().getFirst());
  }

  /// The effect on the device, in words.
  public String effect() {
    return switch (page.effect()) {
      case READS -> "reads: nothing is changed";
      case CHANGES -> "changes: all changes except those of counters are restored";
      case DISRUPTS -> "disrupts: link or subnet manager are affected";
    };
  }

  /// The effect in one word.
  public String effectWord() {
    return page.effect().name().toLowerCase(Locale.ROOT);
  }

  /// The URI of a simulated device to which it applies.
  public String sampleUri() {
    return page.roles().isEmpty()
        ? "sim:" + page.dut().getFirst().name().toLowerCase(Locale.ROOT)
        : "sim:sm";
  }

  /// A kind of device, in words.
  static String kind(DutKind kind) {
    return switch (kind) {
      case CA -> "channel adapter";
      case SWITCH -> "switch";
      case ROUTER -> "router";
    };
  }

  private static String role(DutRole role) {
    return switch (role) {
      case SM -> "subnet manager";
    };
  }
}
